// SPDX-License-Identifier: Apache-2.0
/// \file
/// `sum`, `product`, `dot`, `count`, `count_if`, `all_of`, `any_of`, `none_of` and their `_into` forms.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/cpu/narrow_counts.hpp>
#include <impulse/detail/frontend/sum_functions.hpp>
#include <impulse/reduce.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// Requests a sum or a product in 64 bits: integers in (u)int64_t, floating-point numbers in double.
struct wide_t {};
inline constexpr wide_t wide{};

namespace detail {

template <class Type>
inline constexpr bool answers_in_ones<equals<Type>> = true;
template <class Predicate, bool Wanted>
inline constexpr bool answers_in_ones<answers<Predicate, index_t, Wanted>> = true;
template <class Predicate, bool Wanted>
inline constexpr bool answers_in_ones<answers<Predicate, bool, Wanted>> = true;

IMPULSE_REFUSAL(
    item_has_no_zero,
    "impulse: sum of no items is T{}, which this item type does not have; use reduce(range, init)");
IMPULSE_REFUSAL(item_has_no_one,
                "impulse: product starts from T(1), which this item type does not have; use reduce(range, "
                "init, impulse::multiplies{})");
IMPULSE_REFUSAL(value_is_not_comparable,
                "impulse: count compares each item with the value, item == value, which these types do not "
                "allow; use count_if(range, predicate)");
IMPULSE_REFUSAL(items_lack_arithmetic,
                "impulse: sum needs x + y for its items, product x * y, and dot x * y for both inputs, "
                "with T{} as zero; else use reduce or transform_reduce with your own operator");
IMPULSE_REFUSAL(predicate_does_not_answer,
                "impulse: the predicate must be callable with an item, f(x), and return true or false");
IMPULSE_REFUSAL(item_is_no_number, "impulse: impulse::wide is for integers and floating-point numbers");

struct sum_recipe : value_recipe {
    static constexpr bool projects = true;
    template <class Input>
    static auto make(const Input& x) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (!std::is_default_constructible_v<item>)
            return refusal<item_has_no_zero>{};
        else if constexpr (!std::is_invocable_v<plus, item, item>)
            return refusal<items_lack_arithmetic>{};
        else
            return reduce_recipe::make(x, if_empty<item>{item{}}, plus{});
    }
    template <class Input>
    static auto make(const Input& x, wide_t) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (std::is_integral_v<item>)
            return reduce_recipe::make(x, if_empty<typename wide_number<item>::type>{}, plus{});
        else if constexpr (std::is_arithmetic_v<item> || floating<item>)
            return transform_reduce_recipe::make(x, if_empty<typename wide_number<item>::type>{}, plus{},
                                                 to_wide{});
        else
            return refusal<item_is_no_number>{};
    }
    IMPULSE_SIGNATURE(
        "sum([policy,] range[, impulse::wide][, f]); with an initial value it is reduce(range, init)")
};

struct product_recipe : value_recipe {
    static constexpr bool projects = true;
    template <class Input>
    static auto make(const Input& x) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (!requires { item(1); })
            return refusal<item_has_no_one>{};
        else if constexpr (!std::is_invocable_v<multiplies, item, item>)
            return refusal<items_lack_arithmetic>{};
        else
            return reduce_recipe::make(x, item(1), multiplies{});
    }
    template <class Input>
    static auto make(const Input& x, wide_t) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (std::is_arithmetic_v<item> || floating<item>)
            return transform_reduce_recipe::make(x, typename wide_number<item>::type{1}, multiplies{},
                                                 to_wide{});
        else
            return refusal<item_is_no_number>{};
    }
    IMPULSE_SIGNATURE(
        "product([policy,] range[, impulse::wide][, f]); with an initial value it is reduce(range, init, "
        "impulse::multiplies{})")
};

struct dot_recipe : value_recipe {
    static constexpr int inputs(int) { return 2; }
    template <class Input, class Second>
    requires is_input<Second>
    static auto make(const Input& x, const Second& y) {
        using a = std::iter_value_t<typename Input::iterator>;
        using b = std::iter_value_t<typename Second::iterator>;
        if constexpr (requires { accumulator_t<multiplies, a, b>{}; })
            return transform_reduce_recipe::make(x, y, if_empty<accumulator_t<multiplies, a, b>>{});
        else
            return refusal<items_lack_arithmetic>{};
    }
    template <class Input, class Second>
    requires is_input<Second>
    static auto make(const Input& x, const Second& y, wide_t) {
        using a = std::iter_value_t<typename Input::iterator>;
        using b = std::iter_value_t<typename Second::iterator>;
        if constexpr ((std::is_arithmetic_v<a> || floating<a>)&&(std::is_arithmetic_v<b> || floating<b>)) {
            using type = typename decltype(detail::wide_product_type<a, b>())::type;
            return transform_reduce_recipe::make(x, y, if_empty<type>{}, plus{}, wide_product<type>{});
        } else {
            return refusal<item_is_no_number>{};
        }
    }
    IMPULSE_SIGNATURE(
        "dot([policy,] x, y[, impulse::wide]); with an initial value it is transform_reduce(x, y, init)")
};

struct count_recipe : value_recipe {
    template <class Input, class Type>
    static auto make(const Input& x, Type value) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (requires(const item& a, const Type& b) { a == b ? 1 : 0; })
            return transform_reduce_recipe::make(x, index_t{0}, plus{}, equals<Type>{std::move(value)});
        else
            return refusal<value_is_not_comparable>{};
    }
    IMPULSE_SIGNATURE("count([policy,] range, value)")
};

/// Joins `Init` and the results of a predicate.
template <auto Init, class Op, bool Wanted = true>
struct answers_recipe : value_recipe {
    template <class Input, class Predicate>
    static auto make(const Input& x, Predicate predicate) {
        using item = std::iter_value_t<typename Input::iterator>;
        using answer = std::remove_const_t<decltype(Init)>;
        if constexpr (detail::answers_by<bool, Predicate, const item&>())
            return transform_reduce_recipe::make(x, answer{Init}, Op{},
                                                 answers<Predicate, answer, Wanted>{std::move(predicate)});
        else
            return refusal<predicate_does_not_answer>{};
    }
};
struct count_if_recipe : answers_recipe<index_t{0}, plus> {
    IMPULSE_SIGNATURE("count_if([policy,] range, predicate)")
};

struct all_of_recipe : answers_recipe<true, logical_and> {
    IMPULSE_SIGNATURE("all_of([policy,] range, predicate)")
};

struct any_of_recipe : answers_recipe<false, logical_or> {
    IMPULSE_SIGNATURE("any_of([policy,] range, predicate)")
};

struct none_of_recipe : answers_recipe<true, logical_and, false> {
    IMPULSE_SIGNATURE("none_of([policy,] range, predicate)")
};

}  // namespace detail

/// sum([policy,] x[, wide][, f]): the sum of the items, in the type of item + item: int8_t items sum in int;
/// with `impulse::wide` in 64 bits. For n = 0 it is `Type{}`, which is not part of other sums: the sum of
/// -0.0 alone is -0.0.
///
/// Requires: items with + and a default constructor; with `wide` integers or floating-point numbers.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::sum_recipe> sum{};
inline constexpr detail::algorithm_into<detail::sum_recipe> sum_into{};

/// product([policy,] x[, wide][, f]): the product of the items, from Type(1), the one of the value type; with
/// `impulse::wide` in 64 bits. For n = 0 it is one.
///
/// Requires: items with *; `Type(1)` is the one of their type.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::product_recipe> product{};
inline constexpr detail::algorithm_into<detail::product_recipe> product_into{};

/// dot([policy,] x, y[, wide]), inner_product([policy,] x, y[, wide]): the sum of x_i * y_i, in the type of
/// the product; for n = 0 zero of that type. With `impulse::wide` numbers are multiplied and added in 64
/// bits: then products of float, half and bfloat16 are exact, and nothing is rounded to 16 bits.
///
/// dot(rows(m), v) is a matrix times a vector; dot(rows(a), rows(b)) and dot(rows(a), columns(b)) compute one
/// product for each row. The arrays may have any memory layout.
///
/// Requires: a `y` that is at least as long as `x`, or an iterator; products that fit in their type (int for
/// 16-bit integers).
/// Otherwise the same as `transform_reduce`.
inline constexpr detail::algorithm<detail::dot_recipe> dot{};
inline constexpr detail::algorithm_into<detail::dot_recipe> dot_into{};
inline constexpr detail::algorithm<detail::dot_recipe> inner_product{};
inline constexpr detail::algorithm_into<detail::dot_recipe> inner_product_into{};

/// count([policy,] x, value): the number of items that equal `value`; count_if([policy,] x, predicate): the
/// number for which the predicate is true. In 64 bits.
///
/// Requires: items that compare with `value` by ==; a predicate that std::invoke can call with an item.
/// Otherwise the same as `transform_reduce`.
inline constexpr detail::algorithm<detail::count_recipe> count{};
inline constexpr detail::algorithm_into<detail::count_recipe> count_into{};
inline constexpr detail::algorithm<detail::count_if_recipe> count_if{};
inline constexpr detail::algorithm_into<detail::count_if_recipe> count_if_into{};

/// all_of([policy,] x, predicate), any_of([policy,] x, predicate), none_of([policy,] x, predicate): whether
/// the predicate is true for all, any, or no items. For n = 0 they are true, false, true ([alg.all.of] and
/// following).
///
/// Requires: a predicate that std::invoke can call with an item, and that is pure.
/// Complexity: at most n calls of the predicate, on a GPU perhaps more. Once the result is known, no further
/// subtree of a large input is started.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::all_of_recipe> all_of{};
inline constexpr detail::algorithm_into<detail::all_of_recipe> all_of_into{};
inline constexpr detail::algorithm<detail::any_of_recipe> any_of{};
inline constexpr detail::algorithm_into<detail::any_of_recipe> any_of_into{};
inline constexpr detail::algorithm<detail::none_of_recipe> none_of{};
inline constexpr detail::algorithm_into<detail::none_of_recipe> none_of_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
