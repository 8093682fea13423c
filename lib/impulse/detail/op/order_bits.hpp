// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers as unsigned integers with the same order.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(extrema.hpp)

#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The default order.
struct less {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED auto operator()(const auto& a, const auto& b) const -> decltype(static_cast<bool>(a < b)) {
        return static_cast<bool>(a < b);
    }
    IMPULSE_DEVICE_CHECK(less, static_cast<bool>(a < b))
};

/// The exact orders of `minimum` and `maximum`: NaN below (or above) all other numbers, and -0 below +0.
struct nan_below {
    template <class Type>
    IMPULSE_SHARED bool operator()(const Type& a, const Type& b) const {
        return detail::is_nan(a) ? !detail::is_nan(b) : detail::below(a, b);
    }
};
struct nan_above {
    template <class Type>
    IMPULSE_SHARED bool operator()(const Type& a, const Type& b) const {
        // fault: order-of-nan
        return detail::is_nan(b) ? !detail::is_nan(a) : detail::below(a, b);
    }
};

/// Whether such integers exist for a type and an order.
template <class Type, class Compare>
inline constexpr bool has_order_bits = (std::is_integral_v<Type> && sizeof(Type) <= 8 &&
                                        std::is_same_v<Compare, less>) ||
                                       (one_of<Type, float, double> &&
                                        one_of<Compare, less, nan_below, nan_above>);

template <class Type>
using order_word = std::conditional_t<(sizeof(Type) > 4), std::uint64_t, std::uint32_t>;

/// The sign bit; 0 for unsigned numbers.
template <class Type>
inline constexpr order_word<Type> order_sign =
    std::is_signed_v<Type> ? order_word<Type>{1} << (8 * sizeof(order_word<Type>) - 1) : order_word<Type>{0};

/// The integer of a number. Numbers that the comparison treats as equal have the same integer. With `less`,
/// the position of NaN in the order is unspecified.
template <class Compare, class Type>
IMPULSE_SHARED order_word<Type> to_order_bits(const Type& number) {
    using word = order_word<Type>;
    if constexpr (std::is_integral_v<Type>) {
        return static_cast<word>(number) ^ order_sign<Type>;
    } else {
        if constexpr (std::is_same_v<Compare, less>) {
            // fault: order-of-zero
            if (number == Type(0)) return order_sign<Type>;
        } else if (detail::is_nan(number)) {
            return std::is_same_v<Compare, nan_below> ? word{0} : ~word{0};
        }
        const auto bits = __builtin_bit_cast(word, number);
        // fault: order-of-sign
        return (bits & order_sign<Type>) != 0 ? ~bits : bits | order_sign<Type>;
    }
}

/// The number of such an integer.
template <class Type>
IMPULSE_SHARED Type from_order_bits(order_word<Type> bits) {
    if constexpr (std::is_integral_v<Type>)
        return static_cast<Type>(bits ^ order_sign<Type>);
    else
        return __builtin_bit_cast(Type, (bits & order_sign<Type>) != 0 ? bits ^ order_sign<Type> : ~bits);
}

}  // namespace impulse::detail
