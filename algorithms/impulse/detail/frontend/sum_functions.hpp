// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of items that are summed: numbers of 64 bits in place of narrower ones, comparisons with a
/// value, and predicates, as numbers.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(sums.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/invoke.hpp>

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

/// Compares with a value.
template <class Type>
struct equals {
    Type value;
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED index_t operator()(const Item& item) const {
        if constexpr (std::is_arithmetic_v<Item> && std::is_arithmetic_v<Type>) {
            using common =
                std::common_type_t<Item, Type>;  // the usual conversions of ==, without its warning
            return static_cast<common>(item) == static_cast<common>(value) ? 1 : 0;
        } else {
            return item == value ? 1 : 0;
        }
    }
    template <class Self, class Item>
    requires(!std::is_arithmetic_v<Item> || !std::is_arithmetic_v<Type>) IMPULSE_DEVICE
        void check_device_callable(const Item& item) const {
        static_cast<void>(item == value ? 1 : 0);
    }
};

/// A predicate's result, or its negation, as a number or a bool.
template <class Predicate, class Answer, bool Wanted = true>
struct answers {
    /// Whether calls do not change the predicate; otherwise calls change this object too.
    template <class Item>
    static constexpr bool is_const =
        !detail::lambda_is_open<Predicate>() || std::is_invocable_v<const Predicate&, const Item&>;

    Predicate predicate;
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    requires(is_const<Item>) IMPULSE_SHARED Answer operator()(const Item& item) const {
        return static_cast<Answer>(static_cast<bool>(detail::invoke(predicate, item)) == Wanted);
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    requires(!is_const<Item>) IMPULSE_SHARED Answer operator()(const Item& item) {
        return static_cast<Answer>(static_cast<bool>(detail::invoke(predicate, item)) == Wanted);
    }
    template <class Self, class Item>
    IMPULSE_DEVICE void check_device_callable(const Item& item) const {
        static_cast<void>(detail::check_device_invoke(const_cast<Predicate&>(predicate), item));
    }
};

}  // namespace impulse::detail
