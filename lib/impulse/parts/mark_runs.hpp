// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that looks where runs of equal keys end: keys are read once, tile by tile, and a bit is left for each; then the
/// block that comes last sums up what is before each tile.
///
/// A run belongs to the tile in which it *ends*, for there its number and its beginning are known from what is before. That of
/// the last ends at position n, which is a tile's like any other.
#pragma once

#include <impulse/config.hpp>
#include <impulse/guard.hpp>
#include <impulse/parts/atomics.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/scan.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/sources/leaves.hpp>
#include <impulse/tree/nodes.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The ends of runs among some items: how many, and where the last of them is.
struct run_ends {
    index_t count = 0;
    index_t last = 0;
    IMPULSE_SHARED friend run_ends operator+(const run_ends& a, const run_ends& b) {
        return {a.count + b.count, a.last > b.last ? a.last : b.last};
    }
};

/// Keys that a lane takes of a tile.
IMPULSE_SHARED constexpr int keys_of_lane(int key_bytes) {
    return detail::power_within(key_bytes < 4 ? 16 : key_bytes > 32 ? 2 : 64 / key_bytes);
}
/// Warps of a block that takes tiles together.
inline constexpr int most_tile_warps = 8;

/// The keys of a call, cut into tiles, and what is known of each.
template <class Keys>
struct key_tiles {
    using key_type = typename Keys::key_type;
    static constexpr int rounds = keys_of_lane(int{sizeof(key_type)});

    Keys keys;
    index_t count;         ///< of tiles
    index_t each;          ///< positions of one
    run_ends* ends;        ///< of each tile, and then before each
    std::uint32_t* marks;  ///< where blocks have warps: for each of their rounds a bit for each lane

    IMPULSE_SHARED interval of(index_t t) const {
        const index_t begin = t * each;
        return {begin, begin + each < keys.count + 1 ? begin + each : keys.count + 1};
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE bool ends_at(index_t i) const {
        return i == keys.count || (i > 0 && keys.parts(keys.keys.at(0, i - 1), keys.keys.at(0, i)));
    }
};

/// As it is called on every thread of a grid.
template <class Keys>
struct mark_runs {
    using accumulator = run_ends;
    using key_type = typename Keys::key_type;
    /// Keys pass between lanes.
    static constexpr int exchanged =
        static_cast<int>((sizeof(cell<key_type>) + sizeof(run_ends) - 1) / sizeof(run_ends));
    static constexpr int rounds = key_tiles<Keys>::rounds;

    key_tiles<Keys> tiles;
    counters* shared;

    template <class Any>
    IMPULSE_DEVICE void name_calls(const Any* any) const {
        tiles.keys.name_calls(any);
    }

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        for (index_t t = block.grid_rank(); t < tiles.count; t += block.grid_size()) {
            const run_ends own = look_through(block, t);
            if (block.rank() == 0) tiles.ends[t] = own;
        }
        if (last_block_guard(&shared->done).is_last(block)) sum_up(block);
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void sum_up(Block& block) const {
        const interval mine = even_split::of(tiles.count, block.size()).share(block.rank());
        run_ends own;
        for (index_t t = mine.begin; t < mine.end; ++t) own = own + tiles.ends[t];
        run_ends all;
        run_ends before = detail::sum_before(block, own, all);
        for (index_t t = mine.begin; t < mine.end; ++t) {
            own = tiles.ends[t];
            tiles.ends[t] = before;
            before = before + own;
        }
        if (block.rank() == 0) tiles.keys.write_count(all.count);
    }

    /// The ends in tile t, for thread 0.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_INLINE run_ends look_through(Block& block, index_t t) const {
        run_ends own;
        if constexpr (Block::is_one_thread) {
            const interval its = tiles.of(t);
            for (index_t i = its.begin; i < its.end; ++i)
                if (tiles.ends_at(i)) own = own + run_ends{1, i};
        } else {
            const auto warp = block.warp();
            const run_ends mine = mark(warp, t * block.warps() + block.warp_rank());
            run_ends* const of_warps = block.template exchange<run_ends>();
            if (warp.rank() == 0) of_warps[block.warp_rank()] = mine;
            block.sync();
            for (int w = 0; w < block.warps(); ++w) own = own + of_warps[w];
        }
        return own;
    }

    /// Of the `which`-th share of a warp: round by round a bit for each lane at whose position a run ends.
    IMPULSE_NO_EXEC_CHECK
    template <class Warp>
    IMPULSE_INLINE run_ends mark(const Warp& warp, index_t which) const {
        constexpr int width = Warp::width;
        const auto& keys = tiles.keys;
        const index_t first = which * (width * rounds);
        const int lane = warp.rank();
        cell<key_type> key[rounds];
        cell<key_type> before;
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j) {
            const index_t i = first + j * width + lane;
            if (i < keys.count) key[j] = cell<key_type>(keys.keys.at(0, i));
        }
        if (lane == 0 && first > 0 && first <= keys.count)
            before = cell<key_type>(keys.keys.at(0, first - 1));
        run_ends found;
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j) {
            const index_t i = first + j * width + lane;
            // The last lane gives its key of the round before, which is the first lane's left neighbour.
            cell<key_type> left = j > 0 && lane == width - 1 ? key[j > 0 ? j - 1 : 0] : key[j];
            left = warp.shuffle(left, (lane - 1) & (width - 1));
            if (j == 0 && lane == 0) left = before;
            const bool end = i == keys.count || (i > 0 && i < keys.count && keys.parts(*left, *key[j]));
            const std::uint32_t ends = warp.ballot(end);
            if (lane == 0) tiles.marks[which * rounds + j] = ends;
            if (ends != 0)
                found = found + run_ends{detail::count_bits(ends),
                                         first + j * width + log2_floor(static_cast<index_t>(ends))};
        }
        return found;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
