// SPDX-License-Identifier: Apache-2.0
/// \file
/// A description of the machine that the exercises run on.
#pragma once

#include <impulse/config.hpp>

#include <cstdio>
#include <string>
#include <thread>

#if IMPULSE_HAS_CUDA
#include "gpu_array.cuh"
#endif

namespace exercises {

/// The name of the GPU and the version of CUDA, or a note that there is no GPU.
inline void print_machine() {
#if IMPULSE_HAS_CUDA
    if (has_gpu()) {
        cudaDeviceProp card{};
        check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
        std::printf("%s, CUDA %d.%d\n\n", card.name, CUDART_VERSION / 1000, CUDART_VERSION / 10 % 100);
        return;
    }
#endif
    std::printf("no GPU\n\n");
}

/// The back end of the library's calls on the CPU, and its number of threads. The loops use one thread.
inline std::string host_threads() {
#if defined(IMPULSE_HOST_TBB) || defined(IMPULSE_HOST_THREADS)
#ifdef IMPULSE_HOST_TBB
    const std::string back_end = "oneTBB";
#else
    const std::string back_end = "std::thread";
#endif
    return back_end + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
#else
    return "serial, 1 thread";
#endif
}

}  // namespace exercises
