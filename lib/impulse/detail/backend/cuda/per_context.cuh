// SPDX-License-Identifier: Apache-2.0
/// \file
/// Objects that the library keeps for each context.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#if __has_include(<bits/std_mutex.h>)  // libstdc++: <mutex> brings clocks too
#include <bits/std_mutex.h>
#else
#include <mutex>
#endif

namespace impulse::inline IMPULSE_ABI::on_device {

/// A Type for each context (`current_context`), initially Type{}. There are few, so a list is searched.
template <class Type>
class per_context {
  public:
    Type& operator[](unsigned long long context) {
        for (entry* e = first_; e; e = e->next)
            if (e->context == context) return e->value;
        first_ = new entry{context, Type{}, first_};
        return first_->value;
    }

  private:
    struct entry {
        unsigned long long context;
        Type value;
        entry* next;
    };
    entry* first_ = nullptr;  // kept until the process ends, like its users
};

}  // namespace impulse::on_device
