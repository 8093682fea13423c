// SPDX-License-Identifier: Apache-2.0
/// \file
/// The aligned nodes of the tree that cover a range of positions.
///
/// Level l, number k covers the positions [k 2^l, (k + 1) 2^l).
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The first node of a range: the largest aligned node in [begin, end) that begins at `begin`.
IMPULSE_SHARED constexpr interval first_node(index_t begin, index_t end) {
    const index_t most = floor_power(end - begin);
    const index_t aligned = begin & -begin;  // 0 is aligned to everything
    // fault: node-alignment
    return {begin, begin + (aligned != 0 && aligned < most ? aligned : most)};
}

/// The most nodes of a range of positions up to 2^62: sizes increase to the largest node, then decrease.
inline constexpr int max_nodes = 126;

/// The number of nodes of [begin, end).
IMPULSE_SHARED constexpr int count_nodes(index_t begin, index_t end) {
    int count = 0;
    for (; begin < end; ++count) begin = first_node(begin, end).end;
    return count;
}

/// How a part splits its items [begin, end): whole leaves, and if items are stored, the items of incomplete
/// leaves before and after them.
struct part_extent {
    index_t begin;
    index_t end;
    int log2_leaf;
    bool keeps_items;

    /// The end of the items before the first whole leaf.
    IMPULSE_SHARED constexpr index_t head_end() const {
        if (!keeps_items) return begin;
        const index_t first = shift_up(begin, log2_leaf) << log2_leaf;
        return first < end ? first : end;
    }
    /// The beginning of the items after the last whole leaf.
    IMPULSE_SHARED constexpr index_t tail_begin() const {
        if (!keeps_items) return end;
        const index_t head = head_end(), last = end >> log2_leaf << log2_leaf;
        return last < head ? head : last;
    }
    /// The leaves between; if items are not stored, the last leaf may be shorter.
    IMPULSE_SHARED constexpr interval leaves() const {
        const index_t first = head_end(), last = tail_begin();
        if (first >= last) return {first >> log2_leaf, first >> log2_leaf};
        return {first >> log2_leaf, shift_up(last, log2_leaf)};
    }
    /// The number of nodes and items.
    IMPULSE_SHARED constexpr int count() const {
        const interval whole = leaves();
        return static_cast<int>(head_end() - begin + (end - tail_begin())) +
               count_nodes(whole.begin, whole.end);
    }
};

}  // namespace impulse::detail
