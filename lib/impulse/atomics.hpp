// SPDX-License-Identifier: Apache-2.0
/// \file
/// The three atomic operations that the blocks of a grid meet through, on counters in global memory.
#pragma once

#include <impulse/config.hpp>

#include <atomic>

namespace impulse::inline IMPULSE_ABI::detail {

// On the GPU these are the compiler's own atomics at device scope: <cuda/atomic> would double the cost of
// including the library. Elsewhere they are std::atomic_ref, which ThreadSanitizer understands.

/// Adds and returns what was there, as an acquire-release operation.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline std::uint64_t fetch_add_acq_rel(std::uint64_t* counter, std::uint64_t by) {
#if defined(__CUDA_ARCH__)
    return __nv_atomic_fetch_add(counter, by, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
#else
    return std::atomic_ref(*counter).fetch_add(by, std::memory_order_acq_rel);
#endif
}

/// Adds and returns what was there, without ordering anything else.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline std::uint64_t fetch_add_relaxed(std::uint64_t* counter, std::uint64_t by) {
#if defined(__CUDA_ARCH__)
    return __nv_atomic_fetch_add(counter, by, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
#else
    return std::atomic_ref(*counter).fetch_add(by, std::memory_order_relaxed);
#endif
}

/// Stores without ordering anything else.
IMPULSE_NO_EXEC_CHECK
IMPULSE_SHARED inline void store_relaxed(std::uint64_t* counter, std::uint64_t value) {
#if defined(__CUDA_ARCH__)
    __nv_atomic_store_n(counter, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
#else
    std::atomic_ref(*counter).store(value, std::memory_order_relaxed);
#endif
}

}  // namespace impulse::inline IMPULSE_ABI::detail
