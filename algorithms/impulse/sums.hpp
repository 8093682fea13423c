// SPDX-License-Identifier: Apache-2.0
/// \file
/// `sum`, `product`, `dot`, `count`, `count_if`, `all_of`, `any_of`, `none_of` and their `_into` forms.
#pragma once

#include <impulse/reduce.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// Compares with a value.
template <class T>
struct equals {
    T value;
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED index_t operator()(const Item& item) const {
        if constexpr (std::is_arithmetic_v<Item> && std::is_arithmetic_v<T>) {
            using common =
                std::common_type_t<Item, T>;  // the usual conversions of ==, without a warning of them
            return static_cast<common>(item) == static_cast<common>(value) ? 1 : 0;
        } else {
            return item == value ? 1 : 0;
        }
    }
};

/// A predicate's answer as a number, or as a truth value, and its negation.
template <class Predicate, class Answer, bool Wanted = true>
struct answers {
    Predicate predicate;
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED Answer operator()(const Item& item) const {
        return static_cast<Answer>(static_cast<bool>(predicate(item)) == Wanted);
    }
};

template <class It, class Init, class Op, class F>
auto mapped_problem(const input<It>& x, Init init, Op op, F f) {
    return transform_reduce_recipe::make(x, std::move(init), std::move(op), std::move(f));
}

struct sum_recipe : value_recipe {
    template <class It>
    static auto make(const input<It>& x) {
        return reduce_recipe::make(x, std::iter_value_t<It>(0), plus{});
    }
};

struct product_recipe : value_recipe {
    template <class It>
    static auto make(const input<It>& x) {
        return reduce_recipe::make(x, std::iter_value_t<It>(1), multiplies{});
    }
};

struct dot_recipe : value_recipe {
    static constexpr int inputs(int) { return 2; }
    template <class ItX, class ItY>
    static auto make(const input<ItX>& x, const input<ItY>& y) {
        using term = std::decay_t<decltype(std::declval<std::iter_value_t<ItX>>() *
                                           std::declval<std::iter_value_t<ItY>>())>;
        return transform_reduce_recipe::make(x, y, term(0));
    }
};

struct count_recipe : value_recipe {
    template <class It, class T>
    static auto make(const input<It>& x, T value) {
        return mapped_problem(x, index_t{0}, plus{}, equals<T>{std::move(value)});
    }
};

struct count_if_recipe : value_recipe {
    template <class It, class Predicate>
    static auto make(const input<It>& x, Predicate predicate) {
        return mapped_problem(x, index_t{0}, plus{}, answers<Predicate, index_t>{std::move(predicate)});
    }
};

struct all_of_recipe : value_recipe {
    template <class It, class Predicate>
    static auto make(const input<It>& x, Predicate predicate) {
        return mapped_problem(x, true, logical_and{}, answers<Predicate, bool>{std::move(predicate)});
    }
};

struct any_of_recipe : value_recipe {
    template <class It, class Predicate>
    static auto make(const input<It>& x, Predicate predicate) {
        return mapped_problem(x, false, logical_or{}, answers<Predicate, bool>{std::move(predicate)});
    }
};

struct none_of_recipe : value_recipe {
    template <class It, class Predicate>
    static auto make(const input<It>& x, Predicate predicate) {
        return mapped_problem(x, true, logical_and{}, answers<Predicate, bool, false>{std::move(predicate)});
    }
};

}  // namespace detail

/// sum([policy,] x): the sum of the items, from the value type's zero, in the type that `zero + item` has: int8_t
/// items sum in int. n = 0 gives zero. Complexity, memory and errors are those of `reduce`, here and below.
inline constexpr detail::algorithm<detail::sum_recipe> sum{};
inline constexpr detail::algorithm_into<detail::sum_recipe> sum_into{};

/// product([policy,] x): the product of the items, from the value type's one. n = 0 gives one.
inline constexpr detail::algorithm<detail::product_recipe> product{};
inline constexpr detail::algorithm_into<detail::product_recipe> product_into{};

/// dot([policy,] x, y), also named inner_product: the sum of x_i * y_i, from the zero of the product's type. `y` is
/// a range at least as long as `x`, or an iterator.
inline constexpr detail::algorithm<detail::dot_recipe> dot{};
inline constexpr detail::algorithm_into<detail::dot_recipe> dot_into{};
inline constexpr detail::algorithm<detail::dot_recipe> inner_product{};
inline constexpr detail::algorithm_into<detail::dot_recipe> inner_product_into{};

/// count([policy,] x, value): how many items equal `value`; count_if([policy,] x, predicate): of how many the
/// predicate is true. In 64 bits.
inline constexpr detail::algorithm<detail::count_recipe> count{};
inline constexpr detail::algorithm_into<detail::count_recipe> count_into{};
inline constexpr detail::algorithm<detail::count_if_recipe> count_if{};
inline constexpr detail::algorithm_into<detail::count_if_recipe> count_if_into{};

/// all_of, any_of, none_of([policy,] x, predicate): whether it is true of all, of any, of none. n = 0 gives true,
/// false, true ([alg.all.of] and following). The predicate is applied to every item: there is no early end.
inline constexpr detail::algorithm<detail::all_of_recipe> all_of{};
inline constexpr detail::algorithm_into<detail::all_of_recipe> all_of_into{};
inline constexpr detail::algorithm<detail::any_of_recipe> any_of{};
inline constexpr detail::algorithm_into<detail::any_of_recipe> any_of_into{};
inline constexpr detail::algorithm<detail::none_of_recipe> none_of{};
inline constexpr detail::algorithm_into<detail::none_of_recipe> none_of_into{};

}  // namespace impulse::inline IMPULSE_ABI
