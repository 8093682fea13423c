// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that takes the runs of equal keys that end in each tile: the short ones are finished, the others are listed.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/listed_runs.hpp>
#include <impulse/parts/mark_runs.hpp>
#include <impulse/parts/short_groups.hpp>
#include <impulse/parts/work.hpp>
#include <impulse/sources/staged.hpp>
#include <impulse/tree/nodes.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The runs that end in a part of a tile, as a layout: where, from its first position on.
struct runs_of_tile {
    const std::uint16_t* ends;
    index_t origin;  ///< of that part
    index_t open;    ///< where the first of them begins

    IMPULSE_SHARED interval items(index_t r) const {
        return {r == 0 ? open : origin + ends[r - 1], origin + ends[r]};
    }
};

/// Results from `first` on.
template <class Sink>
struct sink_from {
    const Sink& sink;
    index_t first;
    IMPULSE_NO_EXEC_CHECK
    template <class Acc, class Op>
    IMPULSE_SHARED void finish(index_t r, index_t n, cell<Acc>& total, const joining<Acc, Op>& join) const {
        sink.finish(first + r, n, total, join);
    }
};

/// As it is called on every thread of a grid. `Problem` is that of the runs on the list.
template <class Problem, class Keys, int Rounds>
struct take_runs {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using item_type = typename source_type::item_type;
    static constexpr int rounds = Rounds;
    /// Items that a lane can take of a run that is finished here.
    static constexpr int each = [] {
        constexpr int length = leaf_length<accumulator, typename Problem::operator_type, item_type>();
        return lane_share_for(source_type::item_bytes * length, int{sizeof(accumulator)}).each * length;
    }();
    /// Items of a lane that are staged, if they are not too many: those of its keys, and of the longest run that can be open
    /// before them.
    static constexpr int staged = rounds + each;
    static constexpr bool stages = is_staged<source_type> && staged * sizeof(item_type) <= 128;
    using stage_item = std::conditional_t<stages, item_type, char>;
    using stage_type = staged_source<stage_item, source_type::item_bytes>;
    /// Places on the stage of a warp of so many lanes.
    static constexpr int room_for(int width) {
        return stages ? stage_type::place(staged * width - 1) + 1 : 1;
    }
    /// For a lane of each warp of a block: a place for each of its keys, or for the items; some are left out.
    static constexpr std::size_t shared_bytes =
        most_tile_warps * std::max(rounds * sizeof(std::uint16_t),
                                   static_cast<std::size_t>(room_for(32) / 32 + 2) * sizeof(stage_item));
    static constexpr int exchanged =
        static_cast<int>((shared_bytes + sizeof(cell<accumulator>) - 1) / sizeof(cell<accumulator>));

    key_tiles<Keys, Rounds> tiles;
    index_t longest;  ///< leaves of a run that is finished where a warp takes it alone
    Problem asked;

    IMPULSE_SHARED const Problem& problem() const { return asked; }

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        const auto warp = block.warp();
        const index_t warps = block.grid_size() * block.warps();
        constexpr int width = Block::warp_width;
        auto* const lists = block.template exchange<std::uint16_t, most_tile_warps * width * rounds>();
        constexpr int room = room_for(width);
        auto* const all_stages = block.template exchange<cell<stage_item>, most_tile_warps * room>();
        IMPULSE_NO_UNROLL
        for (index_t t = block.grid_rank() * block.warps() + block.warp_rank(); t < tiles.count; t += warps) {
            if constexpr (Block::is_one_thread)
                take_serially(warp, t);
            else
                take_tile(warp, t, lists + block.warp_rank() * (width * rounds),
                          all_stages + block.warp_rank() * room);
        }
    }

  private:
    /// A run that is not taken with others: where a warp is one lane it may be a short one, else it is listed.
    struct take_alone {
        const take_runs& to;
        index_t first;
        IMPULSE_NO_EXEC_CHECK
        template <class Warp>
        IMPULSE_INLINE void operator()(const Warp& warp, index_t r, interval items) const {
            if constexpr (Warp::width == 1) {
                if (detail::leaves_of<Problem>(items.size()) <= to.longest)
                    return detail::finish_in_warp(to.asked, to.asked.sink, warp, first + r, items);
            }
            if (warp.rank() == 0) to.asked.layout.add(first + r, items);
        }
    };

    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_SHARED void take_serially(const Warp& warp, index_t t) const {
        const interval its = tiles.of(t);
        const take_alone alone{*this, 0};
        run_ends before = tiles.ends[t];
        for (index_t i = its.begin; i < its.end; ++i) {
            if (!tiles.ends_at(i)) continue;
            if constexpr (Keys::writes_keys)
                tiles.keys.write_key(before.count, tiles.keys.keys.at(0, before.last));
            alone(warp, before.count, {before.last, i});
            before = before + run_ends{1, i};
        }
    }

    /// `list` has room for an end at each position that the warp looks at together, `stage` for the items of their runs.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_INLINE void take_tile(const Warp& warp, index_t t, std::uint16_t* list,
                                  [[maybe_unused]] cell<stage_item>* stage) const {
        constexpr int step = Warp::width * rounds;
        const interval its = tiles.of(t);
        run_ends before = tiles.ends[t];
        auto next = look_at_marks(warp, its.begin);
        IMPULSE_NO_UNROLL
        for (index_t first = its.begin; first < its.end; first += step) {
            const auto now = next;
            if (first + step < its.end) next = look_at_marks(warp, first + step);
            if (warp.ballot(now.has_any()) == 0) continue;
            const int count = list_ends(warp, now, list);
            const runs_of_tile runs{list, first, before.last};
            if constexpr (Keys::writes_keys) write_keys(*this, warp, runs, before.count, count);
            detail::in_place(asked, [&](auto& source, auto& op) {
                if constexpr (stages) {
                    // An open run that is too long is not taken here.
                    const bool is_short = runs.items(0).size() <= each * Warp::width;
                    const stage_type near{stage, is_short ? before.last : runs.items(0).end};
                    const int items = static_cast<int>(runs.items(count - 1).end - near.base);
                    near.template load<rounds>(warp, source, items);
                    take_listed(warp, runs, before.count, count, near, op);
                } else {
                    take_listed(warp, runs, before.count, count, source, op);
                }
            });
            before = {before.count + count, runs.items(count - 1).end};
        }
        // All is left zero; not word by word as it is read, for a load waits long on a store beside it.
        warp.sync();
        if (warp.rank() == 0) tiles.ends[t] = {};
        for (index_t w = its.begin / Warp::width + warp.rank();
             w < shift_up(its.end, log2_floor(Warp::width)); w += Warp::width)
            tiles.marks[w] = 0;
    }

    /// Lane l has the words of the rounds l, l + width, ...
    template <int Words>
    struct held_marks {
        std::uint32_t word[Words];
        IMPULSE_INLINE bool has_any() const {
            std::uint32_t any = 0;
            IMPULSE_UNROLL
            for (int k = 0; k < Words; ++k) any |= word[k];
            return any != 0;
        }
    };
    static constexpr int words_for(int width) { return (rounds + width - 1) / width; }

    /// The marks of the positions from `first` on.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_INLINE held_marks<words_for(Warp::width)> look_at_marks(const Warp& warp, index_t first) const {
        held_marks<words_for(Warp::width)> held;
        const std::uint32_t* const from = tiles.marks + first / Warp::width;
        IMPULSE_UNROLL
        for (int k = 0; k < words_for(Warp::width); ++k) {
            const int j = k * Warp::width + warp.rank();
            held.word[k] = j < rounds ? from[j] : 0;
        }
        return held;
    }

    /// Puts ends on the list, in order, and says how many there are.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp, class Marks>
    IMPULSE_INLINE int list_ends(const Warp& warp, const Marks& now, std::uint16_t* list) const {
        constexpr int width = Warp::width;
        warp.sync();  // others may still read what was there
        const std::uint32_t lanes_before = (std::uint32_t{1} << warp.rank()) - 1;
        int count = 0;
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j) {
            const std::uint32_t ends =
                *warp.shuffle(cell<std::uint32_t>(now.word[j / width]), j & (width - 1));
            if ((ends >> warp.rank() & 1) != 0)
                list[count + detail::count_bits(ends & lanes_before)] =
                    static_cast<std::uint16_t>(j * width + warp.rank());
            count += detail::count_bits(ends);
        }
        warp.sync();
        return count;
    }

    IMPULSE_NO_EXEC_CHECK
    template <class Warp, class Source, class Op>
    IMPULSE_INLINE void take_listed(const Warp& warp, const runs_of_tile& runs, index_t number, int count,
                                    Source& source, Op& op) const {
        const take_alone alone{*this, number};
        using sink_type = sink_from<typename Problem::sink_type>;
        const sink_type into{asked.sink, number};
        using groups_type = short_groups<accumulator, runs_of_tile, sink_type, take_alone, Warp, Source, Op>;
        static_assert(groups_type::of_lane == each, "impulse: what is staged is what lanes can take");
        const groups_type groups{runs, into,   alone,           groups_type::set_for(count),
                                 warp, source, {op, asked.zero}};
        groups.take(0, 1, count);
    }

    /// Some are loaded at once. A function of its own, that sees nothing but the kernel's parameters and what it is given.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_APART static void write_keys(const take_runs& to, Warp warp, runs_of_tile runs, index_t number,
                                         int count) {
        using key_type = typename Keys::key_type;
        constexpr int at_once = rounds < 4 ? rounds : 4;
        IMPULSE_NO_UNROLL
        for (int first = warp.rank(); first < count; first += at_once * Warp::width) {
            cell<key_type> key[at_once];
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u) {
                const int r = first + u * Warp::width;
                if (r < count) key[u] = cell<key_type>(to.tiles.keys.keys.at(0, runs.items(r).begin));
            }
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u) {
                const int r = first + u * Warp::width;
                if (r < count) to.tiles.keys.write_key(number + r, *key[u]);
            }
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
