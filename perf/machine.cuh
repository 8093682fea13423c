// SPDX-License-Identifier: Apache-2.0
// The card and the versions of all software: the context of a run on a GPU.
#pragma once

#include <cub/version.cuh>
#include <cuda/std/version>
#include <fstream>
#include <impulse/config.hpp>
#include <lab.cuh>
#include <report.hpp>

namespace perf {

inline std::string version(int major, int minor, int patch) {
    char text[40];
    std::snprintf(text, sizeof(text), patch < 0 ? "%d.%d" : "%d.%d.%d", major, minor, patch);
    return text;
}
inline std::string cuda_version(int number) { return version(number / 1000, number / 10 % 100, -1); }

/// The driver's own version, if the system reports it; else the newest CUDA version that the driver supports.
inline std::string driver_version() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    if (std::getline(file, line)) return line;
    int cuda = 0;
    check(cudaDriverGetVersion(&cuda), "asking for the driver's version");
    return cuda_version(cuda) + " (newest CUDA)";
}

/// Describes this many GPUs, assumed to be alike.
inline void describe_machine(int gpus = 1) {
    cudaDeviceProp card{};
    check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    int runtime = 0;
    check(cudaRuntimeGetVersion(&runtime), "asking for CUDA's version");
    report::context("gpu", (gpus > 1 ? std::to_string(gpus) + " x " : "") + card.name);
    report::context("multiprocessors", std::to_string(card.multiProcessorCount));
    report::context("l2_bytes", std::to_string(card.l2CacheSize));
    report::context("driver", driver_version());
    report::context("cuda", cuda_version(runtime));
    report::context("cccl", version(CCCL_MAJOR_VERSION, CCCL_MINOR_VERSION, CCCL_PATCH_VERSION));
    report::context("impulse", version(IMPULSE_VERSION_MAJOR, IMPULSE_VERSION_MINOR, IMPULSE_VERSION_PATCH));
}

}  // namespace perf
