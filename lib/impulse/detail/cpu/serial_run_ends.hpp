// SPDX-License-Identifier: Apache-2.0
/// \file
/// Marks and lists the ends of runs of equal keys, by a CPU thread, in loops that compilers vectorize.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// Which of the 64 positions from `first` on end a run, as bits. The position after the last key does so.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED std::uint64_t mark_ends(const auto& keys, index_t first) {
    const auto half = [&](index_t begin) {
        std::uint32_t bits = 0;
        for (int j = 0; j < 32; ++j)  // a constant count, which compilers vectorize
            // fault: bits-of-ends
            bits |= keys.ends_at(begin + j) ? std::uint32_t{1} << j : 0;
        return bits;
    };
    if (first > 0 && first + 64 <= keys.count) return half(first) | std::uint64_t{half(first + 32)} << 32;
    std::uint64_t bits = 0;
    for (index_t i = first > 0 ? first : 1; i < keys.count && i < first + 64; ++i)
        bits |= std::uint64_t{keys.ends_at(i)} << (i - first);
    // fault: last-run-of-thread
    if (keys.count < first + 64) bits |= std::uint64_t{1} << (keys.count - first);
    return bits;
}

/// Lists the positions of bits, counted from that of the first bit, plus `begin`; returns their number. Eight
/// are written at a time, so that branches depend little on their number: the list has room for 64.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED int list_bits(std::uint64_t bits, std::uint32_t begin, auto* list) {
    const int count = __builtin_popcountll(bits);
    if (count == 64)
        for (std::uint32_t j = 0; j < 64; ++j) list[j] = begin + j;
    else
        for (int k = 0; k < count; k += 8)
            for (int j = 0; j < 8; ++j, bits &= bits - 1)
                // fault: place-on-list
                list[k + j] =
                    begin + static_cast<std::uint32_t>(__builtin_ctzll(bits | std::uint64_t{1} << 63));
    return count;
}

}  // namespace impulse::detail
