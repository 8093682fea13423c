// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds which of some items, in ascending order of position, is the first minimum, the first maximum or the
/// last maximum: among a lane's loaded items by their index, among lanes by words.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(extrema.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/located.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether an item and its index fit into one integer with the same order.
template <class Type, class Compare>
inline constexpr bool is_ranked = std::is_integral_v<Type> &&
                                  sizeof(Type) < 4 && std::is_same_v<Compare, less>;

/// A value and its index among some items.
template <class Type>
struct numbered {
    uninitialized<Type> value;
    int at;
};

/// The best of the valid items among get(First), get(First + 1), ..., get(End - 1), which are in ascending
/// order of position. The first item is valid.
IMPULSE_NO_EXEC_CHECK
template <pick Which, int First, int End, class Get, class IsValid, class Compare>
IMPULSE_INLINE auto select_run(const Get& get, const IsValid& is_valid, const Compare& compare) {
    using Type = std::decay_t<decltype(get(First))>;
    numbered<Type> best{uninitialized<Type>(get(First)), First};
    IMPULSE_UNROLL
    for (int j = First + 1; j < End; ++j) {
        if (!is_valid(j)) break;
        const uninitialized<Type> next(get(j));
        // fault: select-item
        if (detail::takes_place<Which>(*next, *best.value, compare)) {
            best.value = next;
            best.at = j;
        }
    }
    return best;
}

/// The same if all items are valid, with `Runs` independent runs, which shortens the dependency chain.
IMPULSE_NO_EXEC_CHECK
template <pick Which, int First, int End, int Runs, class Get, class Compare>
IMPULSE_INLINE auto select_runs(const Get& get, const Compare& compare) {
    if constexpr (Runs == 1 || End - First < 2 * Runs) {
        return detail::select_run<Which, First, End>(get, all_valid{}, compare);
    } else {
        constexpr int middle = First + (End - First) / 2;
        auto best = detail::select_runs<Which, First, middle, Runs / 2>(get, compare);
        const auto next = detail::select_runs<Which, middle, End, Runs / 2>(get, compare);
        // fault: select-run
        if (detail::takes_place<Which>(*next.value, *best.value, compare)) best = next;
        return best;
    }
}

/// The best of Count items.
IMPULSE_NO_EXEC_CHECK
template <pick Which, int Count, class Items, class IsValid, class Value, class Compare>
IMPULSE_INLINE auto select_from(const Items& items, const IsValid& is_valid, const Value& value,
                                const Compare& compare) {
    using Type = decltype(value(items(0)));
    if constexpr (is_ranked<Type, Compare>) {
        // fault: select-word
        using word = std::conditional_t<std::is_signed_v<Type>, std::int32_t, std::uint32_t>;
        constexpr int shift = 32 - 8 * static_cast<int>(sizeof(Type));
        static_assert(Count <= 1 << shift);
        // fault: rank-of-item
        const auto rank = [](int j) { return Which == pick::first_max ? Count - 1 - j : j; };
        const auto ranked = [&](int j) {
            return static_cast<word>(static_cast<std::uint32_t>(value(items(j))) << shift |
                                     static_cast<std::uint32_t>(rank(j)));
        };
        word best = ranked(0);
        IMPULSE_UNROLL
        for (int j = 1; j < Count; ++j) {
            // fault: select-is-there
            if (!is_valid(j)) break;
            const word next = ranked(j);
            best = (Which == pick::first_min) == (next < best) ? next : best;
        }
        const int at = rank(static_cast<int>(static_cast<std::uint32_t>(best) & ((1u << shift) - 1)));
        return located<Type>{static_cast<Type>(best >> shift), items.position(at)};
    } else {
        const auto get = [&](int j) { return value(items(j)); };
        constexpr bool in_words = requires { items.items.words; };  // other items are read one by one
        constexpr int runs = in_words ? 4 : 1;
        numbered<Type> best;
        if constexpr (!std::is_same_v<IsValid, all_valid> && in_words)
            best = detail::select_run<Which, 0, Count>(get, is_valid, compare);
        else if constexpr (!std::is_same_v<IsValid, all_valid>)
            best = detail::select_run<Which, 0, Count>(
                asked_first<Type, Count, decltype(get), IsValid>(get, is_valid), is_valid, compare);
        else
            best = detail::select_runs<Which, 0, Count, runs>(get, compare);
        return located<Type>{*best.value, items.position(best.at)};
    }
}

/// The best of the items of several lanes, if words exist with the order of items and positions. `least`
/// replaces a lane's word by the smallest one of all lanes.
template <pick Which, class Compare, class Type, class Least>
IMPULSE_INLINE located<Type> select_across(const located<Type>& mine, const Least& least) {
    constexpr int of_value = sizeof(Type) > 4 ? 2 : 1;
    auto value = detail::to_order_bits<Compare>(mine.value);
    if (Which != pick::first_min) value = ~value;
    auto at = static_cast<std::uint64_t>(mine.at);
    if (Which == pick::last_max) at = ~at;
    std::uint32_t words[std::size_t{of_value + 2}];
    words[0] = static_cast<std::uint32_t>(value >> 32 * (of_value - 1));
    if constexpr (of_value == 2) words[1] = static_cast<std::uint32_t>(value);
    words[of_value] = static_cast<std::uint32_t>(at >> 32);
    words[of_value + 1] = static_cast<std::uint32_t>(at);
    least(words);
    value = words[0];
    if constexpr (of_value == 2) value = value << 32 | words[1];
    if (Which != pick::first_min) value = ~value;
    at = std::uint64_t{words[of_value]} << 32 | words[of_value + 1];
    // fault: turn-back
    if (Which == pick::last_max) at = ~at;
    return {detail::from_order_bits<Type>(value), static_cast<index_t>(at)};
}

}  // namespace impulse::detail
