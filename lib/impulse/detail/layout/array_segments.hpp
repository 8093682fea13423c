// SPDX-License-Identifier: Apache-2.0
/// \file
/// Groups of equal length: their items are contiguous, like batches and the rows of a matrix, or a stride
/// apart, like its columns.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/layout/layout.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

template <int Max>
struct uniform_segments {
    static constexpr bool has_many = true;

    axis_list<Max> groups;  ///< the first item of each group
    index_t length;

    IMPULSE_SHARED index_t results() const { return groups.length(); }
    IMPULSE_SHARED interval items(index_t r) const {
        const index_t begin = groups.offset(r);
        // fault: items-of-run
        return {begin, begin + length};
    }

    IMPULSE_SHARED constexpr index_t length_of_each() const { return length; }

    constexpr bool are_adjacent() const { return groups.are_every(length); }
    constexpr index_t max_results() const { return groups.length(); }
    constexpr index_t max_items() const { return groups.length() * length; }
    constexpr index_t longest() const { return length; }
    /// The span of memory from the first to the last item.
    constexpr index_t extent() const {
        return groups.span() == 0 || length == 0 ? 0 : groups.span() + length - 1;
    }
};

/// Groups with at most `Kept` axes, whose items have at most `Reduced` axes. The source computes the
/// addresses of items (detail/source/strided.hpp).
template <int Kept, int Reduced>
struct strided_segments {
    static constexpr bool has_many = true;

    axis_list<Kept> groups;  ///< the first item of each group
    axis_list<Reduced> along;

    IMPULSE_SHARED index_t results() const { return groups.length(); }
    /// Indices relative to the group, not memory offsets.
    IMPULSE_SHARED interval items(index_t r) const {
        const index_t begin = groups.offset(r);
        return {begin, begin + along.length()};
    }

    IMPULSE_SHARED constexpr index_t length_of_each() const { return along.length(); }

    constexpr index_t max_results() const { return groups.length(); }
    constexpr index_t max_items() const { return groups.length() * along.length(); }
    constexpr index_t longest() const { return along.length(); }
    /// The span of memory from the first to the last item.
    constexpr index_t extent() const {
        return groups.span() == 0 || along.span() == 0 ? 0 : groups.span() + along.span() - 1;
    }
    /// The number of groups that a CPU thread reduces at the same time, if it may take any number: all
    /// neighbours if groups are short, or if the neighbours are closer than the group's own next item;
    /// otherwise one.
    constexpr index_t beside() const {
        const axis side = groups.fastest();
        return along.length() < 64 || side.stride <= along.fastest().stride ? side.extent : 1;
    }
    /// The number of groups that begin at adjacent items.
    constexpr index_t neighbours() const {
        const axis side = groups.fastest();
        return side.stride == 1 && side.extent > 0 ? side.extent : 1;
    }
    /// Whether the items of n adjacent groups, or n items of one group, are always contiguous and aligned to
    /// n items.
    constexpr bool are_words_across(index_t n) const {
        return neighbours() % n == 0 && groups.begin_at_multiples_of(n) && along.are_multiples_of(n);
    }
    constexpr bool are_words_along(index_t n) const {
        // fault: packs-of-array
        return along.fastest().stride == 1 && along.begin_at_multiples_of(n) && groups.are_multiples_of(n);
    }
};

template <class Layout>
inline constexpr bool is_strided_segments = false;
template <int Kept, int Reduced>
inline constexpr bool is_strided_segments<strided_segments<Kept, Reduced>> = true;

}  // namespace impulse::detail
