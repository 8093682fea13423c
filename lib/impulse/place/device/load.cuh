// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads of a run of bytes in 16-byte words, wherever the run begins.
#pragma once

#include <impulse/config.hpp>

#include <cuda_runtime_api.h>
#include <vector_types.h>

#include <cstring>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

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

/// What has so many bytes and their alignment, in one load.
template <int Align>
using element =
    std::conditional_t<Align == 1, std::uint8_t,
                       std::conditional_t<Align == 2, std::uint16_t,
                                          std::conditional_t<Align == 4, std::uint32_t,
                                                             std::conditional_t<Align == 8, uint2, uint4>>>>;

/// Elements `there` bytes of which exist are loaded one by one and put into the words that they are part of.
template <int Bytes, int Align, int Words>
__device__ __forceinline__ void load_elements(const char* from, index_t there, unsigned (&to)[Words]) {
    constexpr int size = Align > 16 ? 16 : Align;
    using piece = element<size>;
#pragma unroll
    for (int e = 0; e < Bytes / size; ++e) {
        if (e * size >= there) continue;
        const piece value = reinterpret_cast<const piece*>(from)[e];
        if constexpr (size < 4) {
            constexpr int each = 4 / size;
            const unsigned part = static_cast<unsigned>(value) << (8 * size * (e % each));
            to[e / each] = e % each == 0 ? part : to[e / each] | part;
        } else {
            memcpy(&to[e * size / 4], &value, size);
        }
    }
}

/// Loads of `C` chunks of `Bytes` bytes, `stride` bytes apart, the first at `from`, what lies in the first `there` bytes
/// from there on: whole chunks in 16-byte words where they are aligned, and the rest by elements of `Align` bytes.
template <int Bytes, int Align, int C, int Words>
__device__ __forceinline__ void load_some_chunks(const void* from, index_t stride, index_t there,
                                                 unsigned (&to)[C][Words]) {
    const char* const begin = static_cast<const char*>(from);
    const bool in_words =
        Bytes % 16 == 0 &&
        (Align >= 16 ||
         ((reinterpret_cast<std::uintptr_t>(from) | static_cast<std::uintptr_t>(stride)) & 15) == 0);
    if (in_words) [[likely]] {
#pragma unroll
        for (int c = 0; c < C; ++c)
            if (there - c * stride >= Bytes) load_elements<Bytes, 16>(begin + c * stride, Bytes, to[c]);
        if (Bytes == Align || there % Bytes == 0) return;
    }
    if constexpr (Align < 16 || Bytes != Align) {  // else every chunk is a word
#pragma unroll
        for (int c = 0; c < C; ++c) {
            const index_t left = there - c * stride;
            if (left > 0 && !(in_words && left >= Bytes))
                load_elements<Bytes, Align>(begin + c * stride, left, to[c]);
        }
    }
}

/// Loads `C` chunks of `Bytes` bytes, `stride` bytes apart, the first at `from`, reading nothing outside
/// [first, last).
///
/// Where the chunks lie on 16-byte boundaries these are plain vector loads. Else the aligned words that cover
/// each chunk are loaded and shifted into place: a chunk's excess word is its neighbour's, so it comes from L1
/// and memory is still read once. Only where the covering words would leave [first, last), at the two ends of
/// the input, are the chunks read by elements of `Align` bytes.
template <int Bytes, int Align, int C, int Words>
__device__ __forceinline__ void load_chunks(const void* from, index_t stride, const void* first,
                                            const void* last, unsigned (&to)[C][Words]) {
    constexpr int words = Words / 4;
    const char* const begin = static_cast<const char*>(from);
    const auto skew = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from) & 15);
    if (Bytes % 16 == 0 && (Align >= 16 || (skew == 0 && (C == 1 || stride % 16 == 0)))) [[likely]] {
#pragma unroll
        for (int c = 0; c < C; ++c) load_elements<Bytes, 16>(begin + c * stride, Bytes, to[c]);
        return;
    }

    if constexpr (Bytes != Align && Align < 16) {  // else a chunk is one load, or whole words
        const int covering = static_cast<int>(skew + Bytes + 15) / 16;
        const char* const aligned = begin - skew;
        if ((C == 1 || stride % 16 == 0) && aligned >= static_cast<const char*>(first) &&
            aligned + (C - 1) * stride + covering * 16 <= static_cast<const char*>(last)) {
            // Chunk by chunk, so that no more registers are taken than the compiler can give to loads on their way.
#pragma unroll
            for (int c = 0; c < C; ++c) {
                unsigned r[Words + 4];
#pragma unroll
                for (int w = 0; w <= words; ++w) {
                    uint4 word = {0, 0, 0, 0};
                    if (w < words || w < covering)
                        word = reinterpret_cast<const uint4*>(aligned + c * stride)[w];
                    memcpy(&r[4 * w], &word, 16);
                }
                shift_down<Align>(r, skew);
#pragma unroll
                for (int w = 0; w < Words; ++w) to[c][w] = r[w];
            }
            return;
        }
    }
    if constexpr (Align < 16) {
#pragma unroll
        for (int c = 0; c < C; ++c) load_elements<Bytes, Align>(begin + c * stride, Bytes, to[c]);
    }
}

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
