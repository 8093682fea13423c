// SPDX-License-Identifier: Apache-2.0
/// \file
/// Extreme items: iterators to them (`min_element`, `max_element`, `minmax_element`), their values
/// (`min_value`, `max_value`, `minmax_value`) and their indices (`argmin`, `argmax`), with their `_into`
/// forms.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/cpu/find_extreme.hpp>
#include <impulse/detail/op/positions.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/reduce.hpp>

#include <iterator>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_REFUSAL(items_are_not_compared,
                "impulse: items are compared by a < b, or by the comparison that is given, which must be "
                "callable, through a const reference, with two items, compare(a, b), and return true or "
                "false");

template <class Input, class Function, class Op>
auto indexed_request(const Input& x, Function f, Op op) {
    using item = std::iter_value_t<typename Input::iterator>;
    using compare = const decltype(op.compare);
    if constexpr (detail::answers_by<bool, compare, const item&, const item&>()) {
        auto source = detail::make_source(x);
        return request{indexed_source<decltype(source), Function>{std::move(source), {f, 0}}, x.layout,
                       no_init{}, std::move(op)};
    } else {
        return refusal<items_are_not_compared>{};
    }
}

template <class Input>
auto iterator_at(const Input& x, index_t position) {
    using it = typename Input::iterator;
    return static_cast<it>(x.first + static_cast<std::iter_difference_t<it>>(position));
}

/// The result of a call: iterators into a range; for a layout the positions in each group, for distributed
/// parts (detail/distributed/partition.hpp) those in the whole.
template <class Found, class Input, class Present>
auto present_position(Found found, const Input& x, const Present& present) {
    if constexpr (std::remove_const_t<decltype(x.layout)>::has_many || requires { x.layout.parts; })
        return found;
    else
        return present(found);
}

struct position_recipe : recipe_traits {
    static constexpr bool returns_position = true;
    template <class Found, class Input>
    static auto present(Found found, const Input& x) {
        return detail::present_position(std::move(found), x,
                                        [&](index_t position) { return detail::iterator_at(x, position); });
    }
};

template <template <class> class First>
struct first_element_recipe : position_recipe {
    template <class Input, class Compare = less>
    static auto make(const Input& x, Compare compare = {}) {
        return detail::indexed_request(x, locate{}, First<Compare>{{}, std::move(compare)});
    }
};
struct min_element_recipe : first_element_recipe<first_minimum> {
    IMPULSE_SIGNATURE("min_element([policy,] range[, compare])")
};

struct max_element_recipe : first_element_recipe<first_maximum> {
    IMPULSE_SIGNATURE("max_element([policy,] range[, compare])")
};

struct minmax_element_recipe : recipe_traits {
    static constexpr bool returns_position = true;
    template <class Input, class Compare = less>
    static auto make(const Input& x, Compare compare = {}) {
        return detail::indexed_request(x, locate_pair{},
                                       first_minimum_last_maximum<Compare>{{}, std::move(compare)});
    }
    template <class Found, class Input>
    static auto present(Found found, const Input& x) {
        return detail::present_position(std::move(found), x, [&](const minmax_positions& at) {
            return std::pair(detail::iterator_at(x, at.min), detail::iterator_at(x, at.max));
        });
    }
    IMPULSE_SIGNATURE("minmax_element([policy,] range[, compare])")
};

template <class Op, bool Projects = true>
struct reduce_by_recipe : value_recipe {
    static constexpr bool projects = Projects;
    static auto make(const auto& x) { return reduce_recipe::make(x, Op{}); }
};
struct min_value_recipe : reduce_by_recipe<minimum> {
    IMPULSE_SIGNATURE(
        "min_value([policy,] range[, f]); with an initial value it is reduce(range, init, "
        "impulse::minimum{}), "
        "and "
        "with an order of your own *min_element(range, compare)")
};

struct max_value_recipe : reduce_by_recipe<maximum> {
    IMPULSE_SIGNATURE(
        "max_value([policy,] range[, f]); with an initial value it is reduce(range, init, "
        "impulse::maximum{}), "
        "and "
        "with an order of your own *max_element(range, compare)")
};

struct minmax_value_recipe : reduce_by_recipe<together_operator<minimum, maximum>> {
    IMPULSE_SIGNATURE("minmax_value([policy,] range[, f])")
};

/// The order of argmin (or argmax): numbers that may be NaN have one of their own.
template <class Input, class OfNumbers>
using order_of = std::conditional_t<floating<std::iter_value_t<typename Input::iterator>>, OfNumbers, less>;

/// Positions; to two outputs, or to one that is not a position, values and positions.
struct position_or_pair : value_recipe {
    static constexpr bool takes_two_outs = true;

    template <class Out, class Request>
    static auto for_output(const Request& r, const Out&) {
        using item = decltype(r.source.at(index_t{}, index_t{}).value);
        using op = std::remove_const_t<decltype(r.op)>;
        if constexpr (outputs_of<Out> == 2 || takes_result<Out, values<item, index_t>>)
            return request{r.source, r.layout, r.init, value_beside<op, values<item, index_t>>{r.op}};
        else if constexpr (takes_result<Out, value_and_index<item>>)
            return request{r.source, r.layout, r.init, value_beside<op, value_and_index<item>>{r.op}};
        else
            return r;
    }
};

template <class Of, class OfNumbers>
struct arg_recipe : position_or_pair {
    template <class Input, class Compare = order_of<Input, OfNumbers>>
    static auto make(const Input& x, Compare compare = {}) {
        return Of::make(x, std::move(compare));
    }
};
struct argmin_recipe : arg_recipe<min_element_recipe, nan_below> {
    IMPULSE_SIGNATURE(
        "argmin([policy,] range[, compare]), or argmin_into([policy,] range[, values_out], index_out[, "
        "compare])")
};

struct argmax_recipe : arg_recipe<max_element_recipe, nan_above> {
    IMPULSE_SIGNATURE(
        "argmax([policy,] range[, compare]), or argmax_into([policy,] range[, values_out], index_out[, "
        "compare])")
};

}  // namespace detail

/// min_element([policy,] x[, compare]): an iterator to the first smallest item, `last` if there is none
/// ([alg.min.max]); the `_into` form writes its position as a 64-bit index, n if there is none. For layouts,
/// both return the index within each group.
///
/// Requires: a `compare` that is a strict weak order, called through a const reference; < by default. With
/// NaN the result is unspecified. A range that is not a temporary.
/// Complexity: n - 1 joins, each of at most two comparisons.
/// Else as `reduce`.
inline constexpr detail::algorithm<detail::min_element_recipe> min_element{};
inline constexpr detail::algorithm_into<detail::min_element_recipe> min_element_into{};

/// max_element([policy,] x[, compare]): the same for the first largest item.
/// Else as `min_element`.
inline constexpr detail::algorithm<detail::max_element_recipe> max_element{};
inline constexpr detail::algorithm_into<detail::max_element_recipe> max_element_into{};

/// minmax_element([policy,] x[, compare]): a pair of iterators to the first smallest and the *last* largest
/// item, like the standard's, in one pass; the `_into` form writes `minmax_positions`.
///
/// Complexity: n - 1 joins, each of at most four comparisons.
/// Else as `min_element`.
inline constexpr detail::algorithm<detail::minmax_element_recipe> minmax_element{};
inline constexpr detail::algorithm_into<detail::minmax_element_recipe> minmax_element_into{};

/// min_value([policy,] x[, f]): the smallest item, by `minimum` (detail/op/functors.hpp): NaN if any is, and
/// -0 is below +0. n = 0 gives infinity, or the largest value of a type without one; a type without a known
/// end needs an initial value: reduce(x, init, minimum{}).
///
/// It is not named min, which on a GPU is a function of the global namespace (and elsewhere a macro): after a
/// using-directive a call would be ambiguous.
///
/// Requires: numbers, or items whose smallest is known by `identity<minimum, T>`.
/// Complexity: n comparisons.
/// Else as `reduce`.
inline constexpr detail::algorithm<detail::min_value_recipe> min_value{};
inline constexpr detail::algorithm_into<detail::min_value_recipe> min_value_into{};

/// max_value([policy,] x[, f]): the same for the largest item, by `maximum`.
/// Else as `min_value`.
inline constexpr detail::algorithm<detail::max_value_recipe> max_value{};
inline constexpr detail::algorithm_into<detail::max_value_recipe> max_value_into{};

/// minmax_value([policy,] x[, f]): both in one pass, `auto [lo, hi] = minmax_value(x)`; the `_into` form
/// writes `values`, or to two outputs std::tuple{lo, hi}.
///
/// Complexity: 2 n comparisons.
/// Else as `min_value`.
inline constexpr detail::algorithm<detail::minmax_value_recipe> minmax_value{};
inline constexpr detail::algorithm_into<detail::minmax_value_recipe> minmax_value_into{};

/// argmin([policy,] x[, compare]): the index of the first smallest item, in 64 bits, n if there is none; for
/// layouts the index within each group. Without `compare` it is the item that `min_value` gives, to the bit
/// (all NaN count as one): the first NaN, if there is one, as in NumPy; else the first -0, if zero is the
/// smallest. With `compare` it is the position of min_element(x, compare).
///
/// The `_into` form writes the index; argmin_into([policy,] x, values_out, index_out[, compare]) also writes
/// the item, in the same pass, and so does an output of `value_and_index` (or on the host of std::pair).
/// Without items the value is that of `min_value`, or T{} for a type without ends. `min_loc` is the operator,
/// for `together`.
/// Else as `min_element`.
inline constexpr detail::algorithm<detail::argmin_recipe> argmin{};
inline constexpr detail::algorithm_into<detail::argmin_recipe> argmin_into{};

/// argmax([policy,] x[, compare]): the same for the first largest item.
/// Else as `argmin`.
inline constexpr detail::algorithm<detail::argmax_recipe> argmax{};
inline constexpr detail::algorithm_into<detail::argmax_recipe> argmax_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
