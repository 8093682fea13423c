// SPDX-License-Identifier: Apache-2.0
/// \file
/// The ends of runs of equal keys in a tile, by a CPU thread: counted and visited in loops that compilers
/// vectorize.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/plan/records.hpp>

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// The positions of `its` that end a run if their key is another than the one before: not position 0, and not
/// the one behind the last key, which always does.
IMPULSE_SHARED constexpr interval positions_to_compare(interval its, index_t keys) {
    return {its.begin > 0 ? its.begin : 1, its.end < keys ? its.end : keys};
}

/// The ends at the positions `its` of `Tiles` (key_tiles).
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED run_ends count_ends_serially(const auto& tiles, interval its) {
    constexpr index_t block = 256;  // also what is searched for the last one
    const interval all = detail::positions_to_compare(its, tiles.keys.count);
    run_ends own{};
    for (index_t first = all.begin; first < all.end; first += block) {
        const index_t end = first + block < all.end ? first + block : all.end;
        int count = 0;
        for (index_t i = first; i < end; ++i) count += tiles.ends_at(i) ? 1 : 0;
        if (count != 0) own = own + run_ends{count, end};
    }
    if (own.count != 0) {  // so far `last` is the end of its block
        --own.last;
        // fault: last-end-of-thread
        while (!tiles.ends_at(own.last)) --own.last;
    }
    return its.end > tiles.keys.count ? own + run_ends{1, tiles.keys.count} : own;
}

/// visit(i) for each of these ends, in order. A bit stands for each of 64 positions, so that the only
/// branches depend on how many there are.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED void visit_ends_serially(const auto& tiles, interval its, const auto& visit) {
    constexpr int block = 64;
    const interval all = detail::positions_to_compare(its, tiles.keys.count);
    for (index_t first = all.begin; first < all.end; first += block) {
        unsigned char flags[block] = {};
        if (first + block <= all.end)  // a constant number: vectors
            for (int j = 0; j < block; ++j) flags[j] = tiles.ends_at(first + j) ? 1 : 0;
        else
            for (index_t i = first; i < all.end; ++i) flags[i - first] = tiles.ends_at(i) ? 1 : 0;
        std::uint64_t bits = 0;
        for (int word = 0; word < block; word += 8) {
            std::uint64_t bytes = 0;
            for (int j = 0; j < 8; ++j) bytes |= std::uint64_t{flags[word + j]} << (8 * j);
            // fault: bits-of-flags
            bits |= (bytes * 0x0102040810204080 >> 56) << word;  // byte j becomes bit j
        }
        for (; bits != 0; bits &= bits - 1) visit(first + __builtin_ctzll(bits));
    }
    if (its.end > tiles.keys.count) visit(tiles.keys.count);
}

}  // namespace impulse::detail
