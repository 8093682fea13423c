// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programmatic dependent launch: a kernel starts while the previous launch ends, and itself waits for that
/// end.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/error.hpp>

#include <cuda_runtime.h>

#include <initializer_list>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The first call in a kernel. It waits until the previous work of the stream is done and its stores are
/// visible.
__device__ inline void wait_for_launch_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// Whether a kernel itself waits, in the code that the current GPU runs. A program that was also compiled for
/// older generations may run their code on a newer GPU, so in that case it asks the driver.
inline bool waits_by_itself(const void* kernel) {
    constexpr auto all_from = [](int first, bool all) {
        for (const int compiled : {__CUDA_ARCH_LIST__})
            if ((compiled >= first) != all) return !all;
        return all;
    };
    if constexpr (all_from(900, true)) return true;     // all architectures of the list wait
    if constexpr (!all_from(900, false)) return false;  // none waits
    cudaFuncAttributes compiled{};
    if (cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess) return compiled.ptxVersion >= 90;
    detail::ignore(cudaGetLastError());  // the launch reports what is wrong with the kernel
    return false;
}

/// The attribute of a launch whose kernel itself waits.
inline cudaLaunchAttribute may_start_early() {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    return attribute;
}

}  // namespace impulse::on_device
