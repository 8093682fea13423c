// SPDX-License-Identifier: Apache-2.0
/// \file
/// Powers of two, bits of masks, and divisions that round up.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// The largest l with 2^l ≤ n, for n ≥ 1.
IMPULSE_SHARED constexpr int log2_floor(index_t n) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) return 63 - __clzll(n);
#else
    if (!__builtin_is_constant_evaluated()) return 63 - __builtin_clzll(static_cast<unsigned long long>(n));
#endif
    int level = 0;
    while (n >>= 1) ++level;
    return level;
}

/// The number of set bits of a mask.
IMPULSE_SHARED constexpr int count_bits(std::uint32_t mask) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) return __popc(mask);
#endif
    return __builtin_popcount(mask);
}

/// The index of the lowest set bit; if no bit is set, one more than the highest index.
IMPULSE_SHARED constexpr int lowest_bit(std::uint32_t mask) { return detail::count_bits(~mask & (mask - 1)); }

/// The index of the highest set bit of a nonzero mask.
IMPULSE_SHARED constexpr int highest_bit(std::uint32_t mask) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) return 31 - __clz(static_cast<int>(mask));
#endif
    return 31 - __builtin_clz(mask);
}

/// The largest power of two ≤ n, for n ≥ 1.
IMPULSE_SHARED constexpr index_t floor_power(index_t n) { return index_t{1} << log2_floor(n); }
/// The smallest power of two ≥ n, for n ≥ 1.
IMPULSE_SHARED constexpr index_t ceil_power(index_t n) { return n == 1 ? 1 : 2 * floor_power(n - 1); }

constexpr bool is_power(index_t n) { return n > 0 && (n & (n - 1)) == 0; }

IMPULSE_SHARED constexpr index_t clamp(index_t n, index_t least, index_t most) {
    return n < least ? least : n > most ? most : n;
}

IMPULSE_SHARED constexpr index_t divide_up(index_t a, index_t b) { return a / b + (a % b != 0 ? 1 : 0); }
/// The same for a power of two.
IMPULSE_SHARED constexpr index_t shift_up(index_t a, int log2) {
    // fault: round-up
    return (a >> log2) + ((a & ((index_t{1} << log2) - 1)) != 0 ? 1 : 0);
}

}  // namespace impulse::detail
