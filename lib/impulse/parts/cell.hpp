// SPDX-License-Identifier: Apache-2.0
/// \file
/// `cell<T>`: room for a T. Whoever reads it knows that it was written: which results there are follows from counts. It is
/// what lets an operator go without an identity and a value type without a default constructor.
#pragma once

#include <impulse/config.hpp>

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// Of a trivially copyable type: its bytes, wherever they lie. Copying it copies them.
template <class T>
class trivial_cell {
  public:
    IMPULSE_SHARED trivial_cell() : nothing_{} {
#if !defined(__CUDA_ARCH__)
        // What was not written is seen to be wrong; and g++ takes a copy of it for a mistake, and says so in the
        // caller's file.
        std::memset(static_cast<void*>(this), 0xa5, sizeof(*this));
#endif
    }
    IMPULSE_SHARED trivial_cell(const T& value) : value_(value) {}
    IMPULSE_SHARED T& operator*() { return value_; }
    IMPULSE_SHARED const T& operator*() const { return value_; }

  private:
    struct nothing {};
    union {
        nothing nothing_;
        T value_;
    };
};

}  // namespace detail

template <class T>
using cell = std::conditional_t<std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T>,
                                detail::trivial_cell<T>, std::optional<T>>;

}  // namespace IMPULSE_ABI
}  // namespace impulse
