// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programmatic dependent launch: a kernel starts while the previous launch ends, and waits for it itself.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/error.hpp>

#include <cuda_runtime.h>

#include <initializer_list>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Comes first in a kernel: waits until the previous work of the stream is done and its stores are visible.
__device__ inline void wait_for_launch_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// Whether a kernel waits by itself, in the code that the current GPU runs. A program that was compiled for
/// older generations too may run their code on a newer GPU, so the driver is asked then.
inline bool waits_by_itself(const void* kernel) {
    constexpr auto all_from = [](int first, bool all) {
        for (const int compiled : {__CUDA_ARCH_LIST__})
            if ((compiled >= first) != all) return !all;
        return all;
    };
    if constexpr (all_from(900, true)) return true;     // every architecture of the list does
    if constexpr (!all_from(900, false)) return false;  // none does
    cudaFuncAttributes compiled{};
    if (cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess) return compiled.ptxVersion >= 90;
    detail::ignore(cudaGetLastError());  // the launch reports what is wrong with the kernel
    return false;
}

/// The attribute of a launch whose kernel waits by itself.
inline cudaLaunchAttribute may_start_early() {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    return attribute;
}

}  // namespace impulse::on_device
