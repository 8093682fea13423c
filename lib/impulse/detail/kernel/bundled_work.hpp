// SPDX-License-Identifier: Apache-2.0
/// \file
/// `bundled_work`: what detail/kernel/work.hpp is for results of any layout, for interleaved ones. A block takes pieces of several
/// neighbouring results at a time.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/cpu/serial_bundle.hpp>
#include <impulse/detail/kernel/bundle.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/plan/bundling.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A turn is a piece of all results that a block takes at a time: `piece.result` is the first of them. `Cuts`: whether results
/// may have several pieces. The cells of a piece lie side by side, one for each result.
template <class Problem, class Cells, bool Cuts>
struct bundled_work {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using operator_type = typename Problem::operator_type;

    static constexpr bool has_many = true;
    static constexpr bool lists = false;
    static constexpr bool takes_once = false;
    static constexpr bool may_wait = are_mailboxes<Cells, accumulator>;
    static constexpr int steps = Cuts ? most_log2_steps : most_log2_steps_uncut;
    static constexpr lane_share share =
        bundle_of_items<accumulator, source_type, const operator_type, typename Problem::layout_type>::share;
    template <int Width>
    static constexpr int exchanged = exchanged_by_rows<accumulator>(share.sets);

    int log2_piece;  ///< in leaves, as the plan has it
    index_t all;     ///< bundles of blocks
    index_t pieces;  ///< of a result
    bundling by;
    Cells cells;
    listed_piece* bundles;  ///< for each of them a ticket, where results have several pieces
    counters* shared;
    Problem problem;

    /// Results that a block takes at a time.
    IMPULSE_SHARED index_t width() const { return by.of_block(); }
    IMPULSE_SHARED index_t turns() const { return pieces * all; }
    /// Blocks that run side by side read what lies side by side.
    IMPULSE_SHARED piece locate(index_t turn) const {
        const index_t position = pieces == 1 ? 0 : turn / all;
        const index_t bundle = turn - position * all;
        return {bundle * width(), bundle * pieces + position, static_cast<std::uint32_t>(position),
                static_cast<std::uint32_t>(pieces)};
    }
    IMPULSE_SHARED std::uint64_t* ticket(const piece& at) const {
        // fault: ticket-of-bundle
        return pieces == 1 ? nullptr : &bundles[at.first() / pieces].ticket;
    }

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_INLINE void take(Block& block, const piece& at) const {
        const index_t items = problem.layout.items(at.result).size();
        detail::in_place(problem, [&](auto& source, auto& op) {
            using op_type = std::remove_reference_t<decltype(op)>;
            using source_ref = std::remove_reference_t<decltype(source)>;
            const joining<accumulator, op_type> joins(op, problem.zero);
            constexpr int length = leaf_length<accumulator, operator_type, typename source_type::item_type>();
            const index_t begin = index_t{at.position} << log2_piece;
            const index_t end = begin + (index_t{1} << log2_piece);
            const index_t leaves = divide_up(items, length);
            const interval range{begin, end < leaves ? end : leaves};
            const auto give = [&](int result, cell<accumulator>& value) {
                if (at.of > 1)
                    leave(at.number * width() + result, std::move(value));
                else
                    problem.sink.finish(at.result + result, items, value, joins);
            };
            if constexpr (Block::is_one_thread) {
                take_rows(source, joins, at, items, range, give);
            } else {
                const bundle_of_items<accumulator, source_ref, op_type, typename Problem::layout_type> taken{
                    source, problem.layout, at.result, items};
                detail::reduce_bundles<accumulator, steps>(block, taken, joins, by, count(at), range,
                                                           log2_piece - log2_floor(by.rows), give);
            }
        });
    }

    /// Joins the cells of the results that a piece is of; there are several pieces. Every thread of the block must call.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_INLINE void join(Block& block, const piece& at) const {
        const index_t items = problem.layout.items(at.result).size();
        detail::in_place(problem, [&](auto&, auto& op) {
            using op_type = std::remove_reference_t<decltype(op)>;
            const joining<accumulator, op_type> joins(op, problem.zero);
            const auto first = cells + at.first() * width();
            const interval range{0, at.of};
            const auto give = [&](int result, cell<accumulator>& value) {
                problem.sink.finish(at.result + result, items, value, joins);
            };
            if constexpr (Block::is_one_thread) {
                join_rows(first, joins, at, range, give);
            } else {
                const bundle_of_cells<accumulator, share.sets, Block> taken{first, static_cast<int>(width()),
                                                                            block};
                const int log2_all = log2_floor(ceil_power(at.of));
                const int log2_rows = log2_floor(by.rows);
                detail::reduce_bundles<accumulator, most_log2_steps_uncut>(
                    block, taken, joins, by, count(at), range,
                    log2_all > log2_rows ? log2_all - log2_rows : 0, give);
            }
        });
    }
    /// The same for all of them; the blocks of a grid do it together.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void join_all(Block& block, index_t rank, index_t blocks) const {
        if (pieces == 1) return;
        for (index_t turn = rank; turn < all; turn += blocks) join(block, locate(turn));  // first pieces
    }

  private:
    /// How many results a piece is of.
    IMPULSE_SHARED int count(const piece& at) const {
        const index_t left = problem.layout.results() - at.result;
        return static_cast<int>(left < width() ? left : width());
    }
    // For nvcc: what the lambdas call is device code too.
    IMPULSE_NO_EXEC_CHECK
    template <class Source, class Op, class Give>
    IMPULSE_SHARED void take_rows(Source& source, const joining<accumulator, Op>& join, const piece& at,
                                  index_t items, interval range, const Give& give) const {
        detail::give_items(source, join, problem.layout, at.result, count(at), items, range, give);
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Op, class Give>
    IMPULSE_SHARED void join_rows(Cells first, const joining<accumulator, Op>& join, const piece& at,
                                  interval range, const Give& give) const {
        detail::give_rows(rows_of_cells<accumulator>{first, static_cast<int>(width())}, count(at), range,
                          join, give);
    }
    /// The value of a cell's result and piece, for whoever joins its result.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void leave(index_t at, cell<accumulator>&& value) const {
        if constexpr (are_mailboxes<Cells, accumulator>)
            cells[at].put(value);
        else
            cells[at] = std::move(value);
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
