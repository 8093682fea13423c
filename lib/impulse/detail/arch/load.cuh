// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads a run of bytes of any alignment in 16-byte words.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(groups.cuh)

#include <impulse/detail/base/uninitialized.hpp>

#include <cuda_runtime_api.h>
#include <vector_types.h>

#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The words of a vector load that begins `skew` bytes after a 16-byte boundary, shifted into place. The
/// compiler must know register indices, hence the steps of 8, 4, and 1 to 3 bytes.
template <int Align, std::size_t Words>
__device__ __forceinline__ void shift_down(unsigned (&r)[Words], unsigned skew) {
    if (skew & 8) {
#pragma unroll
        for (int i = 0; i < int{Words} - 2; ++i) r[i] = r[i + 2];
    }
    if (Align < 8 && (skew & 4)) {
#pragma unroll
        for (int i = 0; i < int{Words} - 3; ++i) r[i] = r[i + 1];
    }
    if (Align < 4) {
#pragma unroll
        for (int i = 0; i < int{Words} - 4; ++i) r[i] = __funnelshift_r(r[i], r[i + 1], 8 * (skew & 3));
    }
}

/// The type of one load of `Align` bytes.
template <int Align>
using element =
    std::conditional_t<Align == 1, std::uint8_t,
                       std::conditional_t<Align == 2, std::uint16_t,
                                          std::conditional_t<Align == 4, std::uint32_t,
                                                             std::conditional_t<Align == 8, uint2, uint4>>>>;

/// Whether `load_once` can load values of a type.
template <class Type>
inline constexpr bool loads_once = std::is_trivially_copyable_v<Type> && alignof(Type) == sizeof(Type) &&
                                   (sizeof(Type) == 4 || sizeof(Type) == 8 || sizeof(Type) == 16);

/// Loads a value that is read once: its line leaves the caches first (docs/notes/columns.md, "Loads that
/// leave the caches first").
template <class Type>
__device__ __forceinline__ uninitialized<Type> load_once(const Type* from) {
    const auto word = __ldcs(reinterpret_cast<const element<int{sizeof(Type)}>*>(from));
    uninitialized<Type> value;
    std::memcpy(static_cast<void*>(&value), &word, sizeof(Type));
    return value;
}

/// Loads the elements within the first `valid` bytes one by one, and puts them into words; the other elements
/// are zero. The code lets the compiler make a predicate of each condition, because after a branch it would
/// wait for each load.
template <int Bytes, int Align, std::size_t Words>
__device__ __forceinline__ void load_elements(const char* from, int valid, unsigned (&to)[Words]) {
    constexpr int size = Align > 16 ? 16 : Align;
    using element_type = element<size>;
#pragma unroll
    for (int e = 0; e < Bytes / size; ++e) {
        element_type value{};
        if (e * size < valid) value = reinterpret_cast<const element_type*>(from)[e];
        if constexpr (size < 4) {
            constexpr int each = 4 / size;
            const unsigned part = static_cast<unsigned>(value) << (8 * size * (e % each));
            to[e / each] = e % each == 0 ? part : to[e / each] | part;
        } else {
            std::memcpy(&to[e * size / 4], &value, size);
        }
    }
}

/// Makes `Loads` vector loads of `Bytes` bytes, `stride` bytes apart, the first at `from`. It loads only the
/// first `valid` bytes from there on: whole aligned vector loads in 16-byte words, the rest by elements of
/// `Align` bytes.
template <int Bytes, int Align, std::size_t Loads, std::size_t Words>
__device__ __forceinline__ void load_some_vectors(const void* from, int stride, int valid,
                                                  unsigned (&to)[Loads][Words]) {
    const char* const begin = static_cast<const char*>(from);
    const bool in_words =
        Bytes % 16 == 0 &&
        (Align >= 16 ||
         ((reinterpret_cast<std::uintptr_t>(from) | static_cast<std::uintptr_t>(stride)) & 15) == 0);
    if (in_words) [[likely]] {
#pragma unroll
        for (int c = 0; c < int{Loads}; ++c)
            if (valid - c * stride >= Bytes) load_elements<Bytes, 16>(begin + c * stride, Bytes, to[c]);
        if (Bytes == Align || valid % Bytes == 0) return;
    }
    if constexpr (Align < 16 || Bytes != Align) {  // otherwise every vector load is a word
        if (in_words) {                            // one vector load is partly valid
#pragma unroll
            for (int c = 0; c < int{Loads}; ++c) {
                const int remaining = valid - c * stride;
                if (remaining > 0 && remaining < Bytes)
                    load_elements<Bytes, Align>(begin + c * stride, remaining, to[c]);
            }
        } else {
#pragma unroll
            for (int c = 0; c < int{Loads}; ++c)
                load_elements<Bytes, Align>(begin + c * stride, valid - c * stride, to[c]);
        }
    }
}

/// Makes `Loads` vector loads of `Words` words, `stride` bytes apart, the first at `from`, which is `skew`
/// bytes after a 16-byte boundary. The vector loads of the lanes are adjacent, and lane 0's next vector load
/// follows the last lane's. Each lane loads the aligned words in which its vector loads begin, and gets their
/// ends from the lane above. So memory is read once, with no more loads in flight than for aligned vector
/// loads.
template <int Align, std::size_t Loads, std::size_t Words, class Warp>
__device__ __forceinline__ void load_skewed(const Warp& lanes, const char* from, unsigned skew,
                                            index_t stride, const char* first, const char* last,
                                            unsigned (&to)[Loads][Words]) {
    const char* const aligned = from - skew;
    const char* const end = aligned + int{Loads} * stride;  // the end of what the lanes load, in lane 0
    const bool crosses = aligned < first;  // at the beginning of the input only single elements can be read
    uninitialized<uint4> above({0, 0, 0, 0});
#pragma unroll
    for (int c = 0; c < int{Loads}; ++c)
#pragma unroll
        for (int w = 0; w < int{Words} / 4; ++w) {
            uint4 word = {0, 0, 0, 0};
            if (c + w > 0 || !crosses) word = reinterpret_cast<const uint4*>(aligned + c * stride)[w];
            std::memcpy(&to[c][4 * w], &word, 16);
        }
    if (lanes.rank() == 0) {
        unsigned words[4] = {};
        if (last - end >= 16)
            load_elements<16, 16>(end, 16, words);
        else
            load_elements<16, Align>(end, static_cast<int>(last - end), words);
        std::memcpy(static_cast<void*>(&above), words, 16);
    }
#pragma unroll
    for (int c = 0; c < int{Loads}; ++c) {
        unsigned r[Words + 4];
        uninitialized<uint4> mine;
        std::memcpy(static_cast<void*>(&mine), to[c], 16);
        if (lanes.rank() == 0) {
            if (c + 1 < int{Loads})
                std::memcpy(static_cast<void*>(&mine), to[c + 1 < int{Loads} ? c + 1 : c], 16);
            else
                mine = above;
        }
        mine = lanes.shuffle(mine, (lanes.rank() + 1) & (Warp::width - 1));
#pragma unroll
        for (int w = 0; w < int{Words}; ++w) r[w] = to[c][w];
        std::memcpy(&r[Words], static_cast<const void*>(&mine), 16);
        shift_down<Align>(r, skew);
#pragma unroll
        for (int w = 0; w < int{Words}; ++w) to[c][w] = r[w];
    }
    if (crosses) {
        unsigned words[4];
        load_elements<16, Align>(from, 16, words);
#pragma unroll
        for (int w = 0; w < 4; ++w) to[0][w] = words[w];
    }
}

/// Makes `Loads` vector loads of `Bytes` bytes, `stride` bytes apart, the first at `from`, by a whole warp
/// whose lanes have adjacent vector loads. It reads nothing outside [first, last). Aligned vector loads and
/// single words are plain loads; others load words and elements of `Align` bytes.
template <int Bytes, int Align, std::size_t Loads, std::size_t Words, class Warp>
__device__ __forceinline__ void load_vectors(const Warp& lanes, const void* from, index_t stride,
                                             const void* first, const void* last,
                                             unsigned (&to)[Loads][Words]) {
    const char* const begin = static_cast<const char*>(from);
    const auto skew = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from) & 15);
    if constexpr (Bytes % 16 == 0) {
        if (Align >= 16 || skew == 0) [[likely]] {
#pragma unroll
            for (int c = 0; c < int{Loads}; ++c) load_elements<Bytes, 16>(begin + c * stride, Bytes, to[c]);
        } else if constexpr (Align < 16) {
            load_skewed<Align>(lanes, begin, skew, stride, static_cast<const char*>(first),
                               static_cast<const char*>(last), to);
        }
    } else {
#pragma unroll
        for (int c = 0; c < int{Loads}; ++c) load_elements<Bytes, Align>(begin + c * stride, Bytes, to[c]);
    }
}

}  // namespace impulse::on_device
