// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces leaves to one value, by a team of threads: the warps of a block together, or one warp. It reduces
/// by the tree, or in any order.
///
/// The warps take tiles in turn, so that a block reads one window of memory at a time.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/serial.hpp>
#include <impulse/detail/kernel/butterfly_combine.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/shared_memory_combine.hpp>
#include <impulse/detail/kernel/single_tile.hpp>
#include <impulse/detail/kernel/thread_reduce.hpp>
#include <impulse/detail/kernel/tile_range.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/binary_counter.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// For warps whose number of lanes may not be a power of two: the largest power of two of the lanes take a
/// leaf each, and lane 0 stores the waiting nodes.
template <class Acc, class Warp, class Leaves, class Op>
IMPULSE_SHARED uninitialized<Acc> reduce_in_partial_warp(const Warp& warp, const Leaves& leaves,
                                                         interval range, const op_adaptor<Acc, Op>& join) {
    // fault: short-warp-window
    const index_t lanes = floor_power(warp.size());
    waiting_in_array<Acc, Op> waiting(join);
    uninitialized<Acc> node;
    std::uint64_t count = 0;
    for (index_t at = range.begin; at < range.end; at += lanes, ++count) {
        const index_t remaining = range.end - at < lanes ? range.end - at : lanes;
        if (warp.rank() < remaining) node = uninitialized<Acc>(leaves[at + warp.rank()]);
        detail::reduce_warp<Acc>(warp, node, static_cast<int>(remaining), join);
        if (warp.rank() == 0) detail::put_node(waiting, node, count, range.end - at <= lanes);
    }
    return node;
}

/// The node of a tile, in lane 0; the first `remaining` leaves are valid, or `All`.
template <bool All, class Acc, class Tiles, class Warp, class Op, class Load>
IMPULSE_INLINE uninitialized<Acc> node_of_warp_tile(const Tiles& all, const Warp& warp, int remaining,
                                                    const op_adaptor<Acc, Op>& join, const Load& load) {
    if constexpr (Tiles::max_rounds > 1) {
        using tree =
            shared_memory_combine<All, Tiles::PerLane, Tiles::Loads, Tiles::max_rounds, Acc, Warp, Op>;
        return tree(warp, remaining, join, all.rounds(), {detail::shared(all.warp_smem())})(load);
    } else {
        return butterfly_combine<All, Tiles::PerLane, Tiles::Loads, Acc, Warp, Op>(warp, remaining,
                                                                                   join)(load(0));
    }
}

/// Reduces a range of tiles by the tree; the range begins at a multiple of its length rounded up to a power
/// of two. The team takes as many tiles at a time as a warp has lanes; the first warp joins their nodes, one
/// for each lane.
template <class Acc, class Team, class Tiles, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_by_tree(Team& team, const Tiles& all,
                                                 const op_adaptor<Acc, Op>& join) {
    using warp_type = decltype(team.warp);
    constexpr int width = warp_type::width;
    const int lane = team.warp.rank();
    const index_t tiles = all.count();
    binary_counter<Acc, warp_type, Op> counter(team.warp, join);
    IMPULSE_NO_UNROLL
    for (index_t first = 0; first < tiles; first += width) {
        // fault: window-count
        const int count = tiles - first < width ? static_cast<int>(tiles - first) : width;
        [[maybe_unused]] uninitialized<Acc>* shared = nullptr;
        if constexpr (Team::is_block) {
            if (tiles > 1) shared = team.block.template exchange<uninitialized<Acc>>();
        }
        uninitialized<Acc> mine;
        // fault: turns-of-warp
        IMPULSE_NO_UNROLL
        for (int t = team.takes_part() ? team.rank() : count; t < count; t += team.warps()) {
            const uninitialized<Acc> node = all.load(
                first + t,
                [&](const auto& load) {
                    return detail::node_of_warp_tile<true, Acc>(all, team.warp, 0, join, load);
                },
                [&](const auto& load, int remaining) {
                    // fault: tile-in-part
                    return detail::node_of_warp_tile<false, Acc>(all, team.warp, remaining, join, load);
                });
            if constexpr (Team::is_block) {
                if (tiles == 1)
                    mine = node;
                else if (lane == 0)
                    // fault: node-of-warp
                    shared[t] = node;
            } else {
                // fault: node-of-lane
                mine = detail::choose(lane == t, team.warp.shuffle(node, 0), mine);
            }
        }
        if constexpr (Team::is_block) {
            if (tiles > 1) {
                // fault: window-meets
                team.block.sync();
                // fault: window-fetch
                if (team.rank() == 0 && lane < count) mine = shared[lane];
            }
        }
        if (team.rank() == 0) {
            // fault: window-join
            detail::reduce_warp<Acc>(team.warp, mine, count, join);
            if (tiles <= width) return mine;
            // fault: window-number
            counter.put(mine, static_cast<std::uint32_t>(first / width));
        }
    }
    // fault: windows-of-tiles
    return team.rank() == 0 ? counter.all(static_cast<std::uint32_t>(shift_up(tiles, log2_floor(width))))
                            : uninitialized<Acc>();
}

/// Reduces in any order: each lane has a running value, and these are joined at the end.
template <class Acc, class Team, class Tiles, class Op>
IMPULSE_INLINE uninitialized<Acc> unordered_reduce(Team& team, const Tiles& all,
                                                   const op_adaptor<Acc, Op>& join) {
    using warp_type = decltype(team.warp);
    constexpr int width = warp_type::width;
    constexpr int PerLane = Tiles::PerLane;
    constexpr int Loads = Tiles::Loads;
    const int first = team.warp.rank() * PerLane;
    const index_t tiles = all.count();
    const index_t warps = team.warps();
    const index_t rank = team.rank();
    uninitialized<Acc> running;
    bool begun = false;
    const auto add = [&](const uninitialized<Acc>& more) {
        // fault: running-join
        running = begun ? uninitialized<Acc>(join(std::move(*running), Acc(*more))) : more;
        begun = true;
    };
    // fault: turns-of-lanes
    IMPULSE_NO_UNROLL
    for (index_t t = team.takes_part() ? rank : tiles; t < tiles; t += warps)
        all.load(
            t,
            [&](const auto& load) {
                add(detail::thread_reduce<Loads * PerLane, Acc>(load(0), join, all_valid{}));
            },
            [&](const auto& load, int remaining) {
                const auto loaded = load(0);
                // fault: lane-has-leaves
                if (first < remaining)
                    add(detail::thread_reduce_some<PerLane, Loads, width, Acc>(loaded, join,
                                                                               remaining - first));
            });
    // fault: leaves-of-warp
    const index_t remaining = all.size() - rank * all.each();
    // fault: filled-lanes
    const index_t filled = remaining > 0 ? shift_up(remaining, log2_floor(PerLane)) : 0;
    if (team.takes_part())
        detail::reduce_warp<Acc>(team.warp, running, filled < width ? static_cast<int>(filled) : width, join);
    if constexpr (Team::is_block)
        // fault: warps-with-tiles
        detail::join_warps<Acc>(team.block, running, static_cast<int>(tiles < warps ? tiles : warps), join);
    return running;
}

/// A team's value of a non-empty range of tiles, in its first thread. Every thread of the team must make the
/// call.
template <class Acc, class Team, class Tiles, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_tiles(Team& team, const Tiles& all,
                                               const op_adaptor<Acc, Op>& join) {
    if constexpr (freedom_v<std::remove_const_t<Op>, Acc> == grouping::reorder)
        return detail::unordered_reduce<Acc>(team, all, join);
    else
        return detail::reduce_by_tree<Acc>(team, all, join);
}
/// The same for a non-empty `range` of leaves.
template <class Acc, class Team, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_in_team(Team& team, const Leaves& leaves, interval range,
                                                 const op_adaptor<Acc, Op>& join,
                                                 unsigned char* warp_smem = nullptr) {
    if constexpr (Leaves::may_be_few) {
        constexpr int of_warp = decltype(team.warp)::width * Leaves::shape.few();
        // fault: once-in-warps
        if (range.size() <= index_t{team.warps()} * of_warp)
            return detail::reduce_single_tile<Acc>(team, leaves, range, join);
    }
    const tile_range<decltype(team.warp), Leaves> all(team.warp, leaves, range, team.warps(), warp_smem);
    return detail::reduce_tiles<Acc>(team, all, join);
}

/// A block's value of the non-empty `range`, in thread 0. Each warp reduces an equal part alone, through its
/// own shared memory.
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_by_warps(Block& block, const Leaves& leaves, interval range,
                                                  const op_adaptor<Acc, Op>& join) {
    const int log2_warps = log2_floor(block.warps());
    const int log2_all = log2_floor(ceil_power(range.size()));
    const int log2_each = log2_all > log2_warps ? log2_all - log2_warps : 0;
    const index_t begin = range.begin + (index_t{block.warp_rank()} << log2_each);
    const index_t end = begin + (index_t{1} << log2_each);
    // fault: part-of-warp
    const interval mine{begin, end < range.end ? end : range.end};
    warp_team<decltype(block.warp())> team{block.warp()};
    uninitialized<Acc> node;
    if (mine) {
        const staged_tiles<decltype(team.warp), Leaves> all(team.warp, leaves, mine, block.warp_smem());
        node = detail::reduce_tiles<Acc>(team, all, join);
    }
    detail::join_warps<Acc>(block, node, static_cast<int>(shift_up(range.size(), log2_each)), join);
    return node;
}

/// A warp's value of `range`, in lane 0. An empty range has no value. Every lane must make the call.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_in_warp(const Warp& warp, const Leaves& leaves, interval range,
                                                 const op_adaptor<Acc, Op>& join) {
    if (!range) return uninitialized<Acc>();
    if constexpr (Warp::width == 1) {
        return uninitialized<Acc>(detail::reduce_serially<Acc>(leaves, range, join));
    } else if constexpr (Warp::is_whole) {
        warp_team<Warp> team{warp};
        return detail::reduce_in_team<Acc>(team, leaves, range, join);
    } else {
        return detail::reduce_in_partial_warp<Acc>(warp, leaves, range, join);
    }
}

/// A block's value of `range`, in thread 0. An empty range has no value. Every thread must make the call.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_in_block(Block& block, const Leaves& leaves, interval range,
                                                  const op_adaptor<Acc, Op>& join) {
    if (!range) return uninitialized<Acc>();
    if constexpr (!Block::is_one_thread && requires { Leaves::shape.rounds; })
        static_assert(Leaves::shape.rounds == 1 || has_smem<Block>,
                      "several rounds need shared memory for nodes");
    if constexpr (Block::is_one_thread) {
        return uninitialized<Acc>(detail::reduce_serially<Acc>(leaves, range, join));
    } else if constexpr (Leaves::staged.leaves > 0 && has_smem<Block>) {
        return detail::reduce_by_warps<Acc>(block, leaves, range, join);
    } else if constexpr (Block::whole_warps) {
        block_team<Block, decltype(block.warp())> team{block.warp(), block, block.warps()};
        if constexpr (Leaves::shape.rounds > 1)
            return detail::reduce_in_team<Acc>(team, leaves, range, join, block.warp_smem());
        else
            return detail::reduce_in_team<Acc>(team, leaves, range, join);
    } else {
        const int whole = block.size() / Block::warp_width;
        if (whole == 0) return detail::reduce_in_partial_warp<Acc>(block.warp(), leaves, range, join);
        block_team<Block, decltype(block.whole_warp())> team{block.whole_warp(), block, whole};
        return detail::reduce_in_team<Acc>(team, leaves, range, join);
    }
}

}  // namespace impulse::detail
