// SPDX-License-Identifier: Apache-2.0
/// \file
/// `column_work`: the counterpart of detail/kernel/work.hpp for strided results. A block takes subtrees of
/// several adjacent results at a time.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/cpu/serial_columns.hpp>
#include <impulse/detail/kernel/column_tile_reduce.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/plan/column_tile.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// An iteration is a subtree of all results that a block takes at a time; `subtree.result` is the first of
/// them. `Cuts`: whether results may have several subtrees. The partials of a subtree are contiguous, one for
/// each result.
template <class Problem, class Partials, bool Cuts>
struct column_work {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using operator_type = typename Problem::operator_type;

    static constexpr bool has_many = true;
    static constexpr bool lists = false;
    static constexpr bool takes_single_tile = false;
    static constexpr bool may_wait = are_flagged_values<Partials, accumulator>;
    static constexpr int steps = Cuts ? max_log2_steps : max_log2_steps_uncut;
    using tile_of_items =
        column_tile_of_items<accumulator, source_type, const operator_type, typename Problem::layout_type>;
    static constexpr lane_share share = tile_of_items::share;
    template <int Width>
    static constexpr int exchanged = exchanged_by_rows<accumulator>(share.sets);

    /// A warp has shared memory for stages, which a launch needs only if the plan stages rows.
    template <int Width>
    static constexpr int warp_smem_bytes = tile_of_items::may_be_staged ? bytes_of_column_stages : 0;
    IMPULSE_SHARED bool needs_smem() const { return by.loads == loading::staged; }

    int log2_subtree;  ///< in leaves, from the plan
    index_t all;       ///< the column tiles of blocks
    index_t subtrees;  ///< of one result
    column_tile by;
    Partials partials;
    listed_subtree* column_tiles;  ///< one ticket for each column tile, if results have several subtrees
    counters* shared;
    Problem problem;

    /// The number of results that a block takes at a time.
    IMPULSE_SHARED index_t width() const { return by.of_block(); }
    IMPULSE_SHARED index_t iterations() const { return subtrees * all; }
    /// In this order concurrent blocks read adjacent memory.
    IMPULSE_SHARED subtree locate(index_t iteration) const {
        const index_t position = subtrees == 1 ? 0 : iteration / all;
        const index_t columns = iteration - position * all;
        return {columns * width(), columns * subtrees + position, static_cast<std::uint32_t>(position),
                static_cast<std::uint32_t>(subtrees)};
    }
    IMPULSE_SHARED std::uint64_t* ticket(const subtree& at) const {
        // fault: ticket-of-bundle
        return subtrees == 1 ? nullptr : &column_tiles[at.first() / subtrees].ticket;
    }

    template <class Block>
    IMPULSE_INLINE void take(Block& block, const subtree& at) const {
        const index_t items = problem.layout.items(at.result).size();
        detail::in_place(problem, [&](auto& source, const auto& joins) {
            const index_t begin = index_t{at.position} << log2_subtree;
            const index_t end = begin + (index_t{1} << log2_subtree);
            const index_t leaves = leaves_of<Problem>(items);
            const interval range{begin, end < leaves ? end : leaves};
            if constexpr (Block::is_one_thread) {
                take_rows(source, joins, at, items, range,
                          [&](int first, int some, uninitialized<accumulator>* values) {
                              if (at.of > 1)
                                  for (int c = 0; c < some; ++c)
                                      detail::store_partial<accumulator>(
                                          partials[at.number * width() + first + c], std::move(values[c]));
                              else
                                  detail::finish_some(problem.sink, at.result + first, some, items, values,
                                                      joins);
                          });
            } else {
                const auto give = [&](int result, uninitialized<accumulator>& value) {
                    if (at.of > 1)
                        detail::store_partial<accumulator>(partials[at.number * width() + result],
                                                           std::move(value));
                    else
                        problem.sink.finish(at.result + result, items, value, joins);
                };
                const column_tile_of_items<accumulator, std::remove_reference_t<decltype(source)>,
                                           std::remove_reference_t<decltype(joins.op())>,
                                           typename Problem::layout_type>
                    taken{source, problem.layout, at.result, items};
                detail::reduce_column_tiles<accumulator, steps>(
                    block, taken, joins, by, count(at), range, log2_subtree - log2_floor(by.warps_per_column),
                    give);
            }
        });
    }

    /// Joins the partials of the results of a subtree; each result has several. Every thread of the block
    /// must make the call.
    template <class Block>
    IMPULSE_INLINE void join(Block& block, const subtree& at) const {
        const index_t items = problem.layout.items(at.result).size();
        detail::in_place(problem, [&](auto&, const auto& joins) {
            const auto first = partials + at.first() * width();
            const interval range{0, at.of};
            if constexpr (Block::is_one_thread) {
                join_rows(first, joins, at, range,
                          [&](int from, int some, uninitialized<accumulator>* values) {
                              detail::finish_some(problem.sink, at.result + from, some, items, values, joins);
                          });
            } else {
                const auto give = [&](int result, uninitialized<accumulator>& value) {
                    problem.sink.finish(at.result + result, items, value, joins);
                };
                const column_tile_of_partials<accumulator, share.sets, Block> taken{
                    first, static_cast<int>(width()), block};
                const int log2_all = log2_floor(ceil_power(at.of));
                const int log2_rows = log2_floor(by.warps_per_column);
                detail::reduce_column_tiles<accumulator, max_log2_steps_uncut>(
                    block, taken, joins, by, count(at), range,
                    log2_all > log2_rows ? log2_all - log2_rows : 0, give);
            }
        });
    }
    /// The same for all results, by all blocks of the grid.
    IMPULSE_SHARED void join_all(auto& block, index_t rank, index_t blocks) const {
        if (subtrees == 1) return;
        for (index_t iteration = rank; iteration < all; iteration += blocks)
            join(block, locate(iteration));  // the first subtree of each
    }

  private:
    /// The number of results of a subtree.
    IMPULSE_SHARED int count(const subtree& at) const {
        const index_t remaining = problem.layout.results() - at.result;
        return static_cast<int>(remaining < width() ? remaining : width());
    }
    // For nvcc the functions that the lambdas call must be device code too.
    IMPULSE_NO_EXEC_CHECK
    template <class Source, class Op, class Give>
    IMPULSE_SHARED void take_rows(Source& source, const op_adaptor<accumulator, Op>& join, const subtree& at,
                                  index_t items, interval range, const Give& give) const {
        detail::give_items(source, join, problem.layout, at.result, count(at), items, range, give);
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Op, class Give>
    IMPULSE_SHARED void join_rows(Partials first, const op_adaptor<accumulator, Op>& join, const subtree& at,
                                  interval range, const Give& give) const {
        detail::give_rows(rows_of_partials<accumulator>{first, static_cast<int>(width())}, count(at), range,
                          join, give);
    }
};

}  // namespace impulse::detail
