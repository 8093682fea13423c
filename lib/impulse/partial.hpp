// SPDX-License-Identifier: Apache-2.0
/// \file
/// `partial<T>`: the result of a run of items, absent when the run was empty. It is what lets an operator go
/// without an identity and a value type without a default constructor.
#pragma once

#include <impulse/config.hpp>

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// std::optional for trivially copyable types, usable in device code; copying it copies its bytes.
template <class T>
class trivial_partial {
  public:
    using value_type = T;

    IMPULSE_SHARED trivial_partial() : nothing_{}, present_(false) {
#if !defined(__CUDA_ARCH__)
        // g++ takes the copy of an absent value for a use of what was never set, and says so in the caller's file.
        std::memset(static_cast<void*>(this), 0, sizeof(*this));
#endif
    }
    IMPULSE_SHARED trivial_partial(const T& value) : value_(value), present_(true) {}

    IMPULSE_SHARED bool has_value() const { return present_; }
    IMPULSE_SHARED T& operator*() { return value_; }
    IMPULSE_SHARED const T& operator*() const { return value_; }

  private:
    struct nothing {};
    union {
        nothing nothing_;
        T value_;
    };
    bool present_;
};

/// Room for a T in memory that threads share; who reads it knows that it was written.
template <class T>
class trivial_cell {
  public:
    IMPULSE_SHARED trivial_cell() : nothing_{} {}
    IMPULSE_SHARED trivial_cell(const T& value) : value_(value) {}
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
using partial =
    std::conditional_t<std::is_trivially_copyable_v<T>, detail::trivial_partial<T>, std::optional<T>>;

/// A partial result in memory, through which blocks or warps meet.
template <class T>
using cell = std::conditional_t<std::is_trivially_copyable_v<T>, detail::trivial_cell<T>, std::optional<T>>;

/// left ∘ right, where an absent side counts as nothing.
IMPULSE_NO_EXEC_CHECK
template <class T, class Op>
IMPULSE_SHARED void append(partial<T>& left, const partial<T>& right, Op& op) {
    if (!right.has_value()) return;
    if (left.has_value())
        left = partial<T>(static_cast<T>(op(std::move(*left), *right)));
    else
        left = right;
}

}  // namespace impulse::inline IMPULSE_ABI
