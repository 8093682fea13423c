// SPDX-License-Identifier: Apache-2.0
/// \file
/// The second launch over runs of equal keys, where the first one took tiles: warps take the runs of tiles
/// that it put off, and list the subtrees of those that are long.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/keyed_tile.hpp>
#include <impulse/detail/kernel/longer_results.hpp>

#include <cstring>

namespace impulse::inline IMPULSE_ABI::detail {

/// Called on every thread of a grid.
template <class Problem, class Keys>
struct keyed_rest {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using value = uninitialized<accumulator>;
    template <int Width>
    static constexpr int exchanged = static_cast<int>((sizeof(std::uint64_t) + sizeof(value) - 1) /
                                                      sizeof(value));

    Keys keys;
    longer_results<Problem> longer;

    IMPULSE_SHARED const Problem& problem() const { return longer.asked; }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        const counted_tiles& tiles = problem().layout;
        const auto warp = block.warp();
        const index_t warps = block.grid_size() * block.warps();
        IMPULSE_NO_UNROLL
        for (index_t from = block.grid_rank() * block.warps() + block.warp_rank(); from < tiles.count;
             from += warps * Block::warp_width) {
            const index_t mine = from + warp.rank() * warps;
            const std::uint64_t ends =
                mine < tiles.count ? static_cast<std::uint64_t>(tiles.records[mine].last) : 0;
            IMPULSE_NO_UNROLL
            for (std::uint32_t left = warp.ballot(ends != 0); left != 0; left &= left - 1) {
                const int lane = detail::lowest_bit(left);
                take(block, warp, from + lane * warps,
                     *warp.shuffle(uninitialized<std::uint64_t>(ends), lane));
            }
        }
    }

  private:
    /// The runs of tile t that were put off; `ends` has where they end, counted from 1.
    IMPULSE_INLINE void take(auto& block, const auto& warp, index_t t, std::uint64_t ends) const {
        const counted_tiles& tiles = problem().layout;
        const index_t first = t / tiles.part * tiles.part;
        const run_ends before = tiles.before_tile(first, tiles.before_part(t / tiles.part),
                                                  detail::look_back(block, warp, tiles, first, t));
        index_t begin = before.last;
        IMPULSE_NO_UNROLL
        for (index_t number = before.count; ends != 0; ++number, ends >>= 16) {
            const index_t end = t * tiles.tile + static_cast<index_t>(ends & 0xffff) - 1;
            if constexpr (Keys::writes_keys)
                // fault: key-of-put-off
                if (warp.rank() == 0 && end < keys.count) keys.write_key(number + 1, keys.keys.at(0, end));
            longer.take(warp, number, {begin, end});
            begin = end;
        }
    }
};

}  // namespace impulse::detail
