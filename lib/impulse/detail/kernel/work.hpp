// SPDX-License-Identifier: Apache-2.0
/// \file
/// `work`: a reduction as every thread of its grid sees it, with the two steps that a schedule uses: take a
/// subtree, and join the partials of a result.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/single_tile.hpp>
#include <impulse/detail/kernel/subtree_reduce.hpp>
#include <impulse/detail/kernel/tile_range.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// What a call computes: a source, a layout with a result for each group, an operator, and a sink for the
/// results.
template <class Acc, class Source, class Op, class Layout, class Sink>
struct problem {
    using accumulator = Acc;
    using source_type = std::remove_cvref_t<Source>;  // one CPU thread has references
    using operator_type = std::remove_cvref_t<Op>;
    using layout_type = std::remove_cvref_t<Layout>;
    using sink_type = Sink;

    Source source;
    Layout layout;
    Op op;
    Sink sink;
    std::uint32_t zero = 0;  ///< opaque_zero()
};

/// Calls f(source, joins) with the source of a problem and its operator; if calls change these, with copies
/// for this thread.
template <class Problem, class Function>
IMPULSE_INLINE void in_place(const Problem& problem, const Function& f) {
    using acc = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using operator_type = typename Problem::operator_type;
    constexpr bool op_in_place = joins_rvalues<const operator_type, acc> ||
                                 joins_lvalues<const operator_type, acc> || combines<operator_type, acc>;
    std::conditional_t<source_type::in_place, const source_type&, source_type> source = problem.source;
    std::conditional_t<op_in_place, const operator_type&, operator_type> op = problem.op;
    const op_adaptor<acc, std::remove_reference_t<decltype(op)>> joins(op, problem.zero);
    f(source, joins);
}

/// The number of leaves of `items` items.
template <class Problem>
IMPULSE_SHARED constexpr index_t leaves_of(index_t items) {
    constexpr int length = leaf_length<typename Problem::accumulator, typename Problem::operator_type,
                                       typename Problem::source_type::item_type>();
    return divide_up(items, length);
}

/// Computes result r by a whole warp, and finishes it in a sink.
template <class Problem, class Sink, class Warp>
IMPULSE_INLINE void finish_in_warp(const Problem& problem, const Sink& sink, const Warp& warp, index_t r,
                                   interval items) {
    using acc = typename Problem::accumulator;
    detail::in_place(problem, [&](auto& source, const auto& joins) {
        const auto all = detail::leaves_in<kernel_tuning::in_flight_of_segmented>(source, joins, items);
        uninitialized<acc> total = detail::reduce_in_warp<acc>(warp, all, {0, all.count()}, joins);
        if (warp.rank() == 0) sink.finish(r, items.size(), total, joins);
    });
}

/// Reduces all leaves of a range, by one CPU thread, or by blocks whose warps take some once.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_single_tile_in_grid(Block& block, const Leaves& leaves,
                                                             interval range,
                                                             const op_adaptor<Acc, Op>& join) {
    if constexpr (Block::is_one_thread) {
        // fault: leaves-of-one-thread
        return detail::reduce_in_block<Acc>(block, leaves, range, join);
    } else {
        if constexpr (Block::max_clustered == 1)  // a cluster all the same: the card is newer than the code
            if (block.grid_size() > 1) return detail::reduce_in_block<Acc>(block, leaves, range, join);
        return detail::reduce_single_tile_in_cluster<Acc>(block, leaves, range, join);
    }
}

/// Reduces all items of a problem with one result, and finishes it. There are so few items that each warp of
/// the grid (one block or one cluster) takes some once; or one CPU thread takes all, without a plan. A lane
/// loads up to `InFlight` bytes at once.
template <int InFlight, class Block, class Problem>
IMPULSE_INLINE void take_single_tile(Block& block, const Problem& problem) {
    using acc = typename Problem::accumulator;
    const interval items = problem.layout.items(0);
    const bool leader =
        block.rank() == 0 && block.grid_rank() == 0;  // not in the lambda, which nvcc compiles as device code
    detail::in_place(problem, [&](auto& source, const auto& joins) {
        const auto all = detail::leaves_in<InFlight>(source, joins, items);
        uninitialized<acc> value =
            detail::reduce_single_tile_in_grid<acc>(block, all, {0, all.count()}, joins);
        if (leader) problem.sink.finish(0, items.size(), value, joins);
    });
}

/// `Partials` points to the partials in the place's memory; `Fetches`: whether blocks fetch subtrees.
template <class Problem, class Partials, bool Fetches = false>
struct work {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using operator_type = typename Problem::operator_type;

    int log2_subtree;  ///< in leaves, from the plan
    int log2_leaf;
    bool single_tile;  ///< whether everything is taken at once
    index_t subtrees;  ///< at most
    Partials partials;
    subtree_list list;  ///< for a layout of many results: the subtrees of those that are too long for a warp
    counters* shared;
    Problem problem;

    static constexpr bool has_many = Problem::layout_type::has_many;
    static constexpr bool lists = has_many;  ///< whether subtrees come from the list
    /// The number of values that a block of warps of `Width` lanes exchanges at once, for each lane of a
    /// warp.
    template <int Width>
    static constexpr int exchanged = 1;
    static constexpr bool fetches = Fetches && !has_many;
    static constexpr int in_flight = in_flight_under<accumulator, source_type, operator_type, fetches>;
    using leaves_of_subtree = leaves<accumulator, source_type, operator_type, in_flight>;
    template <int Width>
    static constexpr int warp_smem_bytes = warp_smem_bytes_of_leaves<leaves_of_subtree, Width>();
    static constexpr bool needs_255_registers = leaves_of_subtree::staged.needs_255_registers;
    /// Whether there may be so few leaves that they are taken at once.
    static constexpr bool takes_single_tile = !has_many && leaves_of_subtree::staged.leaves == 0;
    /// Whether one value may end the reduction; not with several results, because the others must continue.
    static constexpr bool may_end = !has_many && ends_early<operator_type, accumulator>;
    /// Whether a block may poll the partials of other blocks that have started. (An operator that ends early
    /// needs the ticket to order all writes.)
    static constexpr bool may_wait = are_flagged_values<Partials, accumulator> && !may_end;

    /// The number of iterations; each is a subtree, or nothing.
    IMPULSE_SHARED index_t iterations() const {
        if constexpr (has_many)
            return list.length(&shared->listed);
        else
            return subtrees;
    }
    IMPULSE_SHARED subtree locate(index_t iteration) const {
        if constexpr (has_many) {
            return list.subtrees[iteration].at;
        } else {
            index_t of = subtrees;
            if constexpr (!std::is_same_v<typename Problem::layout_type,
                                          whole_input>)  // memory has the count
                of = detail::subtrees_of(shift_up(problem.layout.items(0).size(), log2_leaf), log2_subtree);
            return {0, iteration, static_cast<std::uint32_t>(iteration), static_cast<std::uint32_t>(of)};
        }
    }
    /// The ticket of a result.
    IMPULSE_SHARED std::uint64_t* ticket(const subtree& at) const {
        return has_many ? &list.subtrees[at.first()].ticket : &shared->ticket;
    }

    /// Reduces a subtree. If it is a whole result, it is finished; otherwise its value is written to its
    /// partial. Every thread of the block must make the call, which takes one barrier.
    IMPULSE_INLINE void take(auto& block, const subtree& at) const {
        const bool meets = at.of > 1;
        const interval items = items_of(at);
        // Not in the lambda, which nvcc compiles as device code even if the block is the host's.
        const bool leader = block.rank() == 0;
        if constexpr (may_end) {
            // If an earlier subtree determines the result, this one is not read, and its partial gets that
            // value.
            if (meets && detail::broadcast(block, leader && load_relaxed(&shared->ended) != 0)) {
                if (leader)
                    detail::store_partial<accumulator>(
                        partials[at.number],
                        uninitialized<accumulator>(accumulator(settling_value<operator_type>)));
                return;
            }
        }
        detail::in_place(problem, [&](auto& source, const auto& joins) {
            const auto all = detail::leaves_in<in_flight>(source, joins, items);
            // fault: piece-begin
            const index_t begin = index_t{at.position} << log2_subtree;
            // fault: piece-end
            const index_t end = begin + (index_t{1} << log2_subtree);
            // fault: piece-range
            const interval range{begin, end < all.count() ? end : all.count()};
            uninitialized<accumulator> value = detail::reduce_in_block<accumulator>(block, all, range, joins);
            if (!leader) return;
            if constexpr (may_end) {
                if (meets && range && *value == accumulator(settling_value<operator_type>))
                    store_relaxed(&shared->ended, 1);
            }
            if (meets)
                detail::store_partial<accumulator>(partials[at.number], std::move(value));
            else
                problem.sink.finish(at.result, items.size(), value, joins);
        });
    }

    /// Joins the partials of the result of a subtree, which has several. Every thread of the block must make
    /// the call.
    template <class Block>
    IMPULSE_INLINE void join(Block& block, const subtree& at) const {
        const bool leader = block.rank() == 0;
        if constexpr (may_end) {
            if (leader) store_relaxed(&shared->ended, 0);
        }
        detail::in_place(problem, [&](auto&, const auto& joins) {
            // fault: cells-of-result
            const auto first = partials + at.first();
            static_assert(are_flagged_values<Partials, accumulator> != Block::is_one_thread,
                          "impulse: a place's partials are impulse::uninitialized<Acc> where a block is one "
                          "thread, and impulse::flagged_value<Acc> where it has more");
            uninitialized<accumulator> value = [&] {
                if constexpr (!Block::is_one_thread)
                    return detail::reduce_in_block<accumulator>(
                        block, flagged_leaves<accumulator, Block>{first, block}, {0, at.of}, joins);
                else
                    return detail::reduce_in_block<accumulator>(block, partial_leaves<accumulator>{first},
                                                                {0, at.of}, joins);
            }();
            if (leader) problem.sink.finish(at.result, items_of(at).size(), value, joins);
        });
    }
    /// The same for all results that have several subtrees, by all blocks of the grid.
    IMPULSE_SHARED void join_all(auto& block, index_t rank, index_t blocks) const {
        // fault: results-to-join
        const index_t all = has_many ? iterations() : 1;  // a single result is found by its first subtree
        for (index_t iteration = rank; iteration < all; iteration += blocks) {
            const subtree at = locate(iteration);
            if (at.position == 0 && at.of > 1) join(block, at);
        }
    }

  private:
    IMPULSE_SHARED interval items_of(const subtree& at) const {
        // The list of groups is cleared meanwhile; the subtree already has its items.
        if constexpr (is_cleared<typename Problem::layout_type>)
            return at.items;
        else
            return problem.layout.items(at.result);
    }
};

/// Results that are too long for a lane: a warp finishes each, or puts its subtrees on the list.
template <class Problem>
struct longer_results {
    index_t longest;   ///< leaves of the longest result that a warp finishes
    int log2_subtree;  ///< in leaves
    bool cuts;         ///< otherwise a result is one subtree
    subtree_list list;
    counters* shared;
    Problem asked;

    /// A result by the whole warp: its value, or its subtrees on the list.
    IMPULSE_INLINE void take(const auto& warp, index_t number, interval items) const {
        take_apart(*this, warp, number, items);
    }

    /// Its subtrees; false if there is no room on the list.
    template <class Warp>
    IMPULSE_SHARED bool put_on_list(const Warp& warp, index_t number, const interval& items) const {
        const index_t count =
            cuts ? detail::subtrees_of(detail::leaves_of<Problem>(items.size()), log2_subtree) : 1;
        index_t first = 0;
        if (warp.rank() == 0 && !list.reserve(&shared->listed, count, first)) first = -1;
        first = *warp.shuffle(uninitialized<index_t>(first), 0);
        // fault: list-has-room
        if (first < 0) return false;
        for (index_t i = warp.rank(); i < count; i += Warp::width)
            // fault: list-piece
            list.subtrees[first + i].at = {number, first + i, static_cast<std::uint32_t>(i),
                                           static_cast<std::uint32_t>(count), items};
        return true;
    }

  private:
    /// A separate function that sees only the kernel's parameters, so that the common path keeps the
    /// registers.
    IMPULSE_APART static void take_apart(const longer_results& to, auto warp, index_t number,
                                         interval items) {
        if (detail::leaves_of<Problem>(items.size()) > to.longest && to.put_on_list(warp, number, items))
            return;
        detail::finish_in_warp(to.asked, to.asked.sink, warp, number, items);
    }
};

}  // namespace impulse::detail
