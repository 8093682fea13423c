// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers as unsigned integers whose order is theirs.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The default order.
struct less {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED auto operator()(const A& a, const B& b) const -> decltype(static_cast<bool>(a < b)) {
        return static_cast<bool>(a < b);
    }
};

/// The orders in which the first item is the one that `minimum` (or `maximum`) gives, to the bit: NaN before all (or behind
/// all) others, and -0 below +0.
struct nan_below {
    template <class T>
    IMPULSE_SHARED bool operator()(const T& a, const T& b) const {
        return detail::is_nan(a) ? !detail::is_nan(b) : detail::below(a, b);
    }
};
struct nan_above {
    template <class T>
    IMPULSE_SHARED bool operator()(const T& a, const T& b) const {
        // fault: order-of-nan
        return detail::is_nan(b) ? !detail::is_nan(a) : detail::below(a, b);
    }
};

/// Whether numbers have such integers.
template <class T, class Compare>
inline constexpr bool has_order_bits = (std::is_integral_v<T> && sizeof(T) <= 8 &&
                                        std::is_same_v<Compare, less>) ||
                                       (one_of<T, float, double> &&
                                        one_of<Compare, less, nan_below, nan_above>);

template <class T>
using order_word = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;

/// The bit that is the sign, or was; none of an unsigned number.
template <class T>
inline constexpr order_word<T> order_sign =
    std::is_signed_v<T> ? order_word<T>{1} << (8 * sizeof(order_word<T>) - 1) : order_word<T>{0};

/// The integer of a number. Of what a comparison takes to be equal it is the same one; by `less` NaN has some place or other.
template <class Compare, class T>
IMPULSE_SHARED order_word<T> to_order_bits(const T& number) {
    using word = order_word<T>;
    if constexpr (std::is_integral_v<T>) {
        return static_cast<word>(number) ^ order_sign<T>;
    } else {
        if constexpr (std::is_same_v<Compare, less>) {
            // fault: order-of-zero
            if (number == T(0)) return order_sign<T>;
        } else if (detail::is_nan(number)) {
            return std::is_same_v<Compare, nan_below> ? word{0} : ~word{0};
        }
        const auto bits = __builtin_bit_cast(word, number);
        // fault: order-of-sign
        return (bits & order_sign<T>) != 0 ? ~bits : bits | order_sign<T>;
    }
}

/// A number that has this integer.
template <class T>
IMPULSE_SHARED T from_order_bits(order_word<T> bits) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(bits ^ order_sign<T>);
    else
        return __builtin_bit_cast(T, (bits & order_sign<T>) != 0 ? bits ^ order_sign<T> : ~bits);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
