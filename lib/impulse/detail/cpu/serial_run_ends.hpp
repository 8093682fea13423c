// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts and visits the ends of runs of equal keys in a tile, by a CPU thread, in loops that compilers
/// vectorize.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/plan/records.hpp>

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// The positions of `its` that end a run if their key differs from the previous one. Position 0 is not among
/// them, nor the position after the last key, which always ends a run.
IMPULSE_SHARED constexpr interval positions_to_compare(interval its, index_t keys) {
    return {its.begin > 0 ? its.begin : 1, its.end < keys ? its.end : keys};
}

/// Counts the ends at the positions `its` of a layout of keys.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED run_ends count_ends_serially(const auto& keys, interval its) {
    constexpr index_t block = 256;  // the search for the last end is within one block
    const interval all = detail::positions_to_compare(its, keys.count);
    run_ends own{};
    for (index_t first = all.begin; first < all.end; first += block) {
        const index_t end = first + block < all.end ? first + block : all.end;
        int count = 0;
        for (index_t i = first; i < end; ++i) count += keys.ends_at(i) ? 1 : 0;
        if (count != 0) own = own + run_ends{count, end};
    }
    if (own.count != 0) {  // `last` is still the end of its block
        --own.last;
        // fault: last-end-of-thread
        while (!keys.ends_at(own.last)) --own.last;
    }
    return its.end > keys.count ? own + run_ends{1, keys.count} : own;
}

/// Calls visit(i) for each of these ends, in order. Each of 64 positions has a bit, so that branches depend
/// only on the number of ends.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED void visit_ends_serially(const auto& keys, interval its, const auto& visit) {
    constexpr int block = 64;
    const interval all = detail::positions_to_compare(its, keys.count);
    for (index_t first = all.begin; first < all.end; first += block) {
        unsigned char flags[block] = {};
        if (first + block <= all.end)  // a constant count, which compilers vectorize
            for (int j = 0; j < block; ++j) flags[j] = keys.ends_at(first + j) ? 1 : 0;
        else
            for (index_t i = first; i < all.end; ++i) flags[i - first] = keys.ends_at(i) ? 1 : 0;
        std::uint64_t bits = 0;
        for (int word = 0; word < block; word += 8) {
            std::uint64_t bytes = 0;
            for (int j = 0; j < 8; ++j) bytes |= std::uint64_t{flags[word + j]} << (8 * j);
            // fault: bits-of-flags
            bits |= (bytes * 0x0102040810204080 >> 56) << word;  // byte j becomes bit j
        }
        for (; bits != 0; bits &= bits - 1) visit(first + __builtin_ctzll(bits));
    }
    if (its.end > keys.count) visit(keys.count);
}

}  // namespace impulse::detail
