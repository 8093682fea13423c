// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of equal keys whose ends are listed, some tiles of keys at a time: those of types that no tile in
/// shared memory takes. The list is the layout of the launches that follow.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/keyed_tile.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/source/staged.hpp>

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// Lists the ends in the tiles of a part, and writes the first keys. Called on every thread of a grid, which
/// has a block for each tile.
template <class Keys>
struct list_run_ends {
    using accumulator = run_ends;
    using key_type = typename Keys::key_type;
    using kept_key = uninitialized<key_type>;
    /// A warp takes rows of adjacent positions, one a lane.
    static constexpr int rows = listed_positions(sizeof(key_type));
    /// Lanes exchange keys.
    template <int Width>
    static constexpr int exchanged = static_cast<int>(divide_up(sizeof(kept_key), sizeof(run_ends)));
    template <int Width>
    struct smem {
        static constexpr int warps = keyed_warps(Width);
        static constexpr int tile = warps * Width * rows;
        int sum[std::size_t{warps}];   ///< of each warp: its ends
        int last[std::size_t{warps}];  ///< and the last of them, or -1
        index_t first_result;          ///< the number of the run that ends first
    };
    template <int Width>
    static constexpr int block_smem_bytes = static_cast<int>(sizeof(smem<Width>));
    static constexpr int max_threads = keyed_warps(32) * 32;
    static constexpr int resident_blocks = 4;

    Keys keys;
    counted_tiles tiles;
    index_t part;
    std::uint32_t* ends;

    IMPULSE_DEVICE void check_device_callable(const auto* any) const { keys.check_device_callable(any); }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        if (block.rank() == 0 && part == 0 && block.grid_rank() == 0) keys.begin();
        if (keys.count == 0) return;
        const index_t first = part * tiles.part;
        list_tile(block, first, first + block.grid_rank());
    }

  private:
    template <class Block>
    IMPULSE_INLINE void list_tile(Block& block, index_t first, index_t t) const {
        constexpr int width = Block::warp_width;
        constexpr int tile = smem<width>::tile;
        auto& s = *detail::shared(reinterpret_cast<smem<width>*>(block.block_smem()));
        const auto warp = block.warp();
        const index_t begin = t * tile;
        const int from = block.warp_rank() * rows * width;
        kept_key key[std::size_t{rows}];
        std::uint32_t row[std::size_t{rows}];  // a bit for each lane
        if (begin > 0 && begin + tile <= keys.count)
            mark<true>(warp, begin + from, key, row);
        else
            mark<false>(warp, begin + from, key, row);
        int here = 0, last = -1;
        IMPULSE_UNROLL
        for (int j = 0; j < rows; ++j) {
            here += detail::count_bits(row[j]);
            if (row[j] != 0) last = from + j * width + detail::highest_bit(row[j]);
        }
        if (warp.rank() == 0) s.sum[block.warp_rank()] = here;
        if (warp.rank() == 0) s.last[block.warp_rank()] = last;
        // fault: listed-ends-meet
        block.sync();
        int all = 0, before_warp = 0;
        IMPULSE_UNROLL
        for (int w = 0; w < smem<width>::warps; ++w) {
            if (w == block.warp_rank()) before_warp = all;
            all += s.sum[w];
            if (last < s.last[w]) last = s.last[w];
        }
        const index_t in_part = begin - first * tile;
        const part_ends own = tiles.publish(block, first, t, in_part, all, last);
        if (block.warp_rank() == 0) {
            const part_ends some = detail::look_back(block, warp, tiles, first, t);
            const run_ends before = tiles.before_tile(first, tiles.before_part(part), some);
            if (warp.rank() == 0) tiles.publish_up_to(keys, part, t, before, some, own, begin + last);
            if (warp.rank() == 0) s.first_result = before.count;
        }
        if (all == 0) return;
        // fault: first-result-is-there
        block.sync();
        const index_t number = s.first_result + before_warp;
        std::uint32_t* const to = ends + (number - tiles.before_part(part).count);
        [[maybe_unused]] const auto to_keys = keys.keys_from(number + 1);
        int k = 0;
        IMPULSE_UNROLL
        for (int j = 0; j < rows; ++j) {
            const int p = from + j * width + warp.rank();
            if ((row[j] >> warp.rank() & 1) != 0) {
                // fault: end-of-tile
                const int r = k + detail::count_bits(row[j] & ((std::uint32_t{1} << warp.rank()) - 1));
                to[r] = static_cast<std::uint32_t>(in_part + p);
                if constexpr (Keys::writes_keys)
                    // fault: key-of-listed
                    if (begin + p < keys.count) keys.write_key(to_keys, r, *key[j]);
            }
            k += detail::count_bits(row[j]);
        }
    }

    /// Which of the positions from `first` on end a run. `Inside`: each of them has a key, and so has the one
    /// before the first.
    template <bool Inside, class Warp>
    IMPULSE_INLINE void mark(const Warp& warp, index_t first, kept_key (&key)[std::size_t{rows}],
                             std::uint32_t (&row)[std::size_t{rows}]) const {
        constexpr int width = Warp::width;
        const int lane = warp.rank();
        IMPULSE_UNROLL
        for (int j = 0; j < rows; ++j)
            if (Inside || first + j * width + lane < keys.count)
                key[j] = kept_key(keys.keys.at(first, j * width + lane));
        kept_key before;
        if (lane == 0 && (Inside || (first > 0 && first <= keys.count)))
            // fault: key-before-share
            before = kept_key(keys.keys.at(first, -1));
        IMPULSE_UNROLL
        for (int j = 0; j < rows; ++j) {
            // The last lane passes its key of the previous row to the first lane, as its left neighbour.
            kept_key left = j > 0 && lane == width - 1 ? key[j > 0 ? j - 1 : 0] : key[j];
            left = warp.shuffle(left, (lane - 1) & (width - 1));
            if (j == 0 && lane == 0) left = before;
            const index_t i = first + j * width + lane;
            // fault: last-run
            row[j] = warp.ballot(Inside ? keys.parts(*left, *key[j])
                                        : i == keys.count ||
                                              (i > 0 && i < keys.count && keys.parts(*left, *key[j])));
        }
    }
};

/// The listed runs, as a layout.
struct listed_runs {
    static constexpr bool has_many = true;

    counted_tiles tiles;
    index_t part;
    index_t origin;       ///< its first position
    std::uint32_t* ends;  ///< relative to that

    /// Those of a part, whose number only GPU memory knows.
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
        const run_ends& before = tiles.before_part(part);
        // fault: ends-in-tile
        return {ends, origin, before.last, before.count, listed_in(part)};
    }

    constexpr index_t max_results() const { return tiles.all_items; }
    constexpr index_t max_items() const { return tiles.all_items; }
    constexpr index_t longest() const { return tiles.all_items; }

    /// Clears the list when nobody reads it any more; thread `rank` of `of` calls.
    IMPULSE_SHARED void clear(index_t rank, index_t of) const {
        index_t most = 0;
        for (index_t p = 0; p < tiles.parts(); ++p)
            if (most < listed_in(p)) most = listed_in(p);
        // fault: clear-ends
        for (index_t i = rank; i < most; i += of) ends[i] = 0;
        // fault: clear-tiles
        for (index_t t = rank; t < tiles.count; t += of) tiles.records[t] = {};
    }
    /// Clears the counts when nobody reads them any more.
    IMPULSE_SHARED void leave_zero(index_t rank, index_t of) const {
        // fault: clear-parts-of-tiles
        for (index_t p = rank; p <= tiles.parts(); p += of) tiles.before_part(p) = {};
    }

  private:
    IMPULSE_SHARED index_t listed_in(index_t p) const {
        return tiles.before_part(p + 1).count - tiles.before_part(p).count;
    }
};

}  // namespace impulse::detail
