// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first launch over a layout of many results: warps go through them, finish those that are short, and put the pieces of
/// the others on a list for the schedule's launches.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/piece.hpp>
#include <impulse/parts/piece_list.hpp>
#include <impulse/parts/short_groups.hpp>
#include <impulse/parts/work.hpp>
#include <impulse/sources/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A launch, as it is called on every thread of a grid.
template <class Problem>
struct short_results {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using layout_type = typename Problem::layout_type;
    static constexpr int exchanged = 1;

    index_t longest;  ///< leaves of a result that is finished here
    int of_set;  ///< neighbouring results that are a set: no more than a warp has lanes, unless it has one
    int log2_piece;  ///< in leaves
    bool cuts;       ///< else a result is one piece
    piece_list list;
    counters* shared;
    Problem asked;

    IMPULSE_SHARED const Problem& problem() const { return asked; }

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        if (block.grid_rank() == 0 && block.rank() == 0) asked.sink.begin(asked.layout);
        const index_t results = asked.layout.results();
        const index_t warps = block.grid_size() * block.warps();
        const index_t rank = block.grid_rank() * block.warps() + block.warp_rank();
        detail::in_place(asked, [&](auto& source, auto& op) {
            const take_alone alone{*this};
            using sink_type =
                std::conditional_t<is_cleared<layout_type>, sink_by_number, typename Problem::sink_type>;
            const auto take = [&](const sink_type& into) {
                const short_groups<accumulator, layout_type, sink_type, take_alone, decltype(block.warp()),
                                   std::remove_reference_t<decltype(source)>,
                                   std::remove_reference_t<decltype(op)>>
                    groups{asked.layout, into, alone, of_set, block.warp(), source, {op, asked.zero}};
                groups.take(rank, warps, results);
            };
            if constexpr (is_cleared<layout_type>)
                take(sink_by_number{*this});
            else
                take(asked.sink);
        });
    }

  private:
    /// Which result group r of the layout is.
    IMPULSE_SHARED static index_t number_of(const layout_type& layout, index_t r) {
        if constexpr (is_cleared<layout_type>)
            return layout.result_of(r);
        else
            return r;
    }
    struct sink_by_number {
        const short_results& to;
        IMPULSE_NO_EXEC_CHECK
        template <class Op>
        IMPULSE_SHARED void finish(index_t r, index_t n, cell<accumulator>& total,
                                   const joining<accumulator, Op>& join) const {
            to.asked.sink.finish(number_of(to.asked.layout, r), n, total, join);
        }
    };
    struct take_alone {
        const short_results& to;
        IMPULSE_NO_EXEC_CHECK
        template <class Warp>
        IMPULSE_INLINE void operator()(const Warp& warp, index_t r, interval items) const {
            take_by_warp(to, warp, r, items);
        }
    };
    /// A result by the whole warp: its value, or its pieces on the list. A function of its own, that sees nothing but the
    /// kernel's parameters, so that what all results go through has the registers.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_APART static void take_by_warp(const short_results& to, Warp warp, index_t r, interval items) {
        const index_t leaves = detail::leaves_of<Problem>(items.size());
        const index_t number = number_of(to.asked.layout, r);
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
        if (first < 0) return false;
        for (index_t i = warp.rank(); i < count; i += Warp::width)
            to.list.pieces[first + i].at = {number, first + i, static_cast<std::uint32_t>(i),
                                            static_cast<std::uint32_t>(count), items};
        return true;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
