// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads of a run of bytes in 16-byte words, wherever the run begins.
#pragma once

#include <impulse/config.hpp>

#include <cuda_runtime_api.h>
#include <vector_types.h>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Copies `Bytes` bytes at `from` into `to` (aligned to 16), reading nothing outside [first, last).
///
/// Where `from` lies on a 16-byte boundary and whole words are asked for, these are plain vector loads. Else
/// the aligned words that cover the run are loaded and shifted into place: the excess word of one thread is
/// its neighbour's, so it comes from L1, and memory is still read once. Only a run whose covering words would
/// leave [first, last) is read by elements of `Align` bytes, which happens at the two ends of the input.
template <int Bytes, int Align>
__device__ __forceinline__ void load_bytes(const void* from, const void* first, const void* last,
                                           unsigned char* to) {
    constexpr int words = (Bytes + 15) / 16;
    const auto address = reinterpret_cast<std::uintptr_t>(from);
    const unsigned skew = static_cast<unsigned>(address & 15);
    if (Bytes % 16 == 0 && (Align >= 16 || skew == 0)) {
#pragma unroll
        for (int w = 0; w < Bytes / 16; ++w)
            reinterpret_cast<uint4*>(to)[w] = reinterpret_cast<const uint4*>(from)[w];
        return;
    }

    const std::uintptr_t begin = address - skew;
    const unsigned covered = (skew + Bytes + 15) / 16;
    if (begin < reinterpret_cast<std::uintptr_t>(first) ||
        begin + covered * 16 > reinterpret_cast<std::uintptr_t>(last)) {
        struct alignas(Align) element {
            unsigned char bytes[Align];
        };
#pragma unroll
        for (int e = 0; e < Bytes / Align; ++e)
            reinterpret_cast<element*>(to)[e] = reinterpret_cast<const element*>(from)[e];
        return;
    }

    unsigned r[4 * (words + 1)];
#pragma unroll
    for (int w = 0; w <= words; ++w) {
        uint4 word = {0, 0, 0, 0};
        if (w < words || w < static_cast<int>(covered)) word = reinterpret_cast<const uint4*>(begin)[w];
        r[4 * w] = word.x, r[4 * w + 1] = word.y, r[4 * w + 2] = word.z, r[4 * w + 3] = word.w;
    }
    // Shift by 8, by 4 and by 1 to 3 bytes: register indices must be known to the compiler.
    constexpr int count = 4 * (words + 1);
    if (skew & 8) {
#pragma unroll
        for (int i = 0; i < count - 2; ++i) r[i] = r[i + 2];
    }
    if (Align < 8 && (skew & 4)) {
#pragma unroll
        for (int i = 0; i < count - 3; ++i) r[i] = r[i + 1];
    }
    if (Align < 4) {
#pragma unroll
        for (int i = 0; i < count - 4; ++i) r[i] = __funnelshift_r(r[i], r[i + 1], 8 * (skew & 3));
    }
    unsigned char* bytes = reinterpret_cast<unsigned char*>(r);
#pragma unroll
    for (int w = 0; w < Bytes / 4; ++w) reinterpret_cast<unsigned*>(to)[w] = r[w];
#pragma unroll
    for (int b = Bytes / 4 * 4; b < Bytes; ++b) to[b] = bytes[b];
}

}  // namespace impulse::inline IMPULSE_ABI::on_device
