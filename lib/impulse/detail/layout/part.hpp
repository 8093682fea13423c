// SPDX-License-Identifier: Apache-2.0
/// \file
/// `part`: the items [first, first + count) of a longer input; a result for each node of its forest.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/layouts.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/error.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Nodes are of leaves of 2^log2_leaf items; the source begins at the part's first item.
struct part {
    static constexpr bool has_many = true;

    number_at<> first;
    number_at<> count;
    int log2_leaf;

    /// The part's leaves.
    IMPULSE_SHARED interval leaves() const {
        const index_t begin = first(), n = count();
        return {begin >> log2_leaf, n > 0 ? shift_up(begin + n, log2_leaf) : begin >> log2_leaf};
    }

    IMPULSE_SHARED index_t results() const {
        const interval all = leaves();
        return count_nodes(all.begin, all.end);
    }
    IMPULSE_SHARED interval items(index_t r) const {
        const interval all = leaves();
        interval node = first_node(all.begin, all.end);
        for (; r > 0; --r) node = first_node(node.end, all.end);
        const index_t origin = first();
        const index_t end = (node.end << log2_leaf) - origin;
        const index_t most = count();
        // fault: items-of-part
        return {(node.begin << log2_leaf) - origin, end < most ? end : most};
    }

    constexpr index_t max_results() const { return max_nodes; }
    constexpr index_t max_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
};

/// Throws unless a part begins at the begin of a leaf.
inline void require_whole_leaf(const char* argument, index_t begin, index_t leaf) {
    const index_t before = begin - begin % leaf;
    if (before != begin)
        detail::bad_argument({argument, " is ", begin, "; it must be a multiple of the operator's leaf, ",
                              leaf, " (such as ", before, " or ", before + leaf, ")"});
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
