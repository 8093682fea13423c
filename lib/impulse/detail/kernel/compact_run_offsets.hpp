// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that lists the ends of the runs of equal keys of some tiles, and writes their first keys. After
/// it the runs are segments.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/serial_run_ends.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/flag_run_heads.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// Called on every thread of a grid.
template <class Keys, int Rounds>
struct compact_run_offsets {
    using accumulator = run_ends;
    template <int Width>
    static constexpr int exchanged = 1;
    static constexpr int rounds = Rounds;

    key_tiles<Keys, Rounds> tiles;
    interval some;  ///< the tiles
    std::uint32_t* ends;

    template <class Any>
    IMPULSE_DEVICE void check_device_callable(const Any* any) const {
        tiles.keys.check_device_callable(any);
    }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        const auto warp = block.warp();
        const index_t warps = block.grid_size() * block.warps();
        IMPULSE_NO_UNROLL
        for (index_t t = some.begin + block.grid_rank() * block.warps() + block.warp_rank(); t < some.end;
             t += warps) {
            const interval its = tiles.of(t);
            index_t number = tiles.ends[t].count;
            // fault: first-key
            if (warp.rank() == 0 && t == 0) write_key(0, 0);
            if constexpr (Block::is_one_thread) {
                detail::visit_ends_serially(tiles, its, [&](index_t i) { list(number++, i); });
            } else {
                list_marked(warp, its, number);
            }
        }
    }

  private:
    /// Records that run `number` ends at position i, where the next run begins.
    IMPULSE_SHARED void list(index_t number, index_t i) const {
        ends[number - tiles.ends[some.begin].count] = static_cast<std::uint32_t>(i - some.begin * tiles.each);
        write_key(number + 1, i);
    }
    IMPULSE_SHARED void write_key(index_t number, index_t i) const {
        if constexpr (Keys::writes_keys)
            if (i < tiles.keys.count) tiles.keys.write_key(number, tiles.keys.keys.at(0, i));
    }

    /// Loaded marks; each word has one bit for each lane.
    struct held_marks {
        static constexpr int words = 4;  ///< for each lane
        std::uint32_t word[words];
        IMPULSE_INLINE void next() {
            IMPULSE_UNROLL
            for (int k = 1; k < words; ++k) word[k - 1] = word[k];
        }
    };
    template <class Warp>
    IMPULSE_INLINE held_marks look_at(const Warp& warp, index_t from, index_t end) const {
        held_marks held;
        IMPULSE_UNROLL
        for (int k = 0; k < held_marks::words; ++k) {
            const index_t w = from + k * Warp::width + warp.rank();
            held.word[k] = w < end ? tiles.marks[w] : 0;
        }
        return held;
    }

    /// Lists the ends in the tiles `its`; the first is that of run `number`.
    template <class Warp>
    IMPULSE_INLINE void list_marked(const Warp& warp, interval its, index_t number) const {
        constexpr int width = Warp::width;
        const index_t end = detail::shift_up(its.end, log2_floor(width));
        const index_t before = tiles.ends[some.begin].count;
        index_t from = its.begin / width;
        held_marks next = look_at(warp, from, end);
        IMPULSE_NO_UNROLL
        while (from < end) {
            held_marks held = next;
            next = look_at(warp, from + held_marks::words * width, end);
            IMPULSE_NO_UNROLL
            for (int k = 0; k < held_marks::words; ++k, from += width) {
                if (warp.ballot(detail::count_bits(held.word[0]) > few) == 0) {
                    number += list_few(warp, held.word[0], from, number, before);
                } else {
                    std::uint32_t words = warp.ballot(held.word[0] != 0);
                    IMPULSE_NO_UNROLL
                    while (words != 0) number += list_some(warp, held.word[0], words, from, number, before);
                }
                held.next();
            }
        }
    }

    static constexpr int few = 4;
    /// The nearest position with a key. Keys that are not needed are loaded too, so that no load waits for a
    /// condition.
    IMPULSE_SHARED index_t clamped(index_t i) const {
        return i < tiles.keys.count ? i : tiles.keys.count - 1;
    }
    static constexpr int at_once = rounds < 8 ? rounds : 8;  ///< keys of a lane that are loaded at once

    /// The ends in the lanes' words, if no word has many: each lane lists its own.
    template <class Warp>
    IMPULSE_INLINE int list_few(const Warp& warp, std::uint32_t word, index_t from, index_t number,
                                index_t before) const {
        using key_type = typename Keys::key_type;
        int all = 0;
        // fault: ends-in-lane
        index_t r = number + detail::sum_before_in_warp(warp, detail::count_bits(word), all);
        const index_t origin = (from + warp.rank()) * Warp::width;
        constexpr int together = at_once < 4 ? at_once : 4;
        IMPULSE_NO_UNROLL
        while (word != 0) {
            uninitialized<key_type> key[std::size_t{together}];
            int at[std::size_t{together}];
            IMPULSE_UNROLL
            for (int u = 0; u < together; ++u) {
                at[u] = word != 0 ? detail::lowest_bit(word) : -1;
                word &= word - 1;
                if constexpr (Keys::writes_keys) {
                    key[u] = uninitialized<key_type>(
                        tiles.keys.keys.at(0, clamped(origin + (at[u] > 0 ? at[u] : 0))));
                }
            }
            IMPULSE_UNROLL
            for (int u = 0; u < together; ++u) {
                if (at[u] < 0) continue;
                ends[r - before] = static_cast<std::uint32_t>(origin + at[u] - some.begin * tiles.each);
                ++r;
                if constexpr (Keys::writes_keys) {
                    if (origin + at[u] < tiles.keys.count) tiles.keys.write_key(r, *key[u]);
                }
            }
        }
        return all;
    }

    /// Lists and removes the ends in the lowest of `words`, where a bit stands for each lane that has one;
    /// the lane's ends begin with number `from`.
    template <class Warp>
    IMPULSE_INLINE int list_some(const Warp& warp, std::uint32_t word, std::uint32_t& words, index_t from,
                                 index_t number, index_t before) const {
        using key_type = typename Keys::key_type;
        constexpr int window = Warp::width * Warp::width;
        const std::uint32_t lanes_before = (std::uint32_t{1} << warp.rank()) - 1;
        // From here on counts have 32 bits.
        const index_t first = from * Warp::width;
        const int valid =
            tiles.keys.count - first < window ? static_cast<int>(tiles.keys.count - first) : window;
        const auto origin = static_cast<std::uint32_t>(first - some.begin * tiles.each);
        std::uint32_t* const to = ends + (number - before);
        const auto to_keys = tiles.keys.keys_from(number + 1);
        uninitialized<key_type> key[std::size_t{at_once}];
        std::uint32_t marks[std::size_t{at_once}];
        int at[std::size_t{at_once}];
        IMPULSE_UNROLL
        for (int u = 0; u < at_once; ++u) {
            const int w = words != 0 ? detail::lowest_bit(words) : 0;
            marks[u] = *warp.shuffle(uninitialized<std::uint32_t>(word), w);
            if (words == 0) marks[u] = 0;
            words &= words - 1;
            at[u] = w * Warp::width + warp.rank();
            if constexpr (Keys::writes_keys)  // also keys that are not needed, so that nothing waits for a
                                              // condition
                key[u] =
                    uninitialized<key_type>(tiles.keys.keys.at(first, at[u] < valid ? at[u] : valid - 1));
        }
        int count = 0;
        IMPULSE_UNROLL
        for (int u = 0; u < at_once; ++u) {
            if ((marks[u] >> warp.rank() & 1) != 0) {
                // fault: run-in-word
                const int r = count + detail::count_bits(marks[u] & lanes_before);
                to[r] = origin + static_cast<std::uint32_t>(at[u]);
                if constexpr (Keys::writes_keys) {
                    if (at[u] < valid) tiles.keys.write_key(to_keys, r, *key[u]);
                }
            }
            count += detail::count_bits(marks[u]);
        }
        return count;
    }
};

/// The runs that end in some tiles, as a layout.
struct compacted_runs {
    static constexpr bool has_many = true;

    run_ends* tiles;  ///< the counts before each tile, and before the end
    index_t all_tiles;
    index_t tile;         ///< positions of a tile
    index_t at_once;      ///< tiles whose runs are listed together
    index_t first;        ///< the first of these tiles
    index_t origin;       ///< its first position
    std::uint32_t* ends;  ///< the ends of runs, relative to `origin`
    std::uint32_t* marks;
    index_t all_marks;
    index_t all_items;

    /// The listed runs; their number is only in GPU memory.
    struct found_runs {
        static constexpr bool has_many = true;
        struct bounds_type {
            std::uint32_t begin;
            std::uint32_t end;
        };
        const std::uint32_t* ends;
        index_t origin;
        index_t begin;   ///< where the first run begins
        index_t number;  ///< the number of the first run
        index_t count;

        IMPULSE_SHARED index_t results() const { return count; }
        IMPULSE_SHARED bounds_type bounds(index_t r) const { return {ends[r > 0 ? r - 1 : 0], ends[r]}; }
        IMPULSE_SHARED interval items(index_t r, const bounds_type& found) const {
            return {r > 0 ? origin + found.begin : begin, origin + found.end};
        }
        IMPULSE_SHARED interval items(index_t r) const { return items(r, bounds(r)); }
        /// The result of run r.
        IMPULSE_SHARED index_t result_of(index_t r) const { return number + r; }
    };
    IMPULSE_SHARED found_runs found() const {
        // fault: ends-in-tile
        return {ends, origin, tiles[first].last, tiles[first].count, listed_from(first)};
    }

    constexpr index_t max_results() const { return all_items; }
    constexpr index_t max_items() const { return all_items; }
    constexpr index_t longest() const { return all_items; }

    /// Clears the list when no thread reads it any more; called by thread `rank` of `of`.
    IMPULSE_SHARED void clear(index_t rank, index_t of) const {
        index_t most = 0;
        for (index_t t = 0; t < all_tiles; t += at_once) {
            const index_t count = listed_from(t);
            if (most < count) most = count;
        }
        // fault: clear-ends
        for (index_t i = rank; i < most; i += of) ends[i] = 0;
        // fault: clear-marks
        for (index_t i = rank; i < all_marks; i += of) marks[i] = 0;
    }
    /// Clears the counts when no thread reads them any more.
    IMPULSE_SHARED void leave_zero(index_t rank, index_t of) const {
        // fault: clear-tiles
        for (index_t t = rank; t <= all_tiles; t += of) tiles[t] = {};
    }

  private:
    IMPULSE_SHARED index_t listed_from(index_t t) const {
        const index_t end = t + at_once < all_tiles ? t + at_once : all_tiles;
        return tiles[end].count - tiles[t].count;
    }
};

}  // namespace impulse::detail
