// SPDX-License-Identifier: Apache-2.0
/// \file
/// The counters of the blocks of a grid, in global memory, and the atomic operations on them and on partials.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(guard.hpp)

namespace impulse::inline IMPULSE_ABI {

/// The counters of a grid's blocks: zero between calls.
struct counters {
    std::uint64_t ticket = 0;
    std::uint64_t next = 0;
    std::uint64_t ended = 0;   ///< whether the remaining items cannot change the result
    std::uint64_t listed = 0;  ///< subtrees on the list of a layout of many results
    std::uint64_t done = 0;    ///< blocks that are finished with these counters
};

namespace detail {

// On a GPU these are PTX instructions at device scope, because <cuda/atomic> would double the compile time of
// the library, and the compiler's own atomics are slower for addresses that might be in shared memory.
// Elsewhere they are the compiler's own atomics, which ThreadSanitizer understands; <atomic> includes much
// more.

#ifndef IMPULSE_TEST_POINT
/// Where a test lets a thread of a GPU sleep: before each of these operations.
#define IMPULSE_TEST_POINT(name)
#endif

/// Adds and returns the previous value, as an acquire-release operation.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline std::uint64_t fetch_add_acq_rel(std::uint64_t* counter, std::uint64_t by) {
#if defined(__CUDA_ARCH__)
    IMPULSE_TEST_POINT(fetch_add_acq_rel);
    std::uint64_t before;
    asm volatile("atom.add.acq_rel.gpu.global.u64 %0, [%1], %2;"
                 : "=l"(before)
                 : "l"(__cvta_generic_to_global(counter)), "l"(by)
                 : "memory");
    return before;
#else
    // fault: ticket-order
    return __atomic_fetch_add(counter, by, __ATOMIC_ACQ_REL);
#endif
}

/// Adds 1, or wraps to 0 after `most`, and returns the previous value, without ordering anything else. `most`
/// is below 2^32. (With this instruction a thread continues before it has the value. For an addition nvcc
/// would combine the threads of a warp, which then wait.)
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline std::uint32_t fetch_next_relaxed(std::uint64_t* counter, std::uint32_t most) {
#if defined(__CUDA_ARCH__)
    IMPULSE_TEST_POINT(fetch_next_relaxed);
    std::uint32_t before;
    asm volatile("atom.inc.relaxed.gpu.global.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(__cvta_generic_to_global(counter)), "r"(most - 1));
    return before;
#else
    // fault: ticket-is-atomic
    const std::uint64_t before = __atomic_fetch_add(counter, std::uint64_t{1}, __ATOMIC_RELAXED);
    // fault: ticket-wraps
    if (before + 1 == most) __atomic_store_n(counter, std::uint64_t{0}, __ATOMIC_RELAXED);
    return static_cast<std::uint32_t>(before);
#endif
}

/// Adds and returns the previous value, without ordering anything else.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline std::uint64_t fetch_add_relaxed(std::uint64_t* counter, std::uint64_t by) {
#if defined(__CUDA_ARCH__)
    IMPULSE_TEST_POINT(fetch_add_relaxed);
    std::uint64_t before;
    asm volatile("atom.add.relaxed.gpu.global.u64 %0, [%1], %2;"
                 : "=l"(before)
                 : "l"(__cvta_generic_to_global(counter)), "l"(by));
    return before;
#else
    // fault: fetch-is-atomic
    return __atomic_fetch_add(counter, by, __ATOMIC_RELAXED);
#endif
}

/// Reads without ordering anything else.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline std::uint64_t load_relaxed(std::uint64_t* counter) {
#if defined(__CUDA_ARCH__)
    IMPULSE_TEST_POINT(load_relaxed);
    std::uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(value)
                 : "l"(__cvta_generic_to_global(counter)));
    return value;
#else
    return __atomic_load_n(counter, __ATOMIC_RELAXED);
#endif
}

/// Stores without ordering anything else, for a reader on the GPU or on the host.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline void store_for_all(std::uint64_t* counter, std::uint64_t value) {
#if defined(__CUDA_ARCH__)
    IMPULSE_TEST_POINT(store_for_all);
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(counter)), "l"(value));
#else
    __atomic_store_n(counter, value, __ATOMIC_RELAXED);
#endif
}

/// Stores without ordering anything else.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline void store_relaxed(std::uint64_t* counter, std::uint64_t value) {
#if defined(__CUDA_ARCH__)
    IMPULSE_TEST_POINT(store_relaxed);
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(counter)), "l"(value));
#else
    __atomic_store_n(counter, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace detail

}  // namespace impulse
