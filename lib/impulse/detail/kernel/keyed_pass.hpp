// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launches over runs of equal keys, if threads share memory. In the first launch a block takes a tile of
/// keys, counts the ends of runs, learns from the earlier tiles how many ends there were, and reduces the
/// runs that end in its tile. In the second launch warps take the runs that were put off, and list the
/// subtrees of long runs.
///
/// A run belongs to the tile in which it *ends*, because there its number and its beginning follow from the
/// tiles before. The last run ends at position n, which belongs to a tile too. A block first reads keys, and
/// then loads only the items of runs that end in its tile. Runs that do not fit into shared memory are put
/// off. Runs of tiles with few ends are put off too, so that their blocks need not wait for others. A block
/// waits only for blocks that began before it, because the blocks of a grid begin in the order of their
/// numbers.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/keyed_items.hpp>
#include <impulse/detail/kernel/keyed_marks.hpp>
#include <impulse/detail/kernel/keyed_runs.hpp>
#include <impulse/detail/kernel/keyed_tile.hpp>
#include <impulse/detail/kernel/work.hpp>

#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The first launch, called on every thread of a grid, which has a block for each tile. `Keys` is the layout;
/// the layout of `Problem` has its tiles.
template <class Problem, class Keys>
struct keyed_pass {
    using accumulator = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using key_type = typename Keys::key_type;
    using value = uninitialized<accumulator>;
    template <int Width>
    using smem = keyed_smem<accumulator, key_type, keyed_warps(Width) * Width, Width>;
    template <int Width>
    static constexpr int block_smem_bytes = static_cast<int>(sizeof(smem<Width>));
    /// The smallest GPU gives a block 64 KiB; exchanges between lanes need up to 1 KiB of this.
    static_assert(block_smem_bytes<32> <= 63 * 1024);
    /// Lanes exchange keys, words and values.
    template <int Width>
    static constexpr int exchanged = static_cast<int>(divide_up(sizeof(std::uint64_t), sizeof(value)));
    static constexpr int max_threads = keyed_warps(32) * 32;
    static constexpr int resident_blocks = sizeof(value) <= 8 ? 5 : 4;

    Keys keys;
    index_t part;     ///< the number of this launch
    int max_put_off;  ///< the most ends of a tile whose runs are all put off
    longer_results<Problem> longer;

    IMPULSE_SHARED const Problem& problem() const { return longer.asked; }
    IMPULSE_DEVICE void check_device_callable(const auto* any) const { keys.check_device_callable(any); }

    IMPULSE_SHARED void operator()(auto& block) const {
        if (block.rank() == 0 && part == 0 && block.grid_rank() == 0) {
            longer.asked.sink.begin(longer.asked.layout);
            keys.begin();
        }
        if (keys.count == 0) return;
        detail::in_place(longer.asked, [&](auto& source, const auto& joins) {
            take(block, part * longer.asked.layout.part + block.grid_rank(), source, joins);
        });
    }

  private:
    template <class Block, class Source, class Op>
    IMPULSE_INLINE void take(Block& block, index_t t, Source& source,
                             const op_adaptor<accumulator, Op>& joins) const {
        constexpr int width = Block::warp_width;
        using smem_type = smem<width>;
        auto& s = *detail::shared(reinterpret_cast<smem_type*>(block.block_smem()));
        const auto warp = block.warp();
        const counted_tiles& tiles = longer.asked.layout;
        const index_t begin = t * smem_type::tile;
        const bool whole = begin + smem_type::tile <= keys.count;
        const keyed_marks<Keys, smem_type, Block> marks{keys, s, block, warp, begin, whole};
        ends_of_tile at = marks.find();

        const index_t first = part * tiles.part;
        const part_ends own =
            tiles.publish(block, first, t, begin - first * smem_type::tile, at.count, at.last);
        if (at.count <= max_put_off && t > first && !looks_back(t)) {
            marks.visit(at, [&](int r, int p) { put_off(tiles, t, r, p); });
            return;
        }
        if (at.count == 0 && block.warp_rank() > 0) return;

        keyed_items<accumulator, Source, Op, smem_type, std::remove_const_t<decltype(warp)>> items(
            source, joins, s, warp, block.warp_rank(), begin, whole);
        items.load(at.last);
        marks.list(at);
        if (block.warp_rank() == 0) {
            const part_ends some = detail::look_back(block, warp, tiles, first, t);
            const run_ends before = tiles.before_tile(first, tiles.before_part(part), some);
            if (warp.rank() == 0) tiles.publish_up_to(keys, part, t, before, some, own, begin + at.last);
            if (at.count == 0) return;
            if (warp.rank() == 0) {
                s.first_result = before.count;
                s.first_begin = before.last;
            }
            const index_t gap = begin - before.last;
            if (gap <= smem_type::near_items)
                items.template put_before<smem_type::near_items, width>(static_cast<int>(gap), warp.rank());
        }
        items.put(at.last);
        // fault: items-meet
        block.sync();

        const index_t gap = begin - s.first_begin;
        // A gap that is too large becomes a number that is too large for shared memory and for a lane.
        at.before = gap <= smem_type::far_items ? static_cast<int>(gap)
                                                : smem_type::far_items + smem_type::positions + 1;
        const index_t number = s.first_result;
        const keyed_runs<accumulator, smem_type, Block, Op> runs{s, block, warp, joins, at};
        const auto finish = [&](int k, int size, value& total) {
            longer.asked.sink.finish(number + k, size, total, joins);
        };
        [[maybe_unused]] const auto to_keys = keys.keys_from(number + 1);
        runs.take_short(
            [&](int k) {
                if constexpr (Keys::writes_keys)
                    // fault: key-of-tile
                    if (begin + s.ends[k] < keys.count) keys.write_key(to_keys, k, *s.keys()[s.ends[k]]);
            },
            finish);
        runs.take_longer(finish);

        const int size = at.before + s.ends[0];  // of the first run
        if (size <= smem_type::positions && at.before <= smem_type::near_items) return;
        if (at.before > smem_type::far_items) {
            // The plan has space for one run of each tile.
            // fault: list-first-run
            if (block.warp_rank() == 0)
                static_cast<void>(longer.put_on_list(warp, number, {s.first_begin, begin + s.ends[0]}));
            return;
        }
        if (at.before > smem_type::near_items) {  // in the place of keys, which are written
            items.template put_before<smem_type::far_items, smem_type::warps * width>(at.before,
                                                                                      block.rank());
            block.sync();
        }
        value total = runs.take_first(size);
        if (block.rank() == 0) finish(0, size, total);
    }

    /// Whether the block of tile t looks back to earlier tiles, even if it has few ends. The last tile of a
    /// launch does, for the next launch.
    IMPULSE_SHARED bool looks_back(index_t t) const {
        return t % looked_back == looked_back - 1 || t + 1 == longer.asked.layout.count;
    }

    /// Puts off a run that ends in tile t to the next launch; each of at most four runs has two bytes of the
    /// record.
    IMPULSE_INLINE static void put_off(const counted_tiles& tiles, index_t t, int which, int position) {
        const auto end = static_cast<std::uint16_t>(position + 1);
        // fault: put-off
        std::memcpy(reinterpret_cast<char*>(&tiles.records[t].last) + 2 * which, &end, sizeof(end));
    }
};

/// The second launch, called on every thread of a grid.
template <class Problem, class Keys>
struct keyed_rest {
    using accumulator = typename Problem::accumulator;
    using value = uninitialized<accumulator>;
    template <int Width>
    static constexpr int exchanged = static_cast<int>(divide_up(sizeof(std::uint64_t), sizeof(value)));

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
    /// Takes the runs of tile t that were put off; `ends` has their ends, counted from 1.
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
