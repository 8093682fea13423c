// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the library keeps for each context.
#pragma once

#include <impulse/config.hpp>

#if __has_include(<bits/std_mutex.h>)  // libstdc++: <mutex> brings clocks, too
#include <bits/std_mutex.h>
#else
#include <mutex>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// A T for each context (`current_context`), which begins as T{}. There are few: they are looked through.
template <class T>
class each_context {
  public:
    T& operator[](unsigned long long context) {
        for (entry* e = first_; e; e = e->next)
            if (e->context == context) return e->value;
        first_ = new entry{context, T{}, first_};
        return first_->value;
    }

  private:
    struct entry {
        unsigned long long context;
        T value;
        entry* next;
    };
    entry* first_ = nullptr;  // kept as long as the process lives, as who has this is
};

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
