// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which memory a place can reach, asked before anything is launched.
#pragma once

#include <impulse/config.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

#include <string>

namespace impulse::inline IMPULSE_ABI::on_device {

inline std::string device_name(int device) { return "GPU " + std::to_string(device); }

/// Throws std::invalid_argument unless the device can read and write the memory: its own, managed, pinned, a
/// peer's, or pageable host memory where the device has access to that.
inline void require_device_reach(const void* memory, int device, const char* argument) {
    cudaPointerAttributes memory_is{};
    impulse::detail::check(cudaPointerGetAttributes(&memory_is, memory), "asking what memory an argument is");
    const std::string expected = "memory that " + device_name(device) + " can reach";
    if (memory_is.type == cudaMemoryTypeUnregistered) {
        int pageable = 0;
        impulse::detail::check(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, device),
                               "asking whether the device reaches pageable memory");
        if (!pageable) impulse::detail::bad_argument(argument, "pageable host memory", expected);
    } else if (memory_is.type == cudaMemoryTypeDevice && memory_is.device != device) {
        int peer = 0;
        impulse::detail::check(cudaDeviceCanAccessPeer(&peer, device, memory_is.device),
                               "asking whether one device reaches the other's memory");
        if (!peer)
            impulse::detail::bad_argument(argument, "memory of " + device_name(memory_is.device), expected);
    }
}

/// Whether this thread has a CUDA context. Asking makes none, and there is none where there is no driver.
inline bool has_context() {
    using get_current = int (*)(void**);
    static const auto ask = [] {
        void* entry = nullptr;
        cudaDriverEntryPointQueryResult found{};
        const cudaError_t status =
            cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, 12000, cudaEnableDefault, &found);
        if (status != cudaSuccess) (void)cudaGetLastError();
        return status == cudaSuccess && found == cudaDriverEntryPointSuccess
                   ? reinterpret_cast<get_current>(entry)
                   : nullptr;
    }();
    void* context = nullptr;
    return ask && ask(&context) == 0 && context;
}

/// Throws std::invalid_argument where the memory is a GPU's alone. Without a CUDA context there is no such
/// memory, and nothing is asked.
inline void require_host_reach(const void* memory, const char* argument) {
    if (!has_context()) return;
    cudaPointerAttributes memory_is{};
    impulse::detail::check(cudaPointerGetAttributes(&memory_is, memory), "asking what memory an argument is");
    if (memory_is.type == cudaMemoryTypeDevice)
        impulse::detail::bad_argument(
            argument, "memory of " + device_name(memory_is.device),
            "memory that the host can reach, or a policy placed on the device (.on(stream))");
}

}  // namespace impulse::inline IMPULSE_ABI::on_device
