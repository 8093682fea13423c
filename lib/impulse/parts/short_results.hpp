// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first launch over a layout of many results: warps go through them, finish those that are short, and put the pieces of
/// the others on a list for the schedule's launches.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/lane_leaves.hpp>
#include <impulse/parts/piece.hpp>
#include <impulse/parts/piece_list.hpp>
#include <impulse/parts/work.hpp>
#include <impulse/sources/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The place of the lowest bit that is set; of none, that after the highest.
IMPULSE_SHARED constexpr int lowest_bit(std::uint32_t mask) { return detail::count_bits(~mask & (mask - 1)); }

/// A launch, as it is called on every thread of a grid.
///
/// A lane takes `each` consecutive leaves. So results of up to `each` leaves are a lane's. Of those that are longer, the
/// ones of up to twice as many are taken by two lanes each, then those of up to four times as many by four, and so on,
/// wherever they are among the warp's: its lanes have much the same to do. What is longer than all lanes take at once is the
/// warp's, one after the other; and what is longer than `longest` is listed.
template <class Problem>
struct short_results {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
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
            const taker<decltype(block.warp()), std::remove_reference_t<decltype(source)>,
                        std::remove_reference_t<decltype(op)>>
                taking{*this, block.warp(), source, {op, asked.zero}};
            taking.take(rank, warps, results);
        });
    }

  private:
    /// A result by the whole warp: its value, or its pieces on the list. A function of its own, that sees nothing but the
    /// kernel's parameters, so that what all results go through has the registers.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_APART static void take_alone(const short_results& to, Warp warp, index_t r, interval items) {
        detail::in_place(to.asked, [&](auto& source, auto& op) {
            using op_type = std::remove_reference_t<decltype(op)>;
            const joining<accumulator, op_type> joins(op, to.asked.zero);
            const leaves<accumulator, std::remove_reference_t<decltype(source)>, op_type, in_flight_of_short>
                all(source, joins, items);
            if (all.count() > to.longest && put_on_list(to, warp, r, all.count())) return;
            cell<accumulator> total = detail::reduce_in_warp<accumulator>(warp, all, {0, all.count()}, joins);
            if (warp.rank() == 0) to.asked.sink.finish(r, items.size(), total, joins);
        });
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_SHARED static bool put_on_list(const short_results& to, const Warp& warp, index_t r,
                                           index_t leaves) {
        const index_t count = to.cuts ? detail::pieces_of(leaves, to.log2_piece) : 1;
        index_t first = 0;
        if (warp.rank() == 0 && !to.list.reserve(&to.shared->listed, count, first)) first = -1;
        first = *warp.shuffle(cell<index_t>(first), 0);
        if (first < 0) return false;
        for (index_t i = warp.rank(); i < count; i += Warp::width)
            to.list.pieces[first + i].at = {r, first + i, static_cast<std::uint32_t>(i),
                                            static_cast<std::uint32_t>(count)};
        return true;
    }

    /// What a warp needs for those that it takes side by side.
    template <class Warp, class Source, class Op>
    struct taker {
        using acc = accumulator;
        using join_type = joining<acc, Op>;
        static constexpr int width = Warp::width;
        static constexpr int length = leaf_length<acc, std::remove_const_t<Op>, typename Source::item_type>();
        static constexpr lane_share share = lane_share_for(Source::item_bytes * length, int{sizeof(acc)});
        static constexpr int each = share.each;  ///< leaves of a result that a lane takes
        static constexpr int sets = share.sets;  ///< of how many results at once

        const short_results& to;
        Warp warp;
        Source& source;
        join_type joins;

        /// The share of one of `warps` warps.
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE void take(index_t rank, index_t warps, index_t results) const {
            if constexpr (width == 1) {
                const index_t step = warps * to.of_set;
                for (index_t first = rank * to.of_set; first < results; first += step)
                    for (index_t r = first; r < first + to.of_set && r < results; ++r)
                        take_alone(to, warp, r, to.asked.layout.items(r));
            } else {
                const index_t step = warps * sets * to.of_set;
                index_t first = rank * sets * to.of_set;
                some_results next = look(first, results);
                IMPULSE_NO_UNROLL
                for (; first < results; first += step) {
                    const some_results now = next;
                    take_next(first, now, [&] { next = look(first + step, results); });
                }
            }
        }

      private:
        /// Where the items of neighbouring results are: a lane has one of each set. Those that are not there have less than 0,
        /// and those that all lanes cannot take at once one more than they can.
        struct some_results {
            index_t begin[sets];
            int size[sets];
        };
        static constexpr int most = each * length * width;

        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE some_results look(index_t first, index_t results) const {
            some_results found;
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                const index_t r = first + s * to.of_set + warp.rank();
                interval items{0, -1};
                if (warp.rank() < to.of_set && r < results) items = to.asked.layout.items(r);
                found.begin[s] = items.begin;
                found.size[s] = items.size() <= most ? static_cast<int>(items.size()) : most + 1;
            }
            return found;
        }

        /// The results that were looked for; `meanwhile()` is called while the first are loaded.
        IMPULSE_NO_EXEC_CHECK
        template <class Meanwhile>
        IMPULSE_INLINE void take_next(index_t first, const some_results& now,
                                      const Meanwhile& meanwhile) const {
            constexpr int of_lane = each * length;
            constexpr int few = (each < 2 ? each : 2) * length;
            bool any = false;
            bool many = false;
            bool others = false;
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                any = any || (now.size[s] >= 0 && now.size[s] <= of_lane);
                many = many || (now.size[s] > few && now.size[s] <= of_lane);
                others = others || now.size[s] > of_lane;
            }
            if (warp.ballot(many) != 0)
                take_by_lane<each>(first, now, meanwhile);
            else if (warp.ballot(any) != 0)
                take_by_lane<few / length>(first, now, meanwhile);
            else
                meanwhile();
            if (warp.ballot(others) != 0) take_others(first, now);
        }

        /// Those of up to `each` leaves, none of which has more than `Most`, by a lane each.
        IMPULSE_NO_EXEC_CHECK
        template <int Most, class Meanwhile>
        IMPULSE_INLINE void take_by_lane(index_t first, const some_results& now,
                                         const Meanwhile& meanwhile) const {
            lane_leaves<acc, Source, Op, Most> loaded[sets];
            bool mine[sets];
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                mine[s] = now.size[s] >= 0 && now.size[s] <= each * length;
                loaded[s].load(source, now.begin[s], 0, mine[s] ? now.size[s] : 0);
            }
            meanwhile();
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                if (!mine[s]) continue;
                cell<acc> total = loaded[s].node(joins);
                to.asked.sink.finish(first + s * to.of_set + warp.rank(), loaded[s].there, total, joins);
            }
        }

        /// All others. A class of so few that they leave lanes idle is taken with the next.
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE void take_others(index_t first, const some_results& now) const {
            constexpr int of_lane = each * length;
            std::uint32_t some[sets] = {};
            int count = 0;
            IMPULSE_NO_UNROLL
            for (int lanes = 2; lanes <= width; lanes *= 2) {
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) {
                    const std::uint32_t more =
                        warp.ballot(of_lane * lanes / 2 < now.size[s] && now.size[s] <= of_lane * lanes);
                    some[s] |= more;
                    count += detail::count_bits(more);
                }
                if (count == 0 || (lanes < width && count * lanes < sets * width / 2)) continue;
                take_by_lanes(first, now, some, lanes);
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) some[s] = 0;
                count = 0;
            }
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                std::uint32_t rest = warp.ballot(now.size[s] > most);
                IMPULSE_NO_UNROLL
                for (; rest != 0; rest &= rest - 1) {
                    const index_t r = first + s * to.of_set + detail::lowest_bit(rest);
                    take_alone(to, warp, r, to.asked.layout.items(r));
                }
            }
        }

        /// Those of a warp's results that are set in `some`, by `lanes` lanes each. Of `groups` such groups of lanes the first
        /// takes the results 0, groups, 2 groups, ... that are set, the second those one further: at a time they take what
        /// lies side by side.
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE void take_by_lanes(index_t first, const some_results& now,
                                          const std::uint32_t (&some)[sets], int lanes) const {
            const int log2 = log2_floor(lanes);
            const int rank = warp.rank() & (lanes - 1);
            const int groups = width >> log2;
            const std::uint32_t each_of_groups = ~std::uint32_t{0} / ((std::uint32_t{1} << groups) - 1);
            std::uint32_t left[sets];
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) left[s] = some[s] & each_of_groups << (warp.rank() >> log2);
            bool more = true;
            while (more) {
                lane_leaves<acc, Source, Op, each> loaded[sets];
                int which[sets];
                int size[sets];
                more = false;
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) {
                    const bool mine = left[s] != 0;
                    const int from = mine ? detail::lowest_bit(left[s]) : 0;
                    const index_t begin = *warp.shuffle(cell<index_t>(now.begin[s]), from);
                    size[s] = *warp.shuffle(cell<int>(now.size[s]), from);
                    which[s] = s * to.of_set + from;
                    loaded[s].load(source, begin, rank * each, mine ? size[s] : 0);
                    left[s] &= left[s] - 1;
                    more = more || left[s] != 0;
                }
                more = warp.ballot(more) != 0;
                cell<acc> node[sets];
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) node[s] = loaded[s].node(joins);
                IMPULSE_NO_UNROLL
                for (int d = 1; d < lanes; d *= 2) {
                    IMPULSE_UNROLL
                    for (int s = 0; s < sets; ++s) {
                        cell<acc> right = warp.shuffle_down(node[s], d);
                        if ((rank & (2 * d - 1)) == 0 && loaded[s].left > d * each)
                            node[s] = cell<acc>(joins(std::move(*node[s]), std::move(*right)));
                    }
                }
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s)
                    if (loaded[s].left > 0 && rank == 0)
                        to.asked.sink.finish(first + which[s], size[s], node[s], joins);
            }
        }
    };
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
