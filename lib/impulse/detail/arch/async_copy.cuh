// SPDX-License-Identifier: Apache-2.0
/// \file
/// Asynchronous copies from global to shared memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(groups.cuh)

#include <impulse/detail/base/bytes.hpp>

#include <cuda_pipeline_primitives.h>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Whether asynchronous copies support items of type Type: they copy words as large as the alignment of the
/// items.
template <class Type>
inline constexpr bool copies_alone = copies_as_bytes_v<Type> &&
                                     (alignof(Type) == 4 || alignof(Type) == 8 || alignof(Type) == 16) &&
                                     128 % sizeof(Type) == 0;

/// All lanes call it. It copies `count` items to `to`, in rows of one word for each lane. After each `Gap`
/// items the space of one item is empty.
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

/// Commits all copies until now as one group.
__device__ __forceinline__ void sent() { __pipeline_commit(); }

/// Waits for all groups of copies of the calling lane except the last `Later` ones.
template <int Later>
__device__ __forceinline__ void wait_for_sent() {
    __pipeline_wait_prior(Later);
}

}  // namespace impulse::on_device
