// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copies from memory to what a warp shares that go on while its lanes do something else.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/groups.cuh>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>

#include <cuda_pipeline_primitives.h>

#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// Whether such copies take items of type Type: in words of as many bytes as the items are aligned to.
template <class Type>
inline constexpr bool copies_alone = copies_as_bytes_v<Type> &&
                                     (alignof(Type) == 4 || alignof(Type) == 8 || alignof(Type) == 16) &&
                                     128 % sizeof(Type) == 0;

/// By all lanes: `count` items to `to`, where after each `Gap` items the place of one is left out. In rows of
/// a word a lane.
template <int Gap, class Warp, class Partial, class Type>
__device__ __forceinline__ void send_for(const Warp& lanes, Partial* to, const Type* from, int count) {
    static_assert(sizeof(Partial) == sizeof(Type) && Gap * sizeof(Type) == 128);
    constexpr int word = alignof(Type);
    constexpr int row = Warp::width * word;
    constexpr int distance = row + row / 128 * static_cast<int>(sizeof(Type));
    const int mine = lanes.rank() * word;
    const char* source = reinterpret_cast<const char*>(from) + mine;
    char* target = reinterpret_cast<char*>(to) + mine + mine / 128 * static_cast<int>(sizeof(Type));
    int remaining = count * static_cast<int>(sizeof(Type)) - mine;
    constexpr int at_once = 8;
    for (; remaining > (at_once - 1) * row; remaining -= at_once * row) {
#pragma unroll
        for (int u = 0; u < at_once; ++u)
            __pipeline_memcpy_async(target + u * distance, source + u * row, word);
        target += at_once * distance;
        source += at_once * row;
    }
    for (; remaining > 0; remaining -= row) {
        __pipeline_memcpy_async(target, source, word);
        target += distance;
        source += row;
    }
}

/// What was sent for until now, by copies or otherwise, counts as one time.
__device__ __forceinline__ void sent() { __pipeline_commit(); }

/// Until all copies of the calling lane are there but those of the last `Later` times.
template <int Later>
__device__ __forceinline__ void wait_for_sent() {
    __pipeline_wait_prior(Later);
}

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
