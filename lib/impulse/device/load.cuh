// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads of a run of bytes in 16-byte words, wherever the run begins.
#pragma once

#include <impulse/config.hpp>

#include <cuda_runtime_api.h>
#include <vector_types.h>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The words of a chunk that begins `skew` bytes after a 16-byte boundary, shifted into place. Register indices
/// must be known to the compiler, hence the steps of 8, 4, and 1 to 3 bytes.
template <int Align, int Words>
__device__ __forceinline__ void shift_down(unsigned (&r)[Words], unsigned skew) {
    if (skew & 8) {
#pragma unroll
        for (int i = 0; i < Words - 2; ++i) r[i] = r[i + 2];
    }
    if (Align < 8 && (skew & 4)) {
#pragma unroll
        for (int i = 0; i < Words - 3; ++i) r[i] = r[i + 1];
    }
    if (Align < 4) {
#pragma unroll
        for (int i = 0; i < Words - 4; ++i) r[i] = __funnelshift_r(r[i], r[i + 1], 8 * (skew & 3));
    }
}

/// Loads `C` chunks of `Bytes` bytes, `stride` bytes apart, the first at `from`, reading nothing outside
/// [first, last). All loads are issued before any is waited for.
///
/// Where the chunks lie on 16-byte boundaries these are plain vector loads. Else the aligned words that cover
/// each chunk are loaded and shifted into place: a chunk's excess word is its neighbour's, so it comes from L1
/// and memory is still read once. Only where the covering words would leave [first, last), at the two ends of
/// the input, are the chunks read by elements of `Align` bytes.
template <int Bytes, int Align, int C, int Padded>
__device__ __forceinline__ void load_chunks(const void* from, index_t stride, const void* first,
                                            const void* last, unsigned char (&to)[C][Padded]) {
    constexpr int words = Padded / 16;
    const char* const begin = static_cast<const char*>(from);
    const auto skew = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from) & 15);
    if (Bytes % 16 == 0 && (Align >= 16 || (skew == 0 && (C == 1 || stride % 16 == 0)))) {
#pragma unroll
        for (int c = 0; c < C; ++c)
#pragma unroll
            for (int w = 0; w < words; ++w)
                reinterpret_cast<uint4*>(to[c])[w] = reinterpret_cast<const uint4*>(begin + c * stride)[w];
        return;
    }

    const int covering = static_cast<int>(skew + Bytes + 15) / 16;
    const char* const aligned = begin - skew;
    if ((Bytes == Align && Align < 16) || (C > 1 && stride % 16 != 0) ||
        aligned < static_cast<const char*>(first) ||
        aligned + (C - 1) * stride + covering * 16 > static_cast<const char*>(last)) {
        struct alignas(Align) element {
            unsigned char bytes[Align];
        };
#pragma unroll
        for (int c = 0; c < C; ++c)
#pragma unroll
            for (int e = 0; e < Bytes / Align; ++e)
                reinterpret_cast<element*>(to[c])[e] =
                    reinterpret_cast<const element*>(begin + c * stride)[e];
        return;
    }

    unsigned r[C][4 * (words + 1)];
#pragma unroll
    for (int c = 0; c < C; ++c)
#pragma unroll
        for (int w = 0; w <= words; ++w) {
            uint4 word = {0, 0, 0, 0};
            if (w < words || w < covering) word = reinterpret_cast<const uint4*>(aligned + c * stride)[w];
            r[c][4 * w] = word.x, r[c][4 * w + 1] = word.y, r[c][4 * w + 2] = word.z,
                     r[c][4 * w + 3] = word.w;
        }
#pragma unroll
    for (int c = 0; c < C; ++c) {
        shift_down<Align>(r[c], skew);
#pragma unroll
        for (int w = 0; w < words; ++w)
            reinterpret_cast<uint4*>(to[c])[w] = {r[c][4 * w], r[c][4 * w + 1], r[c][4 * w + 2],
                                                  r[c][4 * w + 3]};
    }
}

}  // namespace impulse::inline IMPULSE_ABI::on_device
