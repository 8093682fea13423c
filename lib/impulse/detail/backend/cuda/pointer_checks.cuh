// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks before any launch that a place can access the memory of a call.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Throws std::invalid_argument unless the current device can read and write the memory: its own, managed,
/// pinned, a peer's with access enabled, or pageable host memory if the device can access it.
inline void require_device_reach(const void* memory, int device, const char* argument) {
    cudaPointerAttributes memory_is{};
    detail::check_cuda(cudaPointerGetAttributes(&memory_is, memory), "asking what memory an argument is");
    if (memory_is.type == cudaMemoryTypeUnregistered) {
        int pageable = 0;
        detail::check_cuda(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, device),
                           "asking whether the device reaches pageable memory");
        if (!pageable)
            detail::bad_argument(
                {argument, " points to pageable host memory, which GPU ", device, " cannot reach"});
    } else if (memory_is.devicePointer == nullptr) {  // it has no address on this device
        detail::bad_argument({argument, " points to memory of GPU ", memory_is.device, ", which GPU ", device,
                              " cannot reach"});
    }
}

/// The same for a caller's scratch memory, which must also be aligned and not null.
inline void require_scratch(const void* memory, int device, const char* argument) {
    if (memory == nullptr) detail::bad_argument({argument, " is a null pointer"});
    if (reinterpret_cast<std::uintptr_t>(memory) % detail::scratch_alignment != 0)
        detail::bad_argument({argument, " is not aligned to 128 bytes"});
    require_device_reach(memory, device, argument);
}

/// Throws std::invalid_argument if only a GPU can access the memory. Without a CUDA context there is no such
/// memory, and no query is made.
inline void require_host_reach(const void* memory, const char* argument) {
    if (!has_context()) return;
    cudaPointerAttributes memory_is{};
    if (cudaPointerGetAttributes(&memory_is, memory) != cudaSuccess) {
        (void)cudaGetLastError();  // an earlier failure of the GPU does not affect the host
        return;
    }
    if (memory_is.type == cudaMemoryTypeDevice)
        detail::bad_argument({argument, " points to memory of GPU ", memory_is.device,
                              ", which the host cannot reach; put the policy on the GPU, .on(stream)"});
}

}  // namespace impulse::on_device
