// SPDX-License-Identifier: Apache-2.0
/// \file
/// A warp's part of a column tile.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/column_counter.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Which results of a column tile a lane of a warp works on, and which of their leaves.
template <int Width>
struct column_tile_lane {
    int lanes;
    int columns_per_lane;
    int log2_columns_per_lane;
    int log2_others;  ///< 2^log2_others lanes share the same results
    int other;        ///< the rank of this lane among them
    bool idle;        ///< a surplus lane, which has no result
    loading loads;
    int first;  ///< the first result, and the distance from one column to the next
    int apart;
    int results;

    IMPULSE_INLINE column_tile_lane(int rank, const column_tile& by, loading how, int count)
        : lanes(by.lanes),
          columns_per_lane(by.columns_per_lane),
          log2_columns_per_lane(log2_floor(by.columns_per_lane)),
          log2_others(log2_floor(Width / by.lanes)),
          other(rank / by.lanes),
          idle(other >> log2_others != 0),
          loads(how),
          first(rank % lanes * (loads == loading::across ? columns_per_lane : 1)),
          // fault: slots-apart
          apart(loads == loading::across ? 1 : lanes),
          results(count) {
        if (idle) other = 0;
    }
    /// The result in column s, and whether this lane has its value in the end.
    IMPULSE_INLINE int result(int s) const { return first + apart * s; }
    IMPULSE_INLINE bool has_value(int s) const {
        // fault: slot-has-value
        return !idle && other == 0 && s < columns_per_lane && result(s) < results;
    }
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
        // Two loops: the registers of the second would be missing in the first.
        // fault: whole-step
        IMPULSE_NO_UNROLL
        for (; range.end - at >= step && leaves.are_whole(at + step); at += step, ++t) {
            typename Leaves::loaded loaded[std::size_t{sets}];
            leaves.load_whole(loaded, from, at, lane.loads, within);
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) total[s] = loaded[s].template node<true>(join);
            join_others<true>(loaded, total);
            put();
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
            put();
        }
    }

  private:
    /// Joins the nodes of lanes and columns that share a result.
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

}  // namespace impulse::detail
