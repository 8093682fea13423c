// SPDX-License-Identifier: Apache-2.0
/// \file
/// Asynchronous copies from global to shared memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(groups.cuh)

#include <impulse/detail/base/bytes.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Whether asynchronous copies support items of type Type: they copy words as large as the alignment of the
/// items.
template <class Type>
inline constexpr bool copies_alone = copies_as_bytes_v<Type> &&
                                     (alignof(Type) == 4 || alignof(Type) == 8 || alignof(Type) == 16) &&
                                     128 % sizeof(Type) == 0;

__device__ __forceinline__ unsigned address_in_shared(const void* place) {
    return static_cast<unsigned>(__cvta_generic_to_shared(place));
}

/// Copies a word of 4, 8 or 16 bytes. (<cuda_pipeline_primitives.h> has 31 functions, which every file that
/// includes it compiles.)
template <int Bytes>
__device__ __forceinline__ void send_word(void* __restrict__ to, const void* __restrict__ from) {
#if __CUDA_ARCH__ >= 800
    const auto place = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, 16;" : : "r"(place), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %2;"
                     :
                     : "r"(place), "l"(from), "n"(Bytes)
                     : "memory");
#else
    using word = std::conditional_t<Bytes == 16, int4, std::conditional_t<Bytes == 8, int2, int>>;
    *static_cast<word*>(to) = *static_cast<const word*>(from);
#endif
}

/// All lanes call it. It copies `count` items to `to`, in rows of one word for each lane. After each `Gap`
/// items the space of one item is empty. All lanes copy several rows at a time
/// while there are whole ones. Then each lane copies its words of the last rows.
template <int Gap, class Warp, class Partial, class Type>
__device__ __forceinline__ void send_for(const Warp& lanes, Partial* to, const Type* from, int count) {
    static_assert(sizeof(Partial) == sizeof(Type));
    constexpr int line = Gap * static_cast<int>(sizeof(Type));
    constexpr int word = alignof(Type);
    constexpr int row = Warp::width * word;
    static_assert(row % line == 0);
    constexpr int distance = row + row / line * static_cast<int>(sizeof(Type));
    const int mine = lanes.rank() * word;
    const char* source = reinterpret_cast<const char*>(from) + mine;
    char* target = reinterpret_cast<char*>(to) + mine + mine / line * static_cast<int>(sizeof(Type));
    int remaining = count * static_cast<int>(sizeof(Type));
    constexpr int at_once = 8;
    for (; remaining >= at_once * row; remaining -= at_once * row) {
#pragma unroll
        for (int u = 0; u < at_once; ++u) send_word<word>(target + u * distance, source + u * row);
        target += at_once * distance;
        source += at_once * row;
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u)
        if (u * row + mine < remaining) send_word<word>(target + u * distance, source + u * row);
}

/// The same by words of 16 bytes; after each `Gap` items the places of `Skipped` are empty. The place `to` is
/// aligned to a word.
template <int Gap, int Skipped, class Warp, class Partial, class Type>
__device__ __forceinline__ void send_words_for(const Warp& lanes, Partial* to, const Type* from, int count) {
    static_assert(sizeof(Partial) == sizeof(Type) && Gap * sizeof(Type) == 128);
    constexpr int word = 16;
    constexpr int skipped = Skipped * static_cast<int>(sizeof(Type));
    constexpr int row = Warp::width * word;
    constexpr int distance = row + row / 128 * skipped;
    constexpr int at_once = 4;
    const char* source = reinterpret_cast<const char*>(from);
    char* target = reinterpret_cast<char*>(to);
    int remaining = count * static_cast<int>(sizeof(Type));
    // Only what comes first in an array, or in a tile of it, may begin between words.
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(from) % word == 0;
    if (is_aligned) {
        const int mine = lanes.rank() * word;
        const int place = mine + mine / 128 * skipped;
        for (; remaining >= at_once * row; remaining -= at_once * row) {
#pragma unroll
            for (int u = 0; u < at_once; ++u)
                send_word<word>(target + u * distance + place, source + u * row + mine);
            target += at_once * distance;
            source += at_once * row;
        }
#pragma unroll
        for (int u = 0; u < at_once; ++u)
            if (u * row + mine + word <= remaining)
                send_word<word>(target + u * distance + place, source + u * row + mine);
    }
    // The items of the last word, or all.
    for (int at = (is_aligned ? remaining / word * word : 0) + lanes.rank() * static_cast<int>(sizeof(Type));
         at < remaining; at += Warp::width * static_cast<int>(sizeof(Type)))
        send_word<sizeof(Type)>(target + at + at / 128 * skipped, source + at);
}

/// Requests the whole words of 16 bytes among so many bytes for the L2 cache, where an instruction does that.
__device__ __forceinline__ void send_to_cache([[maybe_unused]] const void* from, [[maybe_unused]] int bytes) {
#if __CUDA_ARCH__ >= 900
    const auto first = (reinterpret_cast<std::uintptr_t>(from) + 15) & ~std::uintptr_t{15};
    const int whole = (bytes - 16) & ~15;  // from `first` on
    if (whole > 0) asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(first), "r"(whole));
#endif
}

/// Copies of many bytes, which words in shared memory count (PTX ISA: cp.async.bulk, mbarrier). One lane
/// prepares a word, before other lanes wait for it, and ends its use.
__device__ __forceinline__ void begin_to_count(void* counted) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(address_in_shared(counted)) : "memory");
    // Copies count there, too.
    asm volatile("fence.mbarrier_init.release.cluster;\n\tfence.proxy.async.shared::cta;" : : : "memory");
}
__device__ __forceinline__ void end_to_count(void* counted) {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" : : "r"(address_in_shared(counted)) : "memory");
}
/// One lane calls it: copies whole words of 16 bytes, which begin at words.
__device__ __forceinline__ void send_counted(void* to, const void* from, int bytes, void* counted) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(address_in_shared(counted)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :
                 : "r"(address_in_shared(to)), "l"(from), "r"(bytes), "r"(address_in_shared(counted))
                 : "memory");
}
/// Each lane that reads the copy calls it. `phase`: 0 for the first copy, 1 for the next, and so on.
__device__ __forceinline__ void wait_for_counted(void* counted, unsigned phase) {
    unsigned done = 0;
    while (done == 0)
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(address_in_shared(counted)), "r"(phase)
            : "memory");
}

/// Commits all copies until now as one group.
__device__ __forceinline__ void sent() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;");
#endif
}

/// Waits for all groups of copies of the calling lane except the last `Later` ones.
template <int Later>
__device__ __forceinline__ void wait_for_sent() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" : : "n"(Later));
#endif
}

}  // namespace impulse::on_device
