// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first launch over a layout of many results: warps go through them, finish those that are short, and put the pieces of
/// the others on a list for the schedule's launches.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/kernel/piece.hpp>
#include <impulse/detail/kernel/piece_list.hpp>
#include <impulse/detail/kernel/short_groups.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/interleaved.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A launch, as it is called on every thread of a grid. `Stages`: items are staged, which is better where most groups are too
/// long for a lane. Where the plan cannot tell, there are two launches: both look, and one does nothing.
///
/// Interleaved groups come here if all are short enough for a lane.
template <class Problem, bool Stages>
struct short_results {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using layout_type = typename Problem::layout_type;
    using source_type = typename Problem::source_type;
    using traits =
        short_group_traits<accumulator, layout_type, source_type, typename Problem::operator_type, Stages>;
    template <int Width>
    static constexpr int exchanged =
        exchanged_for_warps<accumulator, Width, typename traits::template room<Width>::buffer>();

    group_turns turns;
    int of_set;  ///< neighbouring results that are a set: no more than a warp has lanes, unless it has one
    index_t longest;  ///< leaves of a result that is finished here
    int log2_piece;   ///< in leaves
    bool cuts;        ///< else a result is one piece
    bool looks;       ///< whether there are two launches
    piece_list list;
    counters* shared;
    Problem asked;

    IMPULSE_SHARED const Problem& problem() const { return asked; }

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        // fault: sink-begins
        if (block.grid_rank() == 0 && block.rank() == 0) asked.sink.begin(asked.layout);
        const auto layout = found(asked.layout);
        const index_t results = layout.results();
        // fault: one-launch-of-two
        if (looks && are_better_staged(block, layout) != Stages) return;
        const index_t warps = block.grid_size() * block.warps();
        // fault: warp-of-grid
        const index_t rank = block.grid_rank() * block.warps() + block.warp_rank();
        const auto warp = block.warp();
        const auto room = traits::template room<Block::warp_width>::of(block);
        const int set = is_cleared<layout_type> ? turns.of_set(results) : of_set;
        with_groups(*this, layout, warp, set, room, [&](const auto& groups) {
            if constexpr (Stages)
                groups.take_packed(rank, warps, results);
            else
                groups.take(rank, warps, results, [&](index_t first) {
                    if constexpr (Block::warp_width > 1 && !is_interleaved<layout_type>)
                        take_others(*this, warp, set, room, first);
                });
        });
    }

  private:
    /// A layout as it is when the work is done.
    IMPULSE_SHARED static decltype(auto) found(const layout_type& layout) {
        if constexpr (is_cleared<layout_type>)
            return layout.found();
        else
            return (layout);
    }
    using found_type = std::remove_cvref_t<decltype(found(std::declval<const layout_type&>()))>;

    /// Whether many groups are too long for a lane: so says their average length, or else some of them.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED bool are_better_staged(Block& block, const found_type& layout) const {
        if constexpr (Block::warp_width > 1) {
            constexpr int some = 4;
            const index_t results = layout.results();
            if (results == 0 || !turns.may_vary(results)) return turns.stages(results);
            const auto warp = block.warp();
            const index_t r = results / Block::warp_width * warp.rank();
            const bool is_long = leaves_of<Problem>(layout.items(r).size()) > turns.lane_leaves;
            return some * detail::count_bits(warp.ballot(is_long)) > Block::warp_width;
        } else {
            return false;
        }
    }

    /// Which result its group r is.
    IMPULSE_SHARED static index_t number_of(const found_type& layout, index_t r) {
        if constexpr (is_cleared<layout_type>)
            // fault: result-of-run
            return layout.result_of(r);
        else
            return r;
    }
    struct sink_by_number {
        const typename Problem::sink_type& sink;
        const found_type& layout;
        IMPULSE_NO_EXEC_CHECK
        template <class Op>
        IMPULSE_SHARED void finish(index_t r, index_t n, cell<accumulator>& total,
                                   const joining<accumulator, Op>& join) const {
            sink.finish(number_of(layout, r), n, total, join);
        }
    };

    /// What takes groups, for visit(groups).
    IMPULSE_NO_EXEC_CHECK
    template <class Warp, class Room, class Visit>
    IMPULSE_INLINE static void with_groups(const short_results& to, const found_type& layout,
                                           const Warp& warp, int set, const Room& room, const Visit& visit) {
        detail::in_place(to.asked, [&](auto& source, auto& op) {
            const take_alone alone{to, layout};
            const sink_by_number into{to.asked.sink, layout};
            visit(
                short_groups<accumulator, found_type, sink_by_number, take_alone, Warp,
                             std::remove_reference_t<decltype(source)>, std::remove_reference_t<decltype(op)>,
                             Stages>{layout, into, alone, set, warp, source, {op, to.asked.zero}, room});
        });
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Warp, class Room>
    IMPULSE_APART static void take_others(const short_results& to, Warp warp, int set, Room room,
                                          index_t first) {
        const auto layout = found(to.asked.layout);
        with_groups(to, layout, warp, set, room,
                    [&](const auto& groups) { groups.take_others(first, layout.results()); });
    }

    struct take_alone {
        const short_results& to;
        const found_type& layout;
        IMPULSE_NO_EXEC_CHECK
        template <class Warp>
        IMPULSE_INLINE void operator()(const Warp& warp, index_t r, interval items) const {
            take_by_warp(to, warp, number_of(layout, r), items);
        }
    };
    /// A result by the whole warp: its value, or its pieces on the list. A function of its own, that sees nothing but the
    /// kernel's parameters, so that what all results go through has the registers.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_APART static void take_by_warp(const short_results& to, Warp warp, index_t number,
                                           interval items) {
        const index_t leaves = detail::leaves_of<Problem>(items.size());
        if (leaves > to.longest && put_on_list(to, warp, number, items, leaves)) return;
        detail::finish_in_warp(to.asked, to.asked.sink, warp, number, items);
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_SHARED static bool put_on_list(const short_results& to, const Warp& warp, index_t number,
                                           const interval& items, index_t leaves) {
        const index_t count = to.cuts ? detail::pieces_of(leaves, to.log2_piece) : 1;
        index_t first = 0;
        if (warp.rank() == 0 && !to.list.reserve(&to.shared->listed, count, first)) first = -1;
        first = *warp.shuffle(cell<index_t>(first), 0);
        // fault: list-has-room
        if (first < 0) return false;
        for (index_t i = warp.rank(); i < count; i += Warp::width)
            // fault: list-piece
            to.list.pieces[first + i].at = {number, first + i, static_cast<std::uint32_t>(i),
                                            static_cast<std::uint32_t>(count), items};
        return true;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
