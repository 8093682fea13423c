// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items that know their positions, and which of them is the first smallest, the first or the last largest.
///
/// Ties are decided by position, not by the side on which an item stands: so these operators commute, and a reduction may take
/// its items in any order. They have two members more than other operators: of items that a lane has loaded, in ascending order,
/// `select` finds the one by its number among them; its position is known when it is found. And `across` finds the one of a warp
/// where lanes find the least of some words in fewer steps than they exchange values.
#pragma once

#include <impulse/bytes.hpp>
#include <impulse/config.hpp>
#include <impulse/operators/freedom.hpp>
#include <impulse/operators/functors.hpp>
#include <impulse/operators/invoke.hpp>
#include <impulse/operators/order_bits.hpp>
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

/// A smallest and a largest item. Values beside each other: of small ones that is fewer bytes for lanes and blocks to exchange.
template <class T>
struct located_pair {
    T min_value;
    T max_value;
    index_t min_at;
    index_t max_at;

    IMPULSE_SHARED located<T> smallest() const { return {min_value, min_at}; }
    IMPULSE_SHARED located<T> largest() const { return {max_value, max_at}; }
    IMPULSE_SHARED static located_pair of(const located<T>& least, const located<T>& most) {
        return {least.value, most.value, least.at, most.at};
    }
};

struct locate_pair : sealed_by_itself {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const T& value, index_t at) const {
        return {value, value, at, at};
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

/// A value among some items, and its number there.
template <class T>
struct numbered {
    cell<T> value;
    int at;
};

/// One of the items get(First), get(First + 1), ... below End, whose positions ascend, as far as they are there: the first is.
IMPULSE_NO_EXEC_CHECK
template <pick Which, int First, int End, class Get, class There, class Compare>
IMPULSE_INLINE auto select_run(const Get& get, const There& there, const Compare& compare) {
    using T = std::decay_t<decltype(get(First))>;
    numbered<T> best{cell<T>(get(First)), First};
    IMPULSE_UNROLL
    for (int j = First + 1; j < End; ++j) {
        if (!there(j)) break;
        const cell<T> next(get(j));
        if (detail::takes_place<Which>(*next, *best.value, compare)) {
            best.value = next;
            best.at = j;
        }
    }
    return best;
}

/// The same of all items, by `Runs` runs side by side: each has less to wait for.
IMPULSE_NO_EXEC_CHECK
template <pick Which, int First, int End, int Runs, class Get, class Compare>
IMPULSE_INLINE auto select_runs(const Get& get, const Compare& compare) {
    if constexpr (Runs == 1 || End - First < 2 * Runs) {
        return detail::select_run<Which, First, End>(get, all_there{}, compare);
    } else {
        constexpr int middle = First + (End - First) / 2;
        auto best = detail::select_runs<Which, First, middle, Runs / 2>(get, compare);
        const auto next = detail::select_runs<Which, middle, End, Runs / 2>(get, compare);
        if (detail::takes_place<Which>(*next.value, *best.value, compare)) best = next;
        return best;
    }
}

/// The one of N items.
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
        const auto get = [&](int j) { return value(items(j)); };
        constexpr bool in_words = requires { items.items.words; };  // others are read one by one
        constexpr int runs = in_words ? 4 : 1;
        numbered<T> best;
        if constexpr (!std::is_same_v<There, all_there> && in_words)
            best = detail::select_run<Which, 0, N>(get, there, compare);
        else if constexpr (!std::is_same_v<There, all_there>)
            best = detail::select_run<Which, 0, N>(asked_first<T, N, decltype(get), There>(get, there), there,
                                                   compare);
        else
            best = detail::select_runs<Which, 0, N, runs>(get, compare);
        return located<T>{*best.value, items.position(best.at)};
    }
}

/// The one of several lanes' items, where there are words whose order is that of items and positions: `least` replaces those
/// of a lane by the least ones of all.
template <pick Which, class Compare, class T, class Least>
IMPULSE_INLINE located<T> select_across(const located<T>& mine, const Least& least) {
    constexpr int of_value = sizeof(T) > 4 ? 2 : 1;
    auto value = detail::to_order_bits<Compare>(mine.value);
    if (Which != pick::first_min) value = ~value;
    auto at = static_cast<std::uint64_t>(mine.at);
    if (Which == pick::last_max) at = ~at;
    std::uint32_t words[of_value + 2];
    words[0] = static_cast<std::uint32_t>(value >> 32 * (of_value - 1));
    if constexpr (of_value == 2) words[1] = static_cast<std::uint32_t>(value);
    words[of_value] = static_cast<std::uint32_t>(at >> 32);
    words[of_value + 1] = static_cast<std::uint32_t>(at);
    least(words);
    value = words[0];
    if constexpr (of_value == 2) value = value << 32 | words[1];
    if (Which != pick::first_min) value = ~value;
    at = std::uint64_t{words[of_value]} << 32 | words[of_value + 1];
    if (Which == pick::last_max) at = ~at;
    return {detail::from_order_bits<T>(value), static_cast<index_t>(at)};
}

struct value_of {
    template <class T>
    IMPULSE_SHARED T operator()(const located<T>& item) const {
        return item.value;
    }
    template <class T>
    IMPULSE_SHARED T operator()(const located_pair<T>& item) const {
        return item.min_value;  // an item is both
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
    template <class T, class Least>
    IMPULSE_INLINE static located<T> across(const located<T>& mine,
                                            const Least& least) requires(has_order_bits<T, Compare>) {
        return detail::select_across<pick::first_min, Compare>(mine, least);
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
    template <class T, class Least>
    IMPULSE_INLINE static located<T> across(const located<T>& mine,
                                            const Least& least) requires(has_order_bits<T, Compare>) {
        return detail::select_across<pick::first_max, Compare>(mine, least);
    }
};

template <class Compare>
struct first_minimum_last_maximum : selecting {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const located_pair<T>& a, const located_pair<T>& b) const {
        return located_pair<T>::of(detail::first_min(a.smallest(), b.smallest(), compare),
                                   detail::some_max(a.largest(), b.largest(), compare, true));
    }
    IMPULSE_NO_EXEC_CHECK
    template <int N, class Items, class There>
    IMPULSE_INLINE auto select(const Items& items, const There& there) const {
        const auto min = detail::select_from<pick::first_min, N>(items, there, value_of{}, compare);
        return located_pair<decltype(min.value)>::of(
            min, detail::select_from<pick::last_max, N>(items, there, value_of{}, compare));
    }
    template <class T, class Least>
    IMPULSE_INLINE static located_pair<T> across(const located_pair<T>& mine,
                                                 const Least& least) requires(has_order_bits<T, Compare>) {
        return located_pair<T>::of(detail::select_across<pick::first_min, Compare>(mine.smallest(), least),
                                   detail::select_across<pick::last_max, Compare>(mine.largest(), least));
    }
    IMPULSE_SHARED minmax_positions nothing(index_t n) const { return {n, n}; }
    template <class T>
    IMPULSE_SHARED minmax_positions finalize(const located_pair<T>& found) const {
        return {found.min_at, found.max_at};
    }
};

struct least_of_none {
    template <int N>
    IMPULSE_SHARED void operator()(std::uint32_t (&)[N]) const {}
};
/// Whether a warp finds the one of its lanes by words.
template <class Acc, class Op>
inline constexpr bool selects_across = requires(const Acc& mine) {
    Op::across(mine, least_of_none{});
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
