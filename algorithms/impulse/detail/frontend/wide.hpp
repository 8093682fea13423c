// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers of 64 bits in place of narrower ones, for sums and products with `wide`.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(sums.hpp)

#include <impulse/detail/op/functors.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The type in which `wide` accumulates: integers in 64 bits, floating-point numbers in double.
template <class Type>
struct wide_number {
    using type = std::conditional_t<std::is_signed_v<Type>, std::int64_t, std::uint64_t>;
};
template <class Type>
requires(!std::is_integral_v<Type>) struct wide_number<Type> {
    using type = double;
};

struct to_wide {
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED auto operator()(const Type& value) const {
        return static_cast<typename wide_number<Type>::type>(value);
    }
};

/// Products of wide numbers. For two floats or halves they are exact.
template <class Type>
struct wide_product {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED Type operator()(const auto& a, const auto& b) const {
        return static_cast<Type>(a) * static_cast<Type>(b);
    }
};
/// Double if one of the two is a floating-point number. Signed if one is signed and both have at most 32
/// bits, because their product fits in 64 signed bits.
template <class Left, class Right>
consteval auto wide_product_type() {
    if constexpr (std::is_integral_v<Left> && std::is_integral_v<Right> && sizeof(Left) <= 4 &&
                  sizeof(Right) <= 4 && (std::is_signed_v<Left> || std::is_signed_v<Right>))
        return std::type_identity<std::int64_t>{};
    else if constexpr (std::is_integral_v<Left> && std::is_integral_v<Right>)
        return wide_number<decltype(Left{} * Right{})>{};
    else
        return std::type_identity<double>{};
}

}  // namespace impulse::detail
