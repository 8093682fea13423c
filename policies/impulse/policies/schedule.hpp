// SPDX-License-Identifier: Apache-2.0
/// \file
/// Schedules: which block takes which piece, and where the pieces of a long result meet. A policy is a schedule with a
/// place, a memory and a shape; a schedule of your own is one file.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/work.hpp>
#include <impulse/plan.hpp>

#include <concepts>

namespace impulse {
inline namespace IMPULSE_ABI {

/// - `cuts`: whether a result may be cut into several pieces; `fetches`: whether blocks fetch their turns;
/// - `launches(plan)`: how many launches there are, and `blocks(plan, launch)`: the grid of each;
/// - `run(block, work, launch)`: what a block does, called by each of its threads. Every turn of the work is taken once, by
///   `work.take(block, turn)` for a turn in [0, work.turns), in any order and by any block; then, if `work.meets`, the cells
///   of every result are joined once, by a block that sees what all others wrote, or where `Work::may_wait` by one that knows
///   that all others have begun: `work.join_all(block, r, step)` joins
///   those of the results r, r + step, ... A block is block.grid_rank() of block.grid_size(). On a GPU `run` is
///   IMPULSE_SHARED.
template <class S>
concept schedule = requires(const plan& p) {
    { S::cuts } -> std::convertible_to<bool>;
    { S::fetches } -> std::convertible_to<bool>;
    { S::launches(p) } -> std::convertible_to<int>;
    { S::blocks(p, 0) } -> std::convertible_to<index_t>;
};

namespace detail {

/// One launch of a schedule, as it is called on every thread of a grid.
template <class Schedule, class Problem, class Cells>
struct scheduled {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;

    work<Problem, Cells> todo;
    int launch;

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        if (launch == 0) todo.begin(block);
        Schedule::run(block, todo, launch);
    }
};

/// What most schedules say of launches: one, of the whole grid.
struct one_launch {
    static constexpr bool cuts = true;
    static constexpr bool fetches = false;
    static constexpr int launches(const plan&) { return 1; }
    static constexpr index_t blocks(const plan& p, int) { return p.blocks; }
};

/// A block takes its share of the turns: on a GPU, whose blocks run side by side, every grid_size()-th one; on the host,
/// whose threads have caches of their own, neighbours.
IMPULSE_NO_EXEC_CHECK
template <class Block, class Work>
IMPULSE_SHARED void take_share(Block& block, const Work& work) {
    if constexpr (Block::is_one_thread) {
        const interval mine = even_split::of(work.turns, block.grid_size()).share(block.grid_rank());
        for (index_t turn = mine.begin; turn < mine.end; ++turn) work.take(block, turn);
    } else {
        IMPULSE_NO_UNROLL
        for (index_t turn = block.grid_rank(); turn < work.turns; turn += block.grid_size())
            work.take(block, turn);
    }
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
