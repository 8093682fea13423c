// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces a column tile, which is adjacent results of strided items: nodes that wait for their sibling, a
/// warp's part of the tile, and then the warps of a block.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/butterfly_combine.hpp>
#include <impulse/detail/kernel/column_stages.hpp>
#include <impulse/detail/kernel/column_tile_leaves.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Joins nodes of equal size as they arrive, for `Sets` columns at once; each column has at most 2^Steps
/// nodes. The compiler knows the indices of the lowest levels, which change most often, so they are in
/// registers.
template <class Acc, class Op, int Sets, int Steps>
class column_counter {
  public:
    using nodes = uninitialized<Acc>[std::size_t{Sets}];  ///< one for each column

  private:
    /// The number of lowest levels whose waiting nodes are kept in registers, limited by their size.
    static constexpr int max_low =
        (std::min)(int{kernel_tuning::levels_in_registers},
                   kernel_tuning::waiting_bytes / (Sets * int{sizeof(uninitialized<Acc>)}));
    static constexpr int few = (std::max)(1, max_low);
    static constexpr std::size_t others = Steps + 1 - max_low;

  public:
    /// The waiting nodes. They are arrays of the caller, because the compiler would not let members share
    /// stack memory with those of another counter.
    using low_levels = nodes[std::size_t{few}];
    using other_levels = nodes[others];

    IMPULSE_INLINE explicit column_counter(const op_adaptor<Acc, Op>& join) : join_(join) {}

    /// Adds node number t of each column for which has_value(column) is true; after the last node `node` has
    /// the value.
    template <int Level = 0, class Has>
    IMPULSE_INLINE void put(nodes& node, std::uint32_t t, bool last, const Has& has_value, low_levels& low,
                            other_levels& high) const {
        if constexpr (Level < max_low) {
            if ((t >> Level & 1) != 0)
                join_waiting(low[Level], node, has_value);
            else if (!last)
                return wait(node, low[Level]);
            put<Level + 1>(node, t, last, has_value, low, high);
        } else {
            int level = max_low;
            IMPULSE_NO_UNROLL
            for (; t >> level != 0; ++level) {
                if ((t >> level & 1) != 0)
                    join_waiting(high[level - max_low], node, has_value);
                else if (!last)
                    break;
            }
            // fault: level-that-waits
            if (!last) wait(node, high[level - max_low]);
        }
    }

  private:
    IMPULSE_INLINE void join_waiting(const nodes& waiting, nodes& node, const auto& has_value) const {
        IMPULSE_UNROLL
        for (int s = 0; s < Sets; ++s)
            // fault: rows-that-wait
            if (has_value(s)) node[s] = uninitialized<Acc>(join_(Acc(*waiting[s]), std::move(*node[s])));
    }
    IMPULSE_INLINE static void wait(const nodes& node, nodes& waiting) {
        IMPULSE_UNROLL
        for (int s = 0; s < Sets; ++s) waiting[s] = node[s];
    }

    const op_adaptor<Acc, Op>& join_;
};

/// A warp's part of a column tile. `Leaves` is a type of detail/kernel/column_tile_leaves.hpp. There are at
/// most 2^Steps steps.
template <class Acc, class Warp, class Leaves, class Op, int Steps>
struct column_tile_warp {
    static constexpr int each = Leaves::share.each;
    static constexpr int sets = Leaves::share.sets;
    static constexpr int width = Warp::width;
    using nodes = uninitialized<Acc>[std::size_t{sets}];  ///< one of each set

    const Warp& warp;
    const column_tile_lane<width>& lane;
    const Leaves& leaves;
    const op_adaptor<Acc, Op>& join;
    unsigned char* smem;  ///< of the warp, if it may stage rows

    /// Computes the nodes of the results over the non-empty `range`, which begins at a multiple of its length
    /// rounded up to a power of two. Surplus lanes and columns repeat the work of others if all leaves are
    /// valid.
    IMPULSE_INLINE void reduce(interval range, nodes& total) const {
        const auto within = [&](int s) {
            // fault: row-of-slot
            return (((s >> lane.log2_columns_per_lane) << lane.log2_others) + lane.other) * each;
        };
        const auto result = [&](int s) {
            const int r = lane.result(s & (lane.columns_per_lane - 1));
            return r < lane.results ? r : 0;
        };
        index_t from[std::size_t{sets}];
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) from[s] = leaves.from(result(s), within(s), lane.loads);
        using counter_type = column_counter<Acc, Op, sets, Steps>;
        const counter_type counter(join);
        typename counter_type::low_levels low;
        typename counter_type::other_levels others;
        const index_t step = index_t{(sets >> lane.log2_columns_per_lane) * each}
                             << lane.log2_others;  // see column_tile::step
        std::uint32_t t = 0;
        index_t at = range.begin;
        const auto put = [&] {
            if (!lane.idle && lane.other == 0)
                counter.put(
                    total, t, range.end - at <= step, [&](int s) { return lane.has_value(s); }, low, others);
        };
        const auto join_whole = [&](auto& loaded) {
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) total[s] = loaded[s].template node<true>(join);
            join_others<true>(loaded, total);
            join_columns<true>(loaded, total);
            put();
        };
        // The loops are separate, because the registers of one would be missing in the others.
        if constexpr (Leaves::may_take_turns) {
            const turn_butterfly<Acc, Warp, column_tile_lane<width>, Op> in_turn{warp, lane, join};
            IMPULSE_NO_UNROLL
            for (; lane.takes_turns() && range.end - at >= step; at += step, ++t) {
                typename Leaves::loaded loaded[std::size_t{sets}];
                leaves.load_in_turn(loaded, from, at, lane);
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) total[s] = in_turn(loaded[s].item);
                join_columns<true>(loaded, total);
                put();
            }
        }
        if constexpr (Leaves::may_be_staged && copies_rows) {
            if (lane.loads == loading::staged) {
                using item_type = typename Leaves::loaded::item_type;
                static_assert(each * sizeof(item_type) % 16 == 0, "a step is whole words of 16 bytes");
                const int row = lane.results;
                int place[std::size_t{sets}];
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) place[s] = within(s) * row + result(s);
                column_stages<Warp, item_type>(warp, leaves.rows(), row, range, static_cast<int>(step), smem)
                    .take([&](const uninitialized<item_type>* items) {
                        typename Leaves::loaded loaded[std::size_t{sets}];
                        IMPULSE_UNROLL
                        for (int s = 0; s < sets; ++s)
                            loaded[s].take_whole(column_of_stage<item_type>{items + place[s], row});
                        join_whole(loaded);
                        at += step, ++t;
                    });
            }
        }
        // fault: whole-step
        IMPULSE_NO_UNROLL
        for (; range.end - at >= step && leaves.are_whole(at + step); at += step, ++t) {
            typename Leaves::loaded loaded[std::size_t{sets}];
            leaves.load_whole(loaded, from, at, lane.loads, within);
            join_whole(loaded);
        }
        IMPULSE_NO_UNROLL
        for (; at < range.end; at += step, ++t) {
            typename Leaves::loaded loaded[std::size_t{sets}];
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                const bool mine = !lane.idle && lane.result(s & (lane.columns_per_lane - 1)) < lane.results;
                leaves.load(loaded[s], leaves.origin_of(from[s], within(s), lane.loads), at + within(s),
                            mine ? range.end : 0);
                if (loaded[s].valid > 0) total[s] = loaded[s].template node<false>(join);
            }
            join_others<false>(loaded, total);
            join_columns<false>(loaded, total);
            put();
        }
    }

  private:
    /// Joins the nodes of lanes that share a result.
    template <bool Whole, class Loaded>
    IMPULSE_INLINE void join_others(const Loaded& loaded, nodes& node) const {
        IMPULSE_NO_UNROLL
        for (int d = 1; d >> lane.log2_others == 0; d *= 2) {
            const bool left = !lane.idle && (lane.other & (2 * d - 1)) == 0;
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                uninitialized<Acc> right =
                    warp.shuffle(node[s], (warp.rank() + d * lane.lanes) & (width - 1));
                // fault: lanes-of-result
                if (left && (Whole || loaded[s].remaining > d * each))
                    node[s] = uninitialized<Acc>(join(std::move(*node[s]), std::move(*right)));
            }
        }
    }
    /// Joins the nodes of columns that share a result.
    template <bool Whole, class Loaded>
    IMPULSE_INLINE void join_columns(const Loaded& loaded, nodes& node) const {
        IMPULSE_UNROLL
        for (int d = 1; d < sets; d *= 2) {
            if (d < lane.columns_per_lane) continue;
            IMPULSE_UNROLL
            for (int s = 0; s + d < sets; ++s)
                // fault: slots-of-result
                if ((s & (2 * d - 1)) < lane.columns_per_lane && !lane.idle && lane.other == 0 &&
                    (Whole || loaded[s + d].valid > 0))
                    node[s] = uninitialized<Acc>(join(std::move(*node[s]), std::move(*node[s + d])));
        }
    }
};

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
    unsigned char* smem = nullptr;
    if constexpr (Leaves::may_be_staged) smem = block.warp_smem();
    if (mine && count > 0)
        column_tile_warp<Acc, std::remove_const_t<decltype(warp)>, Leaves, Op, Steps>{warp, lane, own, join,
                                                                                      smem}
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
