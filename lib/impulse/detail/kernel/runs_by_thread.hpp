// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of equal keys on a CPU: each thread lists the ends of some keys, and reduces these runs while keys,
/// items and list are in cache.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/serial_run_ends.hpp>
#include <impulse/detail/cpu/serial_segments.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/keyed_tile.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/plan/records.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The bits of the ends in all tiles, which the threads of an earlier launch have marked; null if there was
/// none.
struct marked_ends {
    std::uint32_t* words;

    IMPULSE_SHARED void write(index_t first, std::uint64_t bits) const {
        std::memcpy(words + first / 32, &bits, sizeof bits);
    }
    IMPULSE_SHARED std::uint64_t read(index_t first) const {
        std::uint64_t bits;
        std::memcpy(&bits, words + first / 32, sizeof bits);
        return bits;
    }
};

/// Prefetches what a CPU thread will read some KiB after 64 items, if it can be prefetched.
IMPULSE_NO_EXEC_CHECK
template <class Source>
IMPULSE_SHARED void ask_beyond(const Source& source, index_t first) {
    if constexpr (source_asks_ahead<Source>) source.ask_ahead(first, 0, 64);
}

/// Several threads first mark and count the ends in their tiles. Called on every thread of a grid, which has
/// a block for each tile.
template <class Keys>
struct count_run_ends {
    using accumulator = run_ends;
    template <int Width>
    static constexpr int exchanged = 1;

    Keys keys;
    counted_tiles tiles;
    marked_ends marked;
    counters* shared;

    IMPULSE_SHARED void operator()(auto& block) const {
        const interval its = tiles.positions(block.grid_rank());
        run_ends own{};
        for (index_t first = its.begin; first < its.end; first += 64) {
            detail::ask_beyond(keys.keys, first);
            const std::uint64_t bits = detail::mark_ends(keys, first);
            marked.write(first, bits);
            own.count += __builtin_popcountll(bits);
            // fault: last-end-of-thread
            if (bits != 0) own.last = first + 63 - __builtin_clzll(bits);
        }
        // fault: ends-of-thread
        tiles.records[block.grid_rank()] = own;
        if (!last_block_guard(&shared->done).is_last(block)) return;
        run_ends before{};
        for (index_t t = 0; t < tiles.count; ++t) {
            const run_ends here = tiles.records[t];
            // fault: ends-before-tile
            tiles.records[t] = before;
            before = before + here;
        }
    }
};

/// Reduces the runs that end in a tile, by one thread. Called on every thread of the same grid.
template <class Problem, class Keys>
struct runs_by_thread {
    using accumulator = typename Problem::accumulator;
    template <int Width>
    static constexpr int exchanged = 1;

    Keys keys;
    marked_ends marked;
    longer_results<Problem> longer;

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        const counted_tiles& tiles = longer.asked.layout;
        if (block.grid_rank() == 0) {
            keys.begin();
            longer.asked.sink.begin(tiles);
        }
        if (keys.count == 0) return;
        run_ends& before = tiles.records[block.grid_rank()];
        const run_ends ends = take(block.warp(), tiles.positions(block.grid_rank()), before);
        // fault: tile-left-zero
        before = {};  // as the next call expects it
        // fault: count-runs
        if (block.grid_rank() + 1 == tiles.count) keys.write_count(ends.count);
    }

  private:
    /// The listed runs after the first, as a layout.
    struct listed_runs_of_thread {
        const std::uint32_t* ends;
        index_t origin;
        IMPULSE_SHARED interval items(index_t r) const { return {origin + ends[r], origin + ends[r + 1]}; }
        /// Whether each of the runs from `first` to `end` has `size` items.
        IMPULSE_SHARED bool are_equal(index_t first, index_t end, index_t size) const {
            const auto each = static_cast<std::uint32_t>(size);
            std::uint32_t differ = (ends[end] - ends[first]) ^ each * static_cast<std::uint32_t>(end - first);
            // fault: equal-runs
            if (size > 1)
                for (index_t r = first; r < end; ++r) differ |= (ends[r + 1] - ends[r]) ^ each;
            return differ == 0;
        }
    };
    /// The sink from run `first` on.
    struct sink_from {
        std::conditional_t<fits_registers<typename Problem::sink_type>, typename Problem::sink_type,
                           const typename Problem::sink_type&>
            sink;
        index_t first;
        template <class Op>
        IMPULSE_SHARED void finish(index_t r, index_t n, uninitialized<accumulator>& total,
                                   const op_adaptor<accumulator, Op>& join) const {
            sink.finish(first + r, n, total, join);
        }
    };

    static constexpr int most = cpu_tuning::runs_at_once;

    /// Reduces the runs that end at the positions `its`; `before` are the ends before them. Returns those up
    /// to the last position.
    template <class Warp>
    IMPULSE_SHARED run_ends take(const Warp& warp, interval its, run_ends before) const {
        constexpr index_t listed = cpu_tuning::keys_listed;
        std::uint32_t ends[std::size_t{listed} + 64];
        detail::in_place(longer.asked, [&](auto& source, const auto& joins) {
            using source_type = std::remove_reference_t<decltype(source)>;
            using op_type = std::remove_reference_t<decltype(joins.op())>;
            for (interval now = its; now.begin < its.end; now.begin = now.end) {
                now.end = its.end - now.begin < listed ? its.end : now.begin + listed;
                int count = 0;
                for (index_t first = now.begin; first < now.end; first += 64) {
                    detail::ask_beyond(source, first);
                    const auto at = static_cast<std::uint32_t>(first - now.begin);
                    count += detail::list_bits(marks(first), at, ends + count);
                }
                if (count == 0) continue;
                longer.take(warp, before.count, {before.last, now.begin + ends[0]});
                before = {before.count + count, now.begin + ends[count - 1]};
                const index_t next = before.count - count + 1;
                const listed_runs_of_thread runs{ends, now.begin};
                const sink_from into{longer.asked.sink, next};
                const auto fallback = [&](const auto& lanes, index_t r, interval items) {
                    longer.take(lanes, next + r, items);
                };
                const serial_segments<accumulator, listed_runs_of_thread, sink_from, decltype(fallback), Warp,
                                      source_type, op_type>
                    all{runs, into, fallback, 1, warp, source, joins};
                for (int r = 0; r + 1 < count; r += most) {
                    const int end = count - 1 - r < most ? count - 1 : r + most;
                    write_keys(runs, r, end, next + r);
                    all.take_each(r, end);
                }
                if constexpr (Keys::writes_keys)
                    // fault: key-of-last
                    if (before.last < keys.count) keys.write_key(before.count, keys.keys.at(before.last, 0));
            }
        });
        return before;
    }

    /// The ends among the 64 positions from `first` on.
    IMPULSE_SHARED std::uint64_t marks(index_t first) const {
        if (marked.words) return marked.read(first);
        detail::ask_beyond(keys.keys, first);
        return detail::mark_ends(keys, first);
    }

    /// Writes the first keys of listed runs, of which the first is run `number`.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void write_keys(const listed_runs_of_thread& runs, int first, int end,
                                   index_t number) const {
        if constexpr (Keys::writes_keys) {
            const auto to = keys.keys_from(number);
            const interval all{runs.items(first).begin, runs.items(end - 1).end};
            if (all.size() == end - first)
                for (int r = 0; r < end - first; ++r) keys.write_key(to, r, keys.keys.at(all.begin, r));
            else
                for (int r = 0; r < end - first; ++r)
                    // fault: key-of-run-by-thread
                    keys.write_key(to, r, keys.keys.at(runs.origin, runs.ends[first + r]));
        }
    }
};

}  // namespace impulse::detail
