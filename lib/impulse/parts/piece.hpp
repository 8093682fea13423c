// SPDX-License-Identifier: Apache-2.0
/// \file
/// Leaves → one value, by the threads of a block.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/collectives.hpp>
#include <impulse/parts/serial.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/parts/tile.hpp>
#include <impulse/tree/nodes.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The value of `range` of the leaves, in thread 0 of a block, of which warp w takes the leaves from w 2^log2_share on; or,
/// where each warp has a range of its own (`alone`), in lane 0 of each. An empty range gives nothing. Every thread must call.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE cell<Acc> reduce_in_block(Block& block, const Leaves& leaves, interval range, int log2_share, bool alone,
                                         const joining<Acc, Op>& join) {
    cell<Acc> mine;
    if constexpr (Block::is_one_thread) {
        if (range.size() > 0) mine = cell<Acc>(detail::reduce_serially<Acc>(leaves, range, join));
    } else {
        interval share = range;
        if (!alone) {
            share.begin += index_t{block.warp_rank()} << log2_share;
            const index_t end = share.begin + (index_t{1} << log2_share);
            share.end = end < range.end ? end : range.end;
        }
        if (share) {
            if constexpr (Block::whole_warps) {
                mine = detail::reduce_leaves<Acc>(block.warp(), leaves, share, join);
            } else if (block.warp().size() == Block::warp_width) {
                mine = detail::reduce_leaves<Acc>(block.whole_warp(), leaves, share, join);
            } else {
                mine = detail::reduce_leaves<Acc>(block.warp(), leaves, share, join);
            }
        }
        if (!alone) detail::join_warps<Acc>(block, mine, static_cast<int>(shift_up(range.size(), log2_share)), join);
    }
    return mine;
}

/// The same where no plan says how many leaves a warp takes: a tile, or so many that the block's warps suffice. As few
/// warps as will do, so that few leaves are one warp's.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE cell<Acc> reduce_alone(Block& block, const Leaves& leaves, interval range,
                                      const joining<Acc, Op>& join) {
    int share = log2_floor(index_t{Block::warp_width} * Leaves::shape.per_lane());
    while (index_t{block.warps()} << share < range.size()) ++share;
    return detail::reduce_in_block<Acc>(block, leaves, range, share, false, join);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
