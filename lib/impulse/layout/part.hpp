// SPDX-License-Identifier: Apache-2.0
/// \file
/// `part`: the items [first, first + count) of a longer input; a result for each node of its forest.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/layout.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Nodes are of leaves of 2^log2_leaf items; the source begins with the part's first item.
struct part {
    static constexpr bool has_many = true;
    static constexpr bool counts_late = true;

    counted first;
    counted count;
    int log2_leaf;

    /// The part's leaves.
    IMPULSE_SHARED interval leaves() const {
        const index_t begin = first();
        return {begin >> log2_leaf, shift_up(begin + count(), log2_leaf)};
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
        return {(node.begin << log2_leaf) - origin, end < most ? end : most};
    }
    IMPULSE_SHARED index_t pieces(index_t r, int log2) const {
        return detail::pieces_of(items(r).size(), log2);
    }
    IMPULSE_SHARED index_t first_piece(index_t r, int log2) const { return walk(r, -1, log2).position; }
    IMPULSE_SHARED piece locate(index_t p, int log2) const { return walk(-1, p, log2); }
    IMPULSE_SHARED bool has(piece p, int) const { return p.result < results(); }

    constexpr index_t most_results() const { return most_nodes; }
    constexpr index_t most_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
    /// Of nodes that are no longer than a piece each is one.
    constexpr index_t most_pieces(int log2) const {
        return count.most <= index_t{1} << log2 ? most_nodes : (count.most >> log2) + most_nodes;
    }

  private:
    /// Counts pieces from node to node: to piece `p` (its result, and its position there), or before result `r` (their
    /// number, as `position`), or to the end.
    IMPULSE_SHARED piece walk(index_t r, index_t p, int log2) const {
        const interval all = leaves();
        const int log2_leaves = log2 - log2_leaf;
        index_t before = 0;
        index_t number = 0;
        for (index_t at = all.begin; at < all.end && number != r; ++number) {
            const interval node = first_node(at, all.end);
            const index_t its = shift_up(node.size(), log2_leaves);
            if (p >= 0 && p < before + its) return {number, p - before};
            before += its;
            at = node.end;
        }
        return {number, before};
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
