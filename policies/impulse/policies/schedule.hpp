// SPDX-License-Identifier: Apache-2.0
/// \file
/// Schedules: which block takes which subtree, and where the partials of a long result are joined. A policy
/// is a schedule with a place, a memory and a shape. Your own schedule is one file.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/backend/host/block.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/plan/plan.hpp>

#include <concepts>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// The work as a schedule sees it, for any reduction. It only declares the members of
/// `detail/kernel/work.hpp`.
struct any_work {
    static constexpr bool may_wait = true;
    counters* shared;
    IMPULSE_SHARED index_t iterations() const;
    IMPULSE_SHARED subtree locate(index_t iteration) const;
    IMPULSE_SHARED std::uint64_t* ticket(const subtree& at) const;
    IMPULSE_SHARED void take(auto& block, const subtree& at) const;
    IMPULSE_SHARED void join(auto& block, const subtree& at) const;
    IMPULSE_SHARED void join_all(auto& block, index_t rank, index_t blocks) const;
};

/// The work that a schedule gets: subtrees, numbered as iterations; a ticket for each result; and functions
/// that reduce a subtree and join the partials of a result. `work` (detail/kernel/work.hpp) is such a type
/// for contiguous results, `column_work` for strided ones. All threads of a block call `take` and `join`.
template <class Work>
concept reduction_work = requires(const Work& work, const subtree& at, on_host::block& block, index_t n) {
    { Work::may_wait } -> std::convertible_to<bool>;
    { work.shared } -> std::convertible_to<counters*>;
    { work.iterations() } -> std::same_as<index_t>;
    { work.locate(n) } -> std::same_as<subtree>;
    { work.ticket(at) } -> std::same_as<std::uint64_t*>;
    { work.take(block, at) } -> std::same_as<void>;
    { work.join(block, at) } -> std::same_as<void>;
    { work.join_all(block, n, n) } -> std::same_as<void>;
};
static_assert(reduction_work<any_work>);

}  // namespace detail

/// Decides which block takes which subtree, and which block joins. All members are static, because a schedule
/// has no state.
/// - `cuts`: whether a result may be split into several subtrees; `fetches`: whether blocks fetch their
/// iterations from a counter;
/// - `launches(tiles)`: the number of launches, and `blocks(tiles, launch)`: the number of blocks of each. A
/// schedule sees only the `tile_plan` of a plan;
/// - `run(block, work, launch)`: what a block does; each of its threads calls it. Some block must take every
/// iteration in [0, work.iterations()) once, in any order. `work.locate(iteration)` is its subtree, and if
/// that `is_present()`, `work.take(block, subtree)` reduces it. A result of several subtrees (`subtree.of`)
/// must then be joined once. The block that joins must see the partials of the result, or, if
/// `Work::may_wait`, must know that all subtrees of the result have started. `work.join(block, subtree)`
/// joins the result of a subtree; `work.join_all(block, rank, blocks)` joins all results, by `blocks` blocks
/// together. `work.ticket(subtree)` is a counter for each result, zero before and after. A block is number
/// block.grid_rank() of block.grid_size(). On a GPU `run` is IMPULSE_SHARED. If `tiles.single_tile`, one
/// launch of one block or cluster takes everything, and the schedule is not used.
template <class Schedule>
concept schedule = requires(const tile_plan& p, on_host::block& block, const detail::any_work& work) {
    { Schedule::cuts } -> std::convertible_to<bool>;
    { Schedule::fetches } -> std::convertible_to<bool>;
    { Schedule::launches(p) } -> std::convertible_to<int>;
    { Schedule::blocks(p, 0) } -> std::convertible_to<index_t>;
    Schedule::run(block, work, 0);
};

namespace detail {

/// One launch of a schedule; every thread of the grid calls it.
template <class Schedule, reduction_work Work>
struct scheduled {
    using problem_type = typename Work::problem_type;
    using accumulator = typename Work::accumulator;
    template <int Width>
    static constexpr int exchanged = block_needs<Work, Width>::exchanged;
    template <int Width>
    static constexpr int warp_smem_bytes = block_needs<Work, Width>::warp_smem_bytes;
    static constexpr bool needs_255_registers = block_needs<Work, 32>::needs_255_registers;
    static constexpr bool takes_single_tile = Work::takes_single_tile;

    Work todo;
    int launch;
    int launches;

    IMPULSE_SHARED const problem_type& problem() const { return todo.problem; }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        static_assert(block_group<Block>,
                      "impulse: runtime<Place>::launch must call its body with a block_group; place.hpp says "
                      "what a block has");
        if constexpr (!Block::is_one_thread && takes_single_tile) {
            if (todo.single_tile) return detail::take_single_tile<Work::in_flight>(block, todo.problem);
        }
        if constexpr (clears && !Block::is_one_thread) {  // a CPU thread leaves zero itself
            if (launch == 0)
                todo.problem.layout.clear(block.grid_rank() * block.size() + block.rank(),
                                          block.grid_size() * block.size());
        }
        if constexpr (Work::lists) {
            if (todo.iterations() == 0) {
                if (clears && launch + 1 == launches) leave_zero(block);
                return;
            }
        }
        Schedule::run(block, todo, launch);
        if constexpr (Schedule::fetches || Work::lists) {
            if (launch + 1 == launches) leave_zero(block);
        }
    }

  private:
    static constexpr bool clears = is_cleared<typename problem_type::layout_type>;

    /// Zeroes the records, because the next call may use the workspace for other things. The last block calls
    /// it, when no other block needs the records.
    IMPULSE_SHARED void leave_zero(auto& block) const {
        block.sync();
        // fault: last-of-queue
        if (!last_block_guard(&todo.shared->done).is_last(block)) return;
        if constexpr (Work::lists) {
            // fault: clear-list
            todo.list.clear(todo.iterations(), block.rank(), block.size());
            block.sync();
        }
        if constexpr (clears) todo.problem.layout.leave_zero(block.rank(), block.size());
        if (block.rank() != 0) return;
        // fault: queue-reset
        detail::store_relaxed(&todo.shared->next, 0);
        detail::store_relaxed(&todo.shared->listed, 0);
    }
};

/// The launches of most schedules: one launch of the whole grid.
struct one_launch {
    static constexpr bool cuts = true;
    static constexpr bool fetches = false;
    static constexpr int launches(const tile_plan&) { return 1; }
    static constexpr index_t blocks(const tile_plan& p, int) { return p.blocks; }
};

/// Calls take(subtree) for a block's share of the iterations. On a GPU, whose blocks run concurrently, the
/// share is every grid_size()-th iteration. On the host, whose threads have their own caches, it is a range
/// of neighbours.
template <class Block, reduction_work Work, class Take>
IMPULSE_SHARED void for_each_share(Block& block, const Work& work, const Take& take) {
    const index_t iterations = work.iterations();
    interval mine{block.grid_rank(), iterations};
    index_t step = block.grid_size();
    if constexpr (Block::is_one_thread) {
        // Few iterations are spread over all blocks, because a thread takes neighbouring blocks.
        // fault: spread-of-blocks
        mine = {iterations * block.grid_rank() / step, iterations * (block.grid_rank() + 1) / step};
        step = 1;
    }
    // fault: turns-of-block
    IMPULSE_NO_UNROLL
    for (index_t iteration = mine.begin; iteration < mine.end; iteration += step) {
        const subtree at = work.locate(iteration);
        if (at.is_present()) take(at);
    }
}

}  // namespace detail
}  // namespace impulse

#include <impulse/detail/base/end.hpp>
