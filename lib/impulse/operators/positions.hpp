// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items that know their positions, and which of them is the first smallest, the first or the last largest.
///
/// Ties are decided by position, not by the side on which an item stands: so these operators commute, and a reduction may take
/// its items in any order. They have a member more than other operators: of items that a lane has loaded, in ascending order,
/// `select` finds the one by its number among them; its position is known when it is found.
#pragma once

#include <impulse/bytes.hpp>
#include <impulse/config.hpp>
#include <impulse/operators/freedom.hpp>
#include <impulse/operators/functors.hpp>
#include <impulse/operators/invoke.hpp>
#include <impulse/parts/cell.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {

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
    IMPULSE_SHARED auto operator()(const A& a, const B& b) const -> decltype(static_cast<bool>(a < b)) {
        return static_cast<bool>(a < b);
    }
};

/// The orders in which the first item is the one that `minimum` (or `maximum`) gives, to the bit: NaN before all (or behind
/// all) others, and -0 below +0.
struct nan_below {
    template <class T>
    IMPULSE_SHARED bool operator()(const T& a, const T& b) const {
        return detail::is_nan(a) ? !detail::is_nan(b) : detail::below(a, b);
    }
};
struct nan_above {
    template <class T>
    IMPULSE_SHARED bool operator()(const T& a, const T& b) const {
        return detail::is_nan(b) ? !detail::is_nan(a) : detail::below(a, b);
    }
};

/// An item and where it stands.
template <class T>
struct located {
    T value;
    index_t at;
};

struct locate : sealed_by_itself {
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

struct locate_pair : sealed_by_itself {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const T& value, index_t at) const {
        return {{value, at}, {value, at}};
    }
};

/// Without a branch, where values are numbers.
template <class T>
IMPULSE_SHARED located<T> second_if(bool second, const located<T>& a, const located<T>& b) {
    if constexpr (std::is_arithmetic_v<T>) {
        return {second ? b.value : a.value, second ? b.at : a.at};
    } else {
        if (second) return b;
        return a;
    }
}

IMPULSE_NO_EXEC_CHECK
template <class T, class Compare>
IMPULSE_SHARED located<T> first_min(const located<T>& a, const located<T>& b, const Compare& compare) {
    const auto less = static_cast<bool>(detail::invoke(compare, b.value, a.value));
    const auto more = static_cast<bool>(detail::invoke(compare, a.value, b.value));
    return detail::second_if(less | (!more & (b.at < a.at)), a, b);
}

IMPULSE_NO_EXEC_CHECK
template <class T, class Compare>
IMPULSE_SHARED located<T> some_max(const located<T>& a, const located<T>& b, const Compare& compare,
                                   bool last) {
    const auto more = static_cast<bool>(detail::invoke(compare, a.value, b.value));
    const auto less = static_cast<bool>(detail::invoke(compare, b.value, a.value));
    return detail::second_if(more | (!less & ((a.at < b.at) == last)), a, b);
}

enum class pick { first_min, first_max, last_max };

/// Whether an item takes the place of another that stands before it.
IMPULSE_NO_EXEC_CHECK
template <pick Which, class T, class Compare>
IMPULSE_INLINE bool takes_place(const T& item, const T& other, const Compare& compare) {
    if constexpr (Which == pick::first_min)
        return static_cast<bool>(detail::invoke(compare, item, other));
    else if constexpr (Which == pick::first_max)
        return static_cast<bool>(detail::invoke(compare, other, item));
    else
        return !static_cast<bool>(detail::invoke(compare, item, other));
}

/// Whether an item and its number among some make one integer, whose order is theirs.
template <class T, class Compare>
inline constexpr bool is_ranked = std::is_integral_v<T> && sizeof(T) < 4 && std::is_same_v<Compare, less>;

/// One of the items 0, 1, ..., N - 1, whose positions ascend, as far as they are there: the first is.
IMPULSE_NO_EXEC_CHECK
template <pick Which, int N, class Items, class There, class Value, class Compare>
IMPULSE_INLINE auto select_from(const Items& items, const There& there, const Value& value,
                                const Compare& compare) {
    using T = decltype(value(items(0)));
    if constexpr (is_ranked<T, Compare>) {
        using word = std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>;
        constexpr int shift = 32 - 8 * static_cast<int>(sizeof(T));
        static_assert(N <= 1 << shift);
        const auto rank = [](int j) { return Which == pick::first_max ? N - 1 - j : j; };
        const auto ranked = [&](int j) {
            return static_cast<word>(static_cast<std::uint32_t>(value(items(j))) << shift |
                                     static_cast<std::uint32_t>(rank(j)));
        };
        word best = ranked(0);
        IMPULSE_UNROLL
        for (int j = 1; j < N; ++j) {
            if (!there(j)) break;
            const word next = ranked(j);
            best = (Which == pick::first_min) == (next < best) ? next : best;
        }
        const int at = rank(static_cast<int>(static_cast<std::uint32_t>(best) & ((1u << shift) - 1)));
        return located<T>{static_cast<T>(best >> shift), items.position(at)};
    } else {
        cell<T> best(value(items(0)));
        int at = 0;
        IMPULSE_UNROLL
        for (int j = 1; j < N; ++j) {
            if (!there(j)) break;
            const cell<T> next(value(items(j)));
            if (detail::takes_place<Which>(*next, *best, compare)) {
                best = next;
                at = j;
            }
        }
        return located<T>{*best, items.position(at)};
    }
}

struct value_of {
    template <class T>
    IMPULSE_SHARED T operator()(const located<T>& item) const {
        return item.value;
    }
    template <class T>
    IMPULSE_SHARED T operator()(const located_pair<T>& item) const {
        return item.min.value;  // an item is both
    }
};

/// Base of operators with `select`. They compute nothing.
struct selecting : sealed_by_itself {};

/// What an operator over positions gives of an empty input: n, the position behind the last.
struct position_of_none : selecting {
    IMPULSE_SHARED index_t nothing(index_t n) const { return n; }
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
        return detail::first_min(a, b, compare);
    }
    IMPULSE_NO_EXEC_CHECK
    template <int N, class Items, class There>
    IMPULSE_INLINE auto select(const Items& items, const There& there) const {
        return detail::select_from<pick::first_min, N>(items, there, value_of{}, compare);
    }
};

template <class Compare>
struct first_maximum : position_of_none {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located<T> operator()(const located<T>& a, const located<T>& b) const {
        return detail::some_max(a, b, compare, false);
    }
    IMPULSE_NO_EXEC_CHECK
    template <int N, class Items, class There>
    IMPULSE_INLINE auto select(const Items& items, const There& there) const {
        return detail::select_from<pick::first_max, N>(items, there, value_of{}, compare);
    }
};

template <class Compare>
struct first_minimum_last_maximum : selecting {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const located_pair<T>& a, const located_pair<T>& b) const {
        return {detail::first_min(a.min, b.min, compare), detail::some_max(a.max, b.max, compare, true)};
    }
    IMPULSE_NO_EXEC_CHECK
    template <int N, class Items, class There>
    IMPULSE_INLINE auto select(const Items& items, const There& there) const {
        const auto min = detail::select_from<pick::first_min, N>(items, there, value_of{}, compare);
        return located_pair<decltype(min.value)>{
            min, detail::select_from<pick::last_max, N>(items, there, value_of{}, compare)};
    }
    IMPULSE_SHARED minmax_positions nothing(index_t n) const { return {n, n}; }
    template <class T>
    IMPULSE_SHARED minmax_positions finalize(const located_pair<T>& found) const {
        return {found.min.at, found.max.at};
    }
};

/// Whether an operator selects among items that know their positions.
template <class Op>
inline constexpr bool selects_items = std::is_base_of_v<selecting, Op>;

}  // namespace detail

template <class T>
struct copies_as_bytes<detail::located<T>> : copies_as_bytes<T> {};
template <class T>
struct copies_as_bytes<detail::located_pair<T>> : copies_as_bytes<T> {};

template <class Compare, class Acc>
struct freedom<detail::first_minimum<Compare>, Acc> : std::integral_constant<grouping, grouping::reorder> {};
template <class Compare, class Acc>
struct freedom<detail::first_maximum<Compare>, Acc> : std::integral_constant<grouping, grouping::reorder> {};
template <class Compare, class Acc>
struct freedom<detail::first_minimum_last_maximum<Compare>, Acc>
    : std::integral_constant<grouping, grouping::reorder> {};

}  // namespace IMPULSE_ABI
}  // namespace impulse
