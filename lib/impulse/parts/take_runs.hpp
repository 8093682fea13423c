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

#include <algorithm>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The runs that end in a tile, as a layout: where, from the tile's first position on.
struct runs_of_tile {
    const std::uint16_t* ends;
    index_t begin;  ///< of the tile
    index_t open;   ///< where the first of them begins

    IMPULSE_SHARED interval items(index_t r) const {
        return {r == 0 ? open : begin + ends[r - 1], begin + ends[r]};
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
template <class Problem, class Keys>
struct take_runs {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    static constexpr int rounds = key_tiles<Keys>::rounds;
    /// For each warp that a block may have, a place for each key of a lane.
    static constexpr std::size_t shared_bytes = most_tile_warps * rounds * sizeof(std::uint16_t);
    static constexpr int exchanged = static_cast<int>(
        (std::max(shared_bytes, sizeof(run_ends)) + sizeof(cell<accumulator>) - 1) / sizeof(cell<accumulator>));

    key_tiles<Keys> tiles;
    index_t longest;  ///< leaves of a run that is finished where a warp takes it alone
    Problem asked;

    IMPULSE_SHARED const Problem& problem() const { return asked; }

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        IMPULSE_NO_UNROLL
        for (index_t t = block.grid_rank(); t < tiles.count; t += block.grid_size()) {
            if constexpr (Block::is_one_thread)
                take_serially(block.warp(), t);
            else
                take_tile(block, t);
        }
    }

  private:
    /// A run that is not taken with others: if it is short by the warp, else it is listed.
    struct take_alone {
        const take_runs& to;
        index_t first;
        IMPULSE_NO_EXEC_CHECK
        template <class Warp>
        IMPULSE_INLINE void operator()(const Warp& warp, index_t r, interval items) const {
            if (detail::leaves_of<Problem>(items.size()) <= to.longest)
                detail::finish_in_warp(to.asked, to.asked.sink.sink, warp, first + r, items);
            else if (warp.rank() == 0)
                to.asked.layout.add(first + r, items);
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
            tiles.keys.write_key(before.count, before.last);
            alone(warp, before.count, {before.last, i});
            before = before + run_ends{1, i};
        }
    }

    /// Every thread of the block must call; it meets twice, so that what it shares lies by turns in its two buffers.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_INLINE void take_tile(Block& block, index_t t) const {
        constexpr int width = Block::warp_width;
        const auto warp = block.warp();
        const run_ends before = tiles.ends[t];
        std::uint32_t ends[rounds];
        const int mine = take_marks(warp, t * block.warps() + block.warp_rank(), ends);

        int* const of_warps = block.template exchange<int>();
        if (warp.rank() == 0) of_warps[block.warp_rank()] = mine;
        block.sync();
        int count = 0;
        int number = 0;
        for (int w = 0; w < block.warps(); ++w) {
            if (w == block.warp_rank()) number = count;
            count += of_warps[w];
        }
        auto* const list = block.template exchange<std::uint16_t, most_tile_warps * width * rounds>();
        const std::uint32_t lanes_before = (std::uint32_t{1} << warp.rank()) - 1;
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j) {
            if ((ends[j] >> warp.rank() & 1) != 0)
                list[number + detail::count_bits(ends[j] & lanes_before)] =
                    static_cast<std::uint16_t>((block.warp_rank() * rounds + j) * width + warp.rank());
            number += detail::count_bits(ends[j]);
        }
        block.sync();
        if (block.rank() == 0) tiles.ends[t] = {};

        const runs_of_tile runs{list, t * tiles.each, before.last};
        for (index_t r = block.rank(); r < count; r += block.size())
            tiles.keys.write_key(before.count + r, runs.items(r).begin);
        detail::in_place(asked, [&](auto& source, auto& op) {
            const take_alone alone{*this, before.count};
            const auto& sink = asked.sink.sink;
            using sink_type = sink_from<std::remove_cvref_t<decltype(sink)>>;
            const sink_type into{sink, before.count};
            using groups_type = short_groups<accumulator, runs_of_tile, sink_type, take_alone,
                                             std::remove_const_t<decltype(warp)>,
                                             std::remove_reference_t<decltype(source)>,
                                             std::remove_reference_t<decltype(op)>>;
            const groups_type groups{runs,  into, alone,  groups_type::set_for(count, block.warps()),
                                     warp, source, {op, asked.zero}};
            groups.take(block.warp_rank(), block.warps(), count);
        });
    }

    /// The marks of the `which`-th share of a warp, which are left zero, and how many there are.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_INLINE int take_marks(const Warp& warp, index_t which, std::uint32_t (&ends)[rounds]) const {
        constexpr int width = Warp::width;
        constexpr int each = (rounds + width - 1) / width;
        std::uint32_t* const marks = tiles.marks + which * rounds;
        cell<std::uint32_t> held[each];
        IMPULSE_UNROLL
        for (int k = 0; k < each; ++k) {
            const int j = k * width + warp.rank();
            held[k] = cell<std::uint32_t>(j < rounds ? marks[j] : 0);
            if (j < rounds) marks[j] = 0;
        }
        int count = 0;
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j) {
            ends[j] = *warp.shuffle(held[j / width], j & (width - 1));
            count += detail::count_bits(ends[j]);
        }
        return count;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
