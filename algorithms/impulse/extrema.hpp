// SPDX-License-Identifier: Apache-2.0
/// \file
/// `min_element`, `max_element`, `minmax_element` and their `_into` forms: positions of extreme items.
#pragma once

#include <impulse/reduce.hpp>

#include <iterator>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The positions that `minmax_element_into` writes: of the first minimum and the last maximum; both n if n = 0.
struct minmax_positions {
    index_t min;
    index_t max;

    friend bool operator==(const minmax_positions&, const minmax_positions&) = default;
};

namespace detail {

/// The default order.
struct less {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED bool operator()(const A& a, const B& b) const {
        return a < b;
    }
};

/// An item and where it stands.
template <class T>
struct located {
    T value;
    index_t at;
};

struct locate {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located<T> operator()(const T& value, index_t at) const {
        return {value, at};
    }
};

/// A smallest and a largest item.
template <class T>
struct located_pair {
    located<T> min;
    located<T> max;
};

struct locate_pair {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const T& value, index_t at) const {
        return {{value, at}, {value, at}};
    }
};

// Ties are decided by position, not by the side on which an item stands: so these operators commute, and a
// reduction may take its items in any order.

template <class T, class Compare>
IMPULSE_SHARED located<T> first_min(const located<T>& a, const located<T>& b, const Compare& compare) {
    if (compare(b.value, a.value)) return b;
    if (compare(a.value, b.value)) return a;
    return a.at < b.at ? a : b;
}

template <class T, class Compare>
IMPULSE_SHARED located<T> some_max(const located<T>& a, const located<T>& b, const Compare& compare,
                                   bool last) {
    if (compare(a.value, b.value)) return b;
    if (compare(b.value, a.value)) return a;
    return (a.at < b.at) == last ? b : a;
}

/// What an operator over positions gives of an empty input: n, the position behind the last.
struct position_of_none {
    index_t n;
    IMPULSE_SHARED index_t nothing() const { return n; }
    template <class T>
    IMPULSE_SHARED index_t finalize(const located<T>& found) const {
        return found.at;
    }
};

template <class Compare>
struct first_minimum : position_of_none {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located<T> operator()(const located<T>& a, const located<T>& b) const {
        return first_min(a, b, compare);
    }
};

template <class Compare>
struct first_maximum : position_of_none {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located<T> operator()(const located<T>& a, const located<T>& b) const {
        return some_max(a, b, compare, false);
    }
};

template <class Compare>
struct first_minimum_last_maximum {
    index_t n;
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const located_pair<T>& a, const located_pair<T>& b) const {
        return {first_min(a.min, b.min, compare), some_max(a.max, b.max, compare, true)};
    }
    IMPULSE_SHARED minmax_positions nothing() const { return {n, n}; }
    template <class T>
    IMPULSE_SHARED minmax_positions finalize(const located_pair<T>& found) const {
        return {found.min.at, found.max.at};
    }
};

template <class It, class F, class Op>
auto positioned_problem(const input<It>& x, F f, Op op) {
    auto source = make_source(x);
    return problem{positioned_source<decltype(source), F>{std::move(source), f}, x.count, no_init{},
                   std::move(op)};
}

template <class It>
It iterator_at(const input<It>& x, index_t position) {
    return x.first + static_cast<std::iter_difference_t<It>>(position);
}

struct position_recipe {
    static constexpr bool returns_position = true;
    template <class It>
    static It present(index_t position, const input<It>& x) {
        return iterator_at(x, position);
    }
};

struct min_element_recipe : position_recipe {
    template <class It, class Compare = less>
    static auto make(const input<It>& x, Compare compare = {}) {
        return positioned_problem(x, locate{}, first_minimum<Compare>{{x.count}, std::move(compare)});
    }
};

struct max_element_recipe : position_recipe {
    template <class It, class Compare = less>
    static auto make(const input<It>& x, Compare compare = {}) {
        return positioned_problem(x, locate{}, first_maximum<Compare>{{x.count}, std::move(compare)});
    }
};

struct minmax_element_recipe {
    static constexpr bool returns_position = true;
    template <class It, class Compare = less>
    static auto make(const input<It>& x, Compare compare = {}) {
        return positioned_problem(x, locate_pair{},
                                  first_minimum_last_maximum<Compare>{x.count, std::move(compare)});
    }
    template <class It>
    static std::pair<It, It> present(const minmax_positions& found, const input<It>& x) {
        return {iterator_at(x, found.min), iterator_at(x, found.max)};
    }
};

}  // namespace detail

template <class Compare, class Acc>
struct is_commutative<detail::first_minimum<Compare>, Acc> : std::true_type {};
template <class Compare, class Acc>
struct is_commutative<detail::first_maximum<Compare>, Acc> : std::true_type {};
template <class Compare, class Acc>
struct is_commutative<detail::first_minimum_last_maximum<Compare>, Acc> : std::true_type {};

/// min_element([policy,] x[, compare]): an iterator to the first smallest item, `last` if there is none ([alg.min.max]);
/// the `_into` form writes its position as a 64-bit index, n if there is none. `compare` is a strict weak order,
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

}  // namespace impulse::inline IMPULSE_ABI
