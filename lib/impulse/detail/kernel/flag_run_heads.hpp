// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that finds where runs of equal keys end. It reads keys tile by tile and writes a bit for each;
/// then the last block computes the sums before each tile.
///
/// A run belongs to the tile in which it *ends*, because there its number and its beginning follow from the
/// sums before the tile. The last run ends at position n, which belongs to a tile too.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/serial_run_ends.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The number of keys that a lane takes at once, for keys and items of these sizes.
constexpr int keys_of_lane(std::size_t key_bytes, std::size_t item_bytes) {
    const int bytes = static_cast<int>(key_bytes > item_bytes ? key_bytes : item_bytes);
    return detail::power_within(bytes < 4 ? 16 : bytes > 16 ? 2 : 32 / bytes);
}
/// The keys of a call, split into tiles, and the counts of each tile. A lane takes `Rounds` keys at once.
template <class Keys, int Rounds>
struct key_tiles {
    using key_type = typename Keys::key_type;
    static constexpr int rounds = Rounds;

    Keys keys;
    index_t count;  ///< number of tiles
    index_t each;   ///< positions of a tile, which one warp takes: a multiple of what its lanes read together
    run_ends* ends;        ///< the counts of each tile, then the sums before each, and before the end
    std::uint32_t* marks;  ///< for blocks of warps: one bit for each position, in words of a warp's lanes

    IMPULSE_SHARED interval of(index_t t) const {
        const index_t begin = t * each;
        return {begin, begin + each < keys.count + 1 ? begin + each : keys.count + 1};
    }
    /// Whether position i ends a run, 0 < i < keys.count.
    IMPULSE_INLINE bool ends_at(index_t i) const {
        return keys.parts(keys.keys.at(0, i - 1), keys.keys.at(0, i));
    }
};

/// Called on every thread of a grid.
template <class Keys, int Rounds>
struct flag_run_heads {
    using accumulator = run_ends;
    using key_type = typename Keys::key_type;
    /// Lanes exchange keys.
    template <int Width>
    static constexpr int exchanged =
        static_cast<int>((sizeof(uninitialized<key_type>) + sizeof(run_ends) - 1) / sizeof(run_ends));
    static constexpr int rounds = Rounds;

    key_tiles<Keys, Rounds> tiles;
    counters* shared;

    template <class Any>
    IMPULSE_DEVICE void check_device_callable(const Any* any) const {
        tiles.keys.check_device_callable(any);
    }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        const auto warp = block.warp();
        const index_t warps = block.grid_size() * block.warps();
        IMPULSE_NO_UNROLL
        for (index_t t = block.grid_rank() * block.warps() + block.warp_rank(); t < tiles.count; t += warps) {
            const run_ends own = look_through(warp, tiles.of(t), std::bool_constant<Block::is_one_thread>{});
            if (warp.rank() == 0) tiles.ends[t] = own;
        }
        // fault: ends-meet
        block.sync();
        if (last_block_guard(&shared->done).is_last(block)) sum_up(block);
    }

  private:
    IMPULSE_SHARED void sum_up(auto& block) const {
        const interval mine = even_split::of(tiles.count, block.size()).share(block.rank());
        constexpr int at_once = 8;  // loads in flight
        run_ends own{};
        run_ends some[at_once];
        const auto load = [&](index_t first) {
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u)
                some[u] = first + u < mine.end ? tiles.ends[first + u] : run_ends{};
        };
        for (index_t first = mine.begin; first < mine.end; first += at_once) {
            load(first);
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u) own = own + some[u];
        }
        run_ends all{};
        run_ends before = detail::sum_before(block, own, all);
        for (index_t first = mine.begin; first < mine.end; first += at_once) {
            load(first);
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u) {
                // fault: ends-before-word
                if (first + u < mine.end) tiles.ends[first + u] = before;
                before = before + some[u];
            }
        }
        if (block.rank() == 0) {
            if (tiles.count > 0) tiles.ends[tiles.count] = all;
            // fault: count-runs
            tiles.keys.write_count(all.count);
        }
    }

    /// Counts the ends in a tile.
    IMPULSE_INLINE run_ends look_through(const auto&, interval its, std::true_type) const {
        return detail::count_ends_serially(tiles, its);
    }
    template <class Warp>
    IMPULSE_INLINE run_ends look_through(const Warp& warp, interval its, std::false_type) const {
        run_ends own{};  // what this lane has counted
        IMPULSE_NO_UNROLL
        for (index_t first = its.begin; first < its.end; first += Warp::width * rounds) {
            if (first > 0 && first + Warp::width * rounds <= tiles.keys.count)
                own = own + mark<true>(warp, first);
            else
                own = own + mark<false>(warp, first);
        }
        IMPULSE_NO_UNROLL
        for (int d = 1; d < Warp::width; d *= 2) {
            const uninitialized<run_ends> other = warp.shuffle_xor(uninitialized<run_ends>(own), d);
            own = own + *other;
        }
        return own;
    }

    /// Marks the positions from `first` on, `rounds` for each lane: each round sets one bit for each lane
    /// whose position ends a run. `Inside`: each position has a key, and so has the position before the
    /// first.
    template <bool Inside, class Warp>
    IMPULSE_INLINE run_ends mark(const Warp& warp, index_t first) const {
        constexpr int width = Warp::width;
        constexpr int words = (rounds + width - 1) / width;
        const auto& keys = tiles.keys;
        const int lane = warp.rank();
        uninitialized<key_type> key[std::size_t{rounds}];
        uninitialized<key_type> before;
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j)
            if (Inside || first + j * width + lane < keys.count)
                key[j] = uninitialized<key_type>(keys.keys.at(first, j * width + lane));
        if (lane == 0 && (Inside || (first > 0 && first <= keys.count)))
            // fault: key-before-share
            before = uninitialized<key_type>(keys.keys.at(first, -1));
        std::uint32_t held[std::size_t{words}] = {};  // lane l has the words of the rounds l, l + width, ...
        IMPULSE_UNROLL
        for (int j = 0; j < rounds; ++j) {
            // The last lane passes its key of the previous round to the first lane, as its left neighbour.
            uninitialized<key_type> left = j > 0 && lane == width - 1 ? key[j > 0 ? j - 1 : 0] : key[j];
            left = warp.shuffle(left, (lane - 1) & (width - 1));
            if (j == 0 && lane == 0) left = before;
            const index_t i = first + j * width + lane;
            // fault: last-run
            const bool end = Inside
                                 ? keys.parts(*left, *key[j])
                                 : i == keys.count || (i > 0 && i < keys.count && keys.parts(*left, *key[j]));
            const std::uint32_t ends = warp.ballot(end);
            if (lane == (j & (width - 1))) held[j / width] = ends;
        }
        run_ends own{};
        IMPULSE_UNROLL
        for (int k = 0; k < words; ++k) {
            const int j = k * width + lane;
            if (j < rounds) tiles.marks[first / width + j] = held[k];
            if (held[k] != 0)
                own = own + run_ends{detail::count_bits(held[k]),
                                     first + j * width + log2_floor(static_cast<index_t>(held[k]))};
        }
        return own;
    }
};

}  // namespace impulse::detail
