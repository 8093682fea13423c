// SPDX-License-Identifier: Apache-2.0
/// \file
/// `min_element`, `max_element`, `minmax_element` and their `_into` forms: positions of extreme items.
#pragma once

#include <impulse/operators/positions.hpp>
#include <impulse/reduce.hpp>

#include <iterator>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

template <class Input, class F, class Op>
auto positioned_request(const Input& x, F f, Op op) {
    auto source = detail::make_source(x);
    return request{positioned_source<decltype(source), F>{std::move(source), {f, 0}}, x.layout, no_init{},
                   std::move(op)};
}

template <class Input>
auto iterator_at(const Input& x, index_t position) {
    using it = typename Input::iterator;
    return static_cast<it>(x.first + static_cast<std::iter_difference_t<it>>(position));
}

/// What a call returns: iterators of a range; of a layout, the positions in each group.
template <class Found, class Input, class Present>
auto present_position(Found found, const Input& x, const Present& present) {
    if constexpr (std::remove_const_t<decltype(x.layout)>::has_many)
        return found;
    else
        return present(found);
}

struct position_recipe {
    static constexpr bool returns_position = true;
    template <class Found, class Input>
    static auto present(Found found, const Input& x) {
        return detail::present_position(std::move(found), x,
                                        [&](index_t position) { return detail::iterator_at(x, position); });
    }
};

struct min_element_recipe : position_recipe {
    template <class Input, class Compare = less>
    static auto make(const Input& x, Compare compare = {}) {
        return detail::positioned_request(x, locate{}, first_minimum<Compare>{{}, std::move(compare)});
    }
    IMPULSE_SIGNATURE("min_element([policy,] range[, compare])")
};

struct max_element_recipe : position_recipe {
    template <class Input, class Compare = less>
    static auto make(const Input& x, Compare compare = {}) {
        return detail::positioned_request(x, locate{}, first_maximum<Compare>{{}, std::move(compare)});
    }
    IMPULSE_SIGNATURE("max_element([policy,] range[, compare])")
};

struct minmax_element_recipe {
    static constexpr bool returns_position = true;
    template <class Input, class Compare = less>
    static auto make(const Input& x, Compare compare = {}) {
        return detail::positioned_request(x, locate_pair{},
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

}  // namespace detail

/// min_element([policy,] x[, compare]): an iterator to the first smallest item, `last` if there is none ([alg.min.max]);
/// the `_into` form writes its position as a 64-bit index, n if there is none. Of a layout both give the position in each
/// group. `compare` is a strict weak order,
/// called through a const reference; with NaN the result is unspecified. n - 1 joins, each of at most two
/// comparisons.
inline constexpr detail::algorithm<detail::min_element_recipe> min_element{};
inline constexpr detail::algorithm_into<detail::min_element_recipe> min_element_into{};

/// max_element([policy,] x[, compare]): likewise for the first largest item.
inline constexpr detail::algorithm<detail::max_element_recipe> max_element{};
inline constexpr detail::algorithm_into<detail::max_element_recipe> max_element_into{};

/// minmax_element([policy,] x[, compare]): a pair of iterators to the first smallest and the *last* largest item, as
/// the standard has it, in one pass; the `_into` form writes `minmax_positions`.
inline constexpr detail::algorithm<detail::minmax_element_recipe> minmax_element{};
inline constexpr detail::algorithm_into<detail::minmax_element_recipe> minmax_element_into{};

}  // namespace IMPULSE_ABI
}  // namespace impulse
