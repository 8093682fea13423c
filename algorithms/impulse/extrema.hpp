// SPDX-License-Identifier: Apache-2.0
/// \file
/// Extreme items: iterators to them (`min_element`, `max_element`, `minmax_element`), their values
/// (`min_value`, `max_value`, `minmax_value`) and their indices (`argmin`, `argmax`), with their `_into`
/// forms.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/find_extreme.hpp>
#include <impulse/detail/op/positions.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/reduce.hpp>

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

/// The result of a call: iterators into a range; for a layout positions within each group; for distributed
/// parts (detail/distributed/on_devices.hpp) positions in the whole input.
auto present_position(auto found, const auto& x, const auto& present) {
    if constexpr (std::remove_const_t<decltype(x.layout)>::has_many || requires { x.layout.parts; })
        return found;
    else
        return present(found);
}

struct position_recipe : recipe_traits {
    static constexpr bool returns_position = true;
    static auto present(auto found, const auto& x) {
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
    static auto present(auto found, const auto& x) {
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

/// The order of argmin (or argmax). Numbers that may be NaN have their own order.
template <class Input, class OfNumbers>
using order_of = std::conditional_t<floating<std::iter_value_t<typename Input::iterator>>, OfNumbers, less>;

/// Writes positions. If there are two outputs, or one output that is not a position, writes values and
/// positions.
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

/// min_element([policy,] x[, compare]): returns an iterator to the first smallest item, or `last` if there
/// are no items ([alg.min.max]). The `_into` form writes the position as a 64-bit index, n if there are no
/// items. For layouts both use the index within each group.
///
/// Requires: a `compare` that is a strict weak order and can be called through a const reference; the default
/// is <. With NaN the result is unspecified. A range that is not a temporary.
/// Complexity: n - 1 joins, each of at most two comparisons.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::min_element_recipe> min_element{};
inline constexpr detail::algorithm_into<detail::min_element_recipe> min_element_into{};

/// max_element([policy,] x[, compare]): the same for the first largest item.
/// Otherwise the same as `min_element`.
inline constexpr detail::algorithm<detail::max_element_recipe> max_element{};
inline constexpr detail::algorithm_into<detail::max_element_recipe> max_element_into{};

/// minmax_element([policy,] x[, compare]): returns a pair of iterators to the first smallest and the *last*
/// largest item, as in the standard, in one pass. The `_into` form writes `minmax_positions`.
///
/// Complexity: n - 1 joins, each of at most four comparisons.
/// Otherwise the same as `min_element`.
inline constexpr detail::algorithm<detail::minmax_element_recipe> minmax_element{};
inline constexpr detail::algorithm_into<detail::minmax_element_recipe> minmax_element_into{};

/// min_value([policy,] x[, f]): returns the smallest item, by `minimum` (detail/op/functors.hpp): NaN if any
/// item is NaN, and -0 is below +0. For n = 0 it returns infinity, or the largest value of a type without
/// infinity. A type without a known largest value needs an initial value: reduce(x, init, minimum{}).
///
/// It is not named min, because in GPU code min is a function of the global namespace (and elsewhere it may
/// be a macro), so that a call after a using-directive would be ambiguous.
///
/// Requires: numbers, or items with a specialization of `identity<minimum, T>`.
/// Complexity: n comparisons.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::min_value_recipe> min_value{};
inline constexpr detail::algorithm_into<detail::min_value_recipe> min_value_into{};

/// max_value([policy,] x[, f]): the same for the largest item, by `maximum`.
/// Otherwise the same as `min_value`.
inline constexpr detail::algorithm<detail::max_value_recipe> max_value{};
inline constexpr detail::algorithm_into<detail::max_value_recipe> max_value_into{};

/// minmax_value([policy,] x[, f]): returns both in one pass, `auto [lo, hi] = minmax_value(x)`. The `_into`
/// form writes a `values`, or with std::tuple{lo, hi} to two outputs.
///
/// Complexity: 2 n comparisons.
/// Otherwise the same as `min_value`.
inline constexpr detail::algorithm<detail::minmax_value_recipe> minmax_value{};
inline constexpr detail::algorithm_into<detail::minmax_value_recipe> minmax_value_into{};

/// argmin([policy,] x[, compare]): returns the index of the first smallest item, in 64 bits, n if there are
/// no items; for layouts the index within each group. Without `compare` it is the index of the item that
/// `min_value` returns, to the bit (all NaNs count as equal): the first NaN if there is one, as in NumPy;
/// otherwise the first -0 if zero is the smallest. With `compare` it is the position of min_element(x,
/// compare).
///
/// The `_into` form writes the index. argmin_into([policy,] x, values_out, index_out[, compare]) also writes
/// the item, in the same pass; an output of type `value_and_index` (on the host also std::pair) gets both.
/// Without items the value is that of `min_value`, or T{} for a type without a known largest value. `min_loc`
/// is the same as an operator, for `together`.
/// Otherwise the same as `min_element`.
inline constexpr detail::algorithm<detail::argmin_recipe> argmin{};
inline constexpr detail::algorithm_into<detail::argmin_recipe> argmin_into{};

/// argmax([policy,] x[, compare]): the same for the first largest item.
/// Otherwise the same as `argmin`.
inline constexpr detail::algorithm<detail::argmax_recipe> argmax{};
inline constexpr detail::algorithm_into<detail::argmax_recipe> argmax_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
