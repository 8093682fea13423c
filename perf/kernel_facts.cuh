// SPDX-License-Identifier: Apache-2.0
// What a kernel needs of a multiprocessor, and so how many of its warps are resident: figures for rows.
#pragma once

#include <lab.cuh>
#include <measured_row.hpp>

namespace perf {

/// The number of resident blocks of the kernel on a multiprocessor.
template <class... Parameters>
int blocks_of_multiprocessor(void (*kernel)(Parameters...), int threads,
                             std::size_t dynamic_shared_bytes = 0) {
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamic_shared_bytes),
          "asking for the occupancy");
    return blocks;
}

/// Registers and local memory for each thread, and the occupancy in percent.
template <class... Parameters>
facts kernel_facts(void (*kernel)(Parameters...), int threads, std::size_t dynamic_shared_bytes = 0) {
    cudaFuncAttributes of{};
    check(cudaFuncGetAttributes(&of, kernel), "asking for a kernel's attributes");
    const int blocks = blocks_of_multiprocessor(kernel, threads, dynamic_shared_bytes);
    const double most = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    return {{"registers", of.numRegs},
            {"local_bytes", static_cast<double>(of.localSizeBytes)},
            {"blocks", blocks},
            {"occupancy_percent", 100. * blocks * ((threads + 31) / 32 * 32) / most}};
}

}  // namespace perf
