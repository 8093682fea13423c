// SPDX-License-Identifier: Apache-2.0
/// \file
/// `part`: the items [first, first + count) of a longer input, with one result for each node of their forest.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/error.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// Nodes have leaves of 2^log2_leaf items. The source begins with the part's first item. If items are stored,
/// each item of an incomplete leaf is a separate result.
struct part {
    static constexpr bool has_many = true;

    number_at<> first;
    number_at<> count;
    int log2_leaf;
    bool keeps_items = false;

    IMPULSE_SHARED part_extent extent() const {
        const index_t begin = first();
        return {begin, begin + count(), log2_leaf, keeps_items};
    }
    /// The part's leaves.
    IMPULSE_SHARED interval leaves() const { return extent().leaves(); }
    IMPULSE_SHARED index_t results() const { return extent().count(); }
    IMPULSE_SHARED interval items(index_t r) const {
        const part_extent all = extent();
        const index_t head = all.head_end() - all.begin;
        // fault: item-of-part
        if (r < head) return {r, r + 1};
        const interval whole = all.leaves();
        index_t node = head;
        for (index_t at = whole.begin; at < whole.end; ++node) {
            const interval span = first_node(at, whole.end);
            if (node == r) {
                const index_t end = (span.end << log2_leaf) - all.begin;
                const index_t most = all.tail_begin() - all.begin;
                // fault: items-of-part
                return {(span.begin << log2_leaf) - all.begin, end < most ? end : most};
            }
            at = span.end;
        }
        const index_t item = all.tail_begin() - all.begin + (r - node);
        return {item, item + 1};
    }

    constexpr index_t max_results() const {
        return max_nodes + (keeps_items ? 2 * ((index_t{1} << log2_leaf) - 1) : 0);
    }
    constexpr index_t max_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
};

/// Throws unless a part begins at the beginning of a leaf.
inline void require_whole_leaf(const char* argument, index_t begin, index_t leaf) {
    const index_t before = begin - begin % leaf;
    if (before != begin)
        detail::bad_argument({argument, " is ", begin, "; it must be a multiple of the operator's leaf, ",
                              leaf, " (such as ", before, " or ", before + leaf, ")"});
}

}  // namespace impulse::detail
