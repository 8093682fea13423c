// SPDX-License-Identifier: Apache-2.0
/// \file
/// Short groups of items, by the lanes of a warp side by side.
///
/// A lane takes `each` consecutive leaves. So groups of up to `each` leaves are a lane's. Of those that are longer, the
/// ones of up to twice as many are taken by two lanes each, then those of up to four times as many by four, and so on,
/// wherever they are among the warp's: its lanes have much the same to do. What is longer than all lanes take at once is left
/// to the whole warp, one after the other.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/lane_leaves.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What a warp needs for that. `Alone` is called, by all lanes, with the number and the items of a group that it does not take
/// side by side with others.
template <class Acc, class Layout, class Sink, class Alone, class Warp, class Source, class Op>
struct short_groups {
    using acc = Acc;
    using join_type = joining<acc, Op>;
    static constexpr int width = Warp::width;
    static constexpr int length = leaf_length<acc, std::remove_const_t<Op>, typename Source::item_type>();
    static constexpr lane_share share = lane_share_for(Source::item_bytes * length, int{sizeof(acc)});
    static constexpr int each = share.each;  ///< leaves of a result that a lane takes
    static constexpr int sets = share.sets;  ///< of how many results at once

    const Layout& layout;
    const Sink& sink;
    const Alone& alone;
    int of_set;  ///< neighbouring groups that are a set: no more than a warp has lanes, unless it has one
    Warp warp;
    Source& source;
    join_type joins;

    /// Items of a group that a lane can take.
    static constexpr int of_lane = each * length;
    /// A set for a warp's `groups` groups, so that all sets have some.
    IMPULSE_SHARED static constexpr int set_for(index_t groups) {
        int set = 1;
        while (set < width && set * sets < groups) set *= 2;
        return set;
    }

    /// The share of one of `warps` warps.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take(index_t rank, index_t warps, index_t results) const {
        if constexpr (width == 1) {
            const index_t step = warps * of_set;
            for (index_t first = rank * of_set; first < results; first += step)
                for (index_t r = first; r < first + of_set && r < results; ++r)
                    alone(warp, r, layout.items(r));
        } else {
            const index_t step = warps * sets * of_set;
            index_t first = rank * sets * of_set;
            if constexpr (is_near) {
                IMPULSE_NO_UNROLL
                for (; first < results; first += step) take_next(first, look(first, results), [] {});
            } else {
                some_results next = look(first, results);
                IMPULSE_NO_UNROLL
                for (; first < results; first += step) {
                    const some_results now = next;
                    take_next(first, now, [&] { next = look(first + step, results); });
                }
            }
        }
    }

  private:
    /// A layout that is near knows where groups are without a way to memory, so that nothing need be looked for ahead, and
    /// they lie so near to its `origin` that 32 bits tell where: fewer registers. (Of those that are longer than lanes can
    /// take at once it does not matter.)
    static constexpr bool is_near = requires(const Layout& l) { l.origin; };
    using position = std::conditional_t<is_near, int, index_t>;
    IMPULSE_INLINE index_t origin() const {
        if constexpr (is_near)
            return layout.origin;
        else
            return 0;
    }

    /// Where the items of neighbouring results are: a lane has one of each set. Those that are not there have less than 0,
    /// and those that all lanes cannot take at once one more than they can.
    struct some_results {
        position begin[sets];
        int size[sets];
    };
    static constexpr int most = each * length * width;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE some_results look(index_t first, index_t results) const {
        some_results found;
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) {
            const index_t r = first + s * of_set + warp.rank();
            interval items{0, -1};
            if (warp.rank() < of_set && r < results) items = layout.items(r);
            found.begin[s] = static_cast<position>(items.begin - origin());
            found.size[s] = items.size() <= most ? static_cast<int>(items.size()) : most + 1;
        }
        return found;
    }

    /// The results that were looked for; `meanwhile()` is called while the first are loaded.
    IMPULSE_NO_EXEC_CHECK
    template <class Meanwhile>
    IMPULSE_INLINE void take_next(index_t first, const some_results& now, const Meanwhile& meanwhile) const {
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
            loaded[s].load(source, origin() + now.begin[s], 0, mine[s] ? now.size[s] : 0);
        }
        meanwhile();
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) {
            if (!mine[s]) continue;
            cell<acc> total = loaded[s].node(joins);
            sink.finish(first + s * of_set + warp.rank(), loaded[s].there, total, joins);
        }
    }

    /// All others. A class of so few that they leave lanes idle is taken with the next.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take_others(index_t first, const some_results& now) const {
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
                const index_t r = first + s * of_set + detail::lowest_bit(rest);
                alone(warp, r, layout.items(r));
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
                const index_t begin = origin() + *warp.shuffle(cell<position>(now.begin[s]), from);
                size[s] = *warp.shuffle(cell<int>(now.size[s]), from);
                which[s] = s * of_set + from;
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
                if (loaded[s].left > 0 && rank == 0) sink.finish(first + which[s], size[s], node[s], joins);
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
