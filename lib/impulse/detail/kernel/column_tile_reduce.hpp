// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces a column tile, which is adjacent results of strided items, by the warps of a block.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/column_tile_leaves.hpp>
#include <impulse/detail/kernel/column_tile_warp.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The number of steps of a warp that are one node, as a power of two.
inline constexpr int max_log2_steps = 10;        ///< if results are cut into subtrees
inline constexpr int max_log2_steps_uncut = 30;  ///< if they are not

/// How many warps of a block may share a column tile: they exchange at most 16 KiB.
IMPULSE_SHARED constexpr int row_warps_for(int sets, int partial_bytes) {
    const int most = detail::power_within(kernel_tuning::exchanged_bytes / (32 * sets * partial_bytes));
    return most < 2 ? 2 : most < kernel_tuning::max_row_warps ? most : kernel_tuning::max_row_warps;
}
/// The number of values that these warps exchange, for each lane of a warp.
template <class Acc>
consteval int exchanged_by_rows(int sets) {
    return row_warps_for(sets, static_cast<int>(sizeof(uninitialized<Acc>))) / 2 * sets;
}

/// Reduces the `results` results of a block's column tiles over `range`, and calls give(result, value) once
/// for each. All threads of the block must make the call. The warps that share a column tile take
/// 2^log2_share leaves each.
template <class Acc, int Steps, class Block, class Leaves, class Op, class Give>
IMPULSE_INLINE void reduce_column_tiles(Block& block, const Leaves& leaves, const op_adaptor<Acc, Op>& join,
                                        const column_tile& by, int results, interval range, int log2_share,
                                        const Give& give) {
    constexpr int sets = Leaves::share.sets;
    constexpr int width = Block::warp_width;
    const auto warp = block.warp();
    const int column = block.warp_rank() / by.warps_per_column;
    const int row = block.warp_rank() % by.warps_per_column;
    const int first = column * by.width();
    const int count = results - first < by.width() ? results - first : by.width();
    const index_t begin = range.begin + (index_t{row} << log2_share);
    const index_t end = begin + (index_t{1} << log2_share);
    const interval mine{begin, end < range.end ? end : range.end};
    const Leaves own = leaves.after(first);
    const column_tile_lane<width> lane(warp.rank(), by, own.loads(by.loads), count);
    uninitialized<Acc> total[std::size_t{sets}];
    if (mine && count > 0)
        column_tile_warp<Acc, std::remove_const_t<decltype(warp)>, Leaves, Op, Steps>{warp, lane, own, join}
            .reduce(mine, total);
    IMPULSE_NO_UNROLL
    for (int d = 1; d < by.warps_per_column; d *= 2) {
        uninitialized<Acc>* const shared =
            block.template exchange<uninitialized<Acc>, exchanged_by_rows<Acc>(sets) * width>();
        uninitialized<Acc>* const passed =
            shared + (column * (by.warps_per_column / (2 * d)) + row / (2 * d)) * sets * width + warp.rank();
        if ((row & (2 * d - 1)) == d) {
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s)
                if (mine && lane.has_value(s)) passed[s * width] = total[s];
        }
        // fault: rows-meet
        block.sync();
        // fault: row-is-there
        if ((row & (2 * d - 1)) == 0 && begin + (index_t{d} << log2_share) < range.end) {
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s)
                if (lane.has_value(s))
                    total[s] = uninitialized<Acc>(join(std::move(*total[s]), Acc(*passed[s * width])));
        }
    }
    if (row != 0) return;
    IMPULSE_UNROLL
    for (int s = 0; s < sets; ++s)
        if (lane.has_value(s)) give(first + lane.result(s), total[s]);
}

}  // namespace impulse::detail
