// SPDX-License-Identifier: Apache-2.0
/// \file
/// The results of comparisons with a value, and of predicates, as numbers.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(sums.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

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
