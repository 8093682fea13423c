// SPDX-License-Identifier: Apache-2.0
// A sum that waits for memory, with as many registers in use as a row asks for.
#pragma once

#include "../ladder/rung.hpp"
#include "../unroll.hpp"

namespace perf {

constexpr int kept_block = 256;  ///< threads

/// A grid of any size strides over n items. A thread adds up its own, and keeps `Kept` words of its block
/// meanwhile: in registers, as they are read before (volatile, so that no compiler reads them later) and
/// wanted after, with the sum.
template <int Kept>
__global__ void sum_and_keep(const int* from, int n, int* to) {
    __shared__ volatile int cells[kept_block];
    const int all_threads = gridDim.x * kept_block;
    const int thread = threadIdx.x;
    const int i = blockIdx.x * kept_block + thread;
    cells[thread] = from[thread];
    __syncthreads();
    int kept[Kept + 1];
    PERF_UNROLL
    for (int j = 0; j < Kept; ++j) kept[j] = cells[(thread + j) % kept_block];
    int total = 0;
    PERF_KEEP_LOOP
    for (int k = i; k < n; k += all_threads) total += from[k];
    int mixed = total;
    PERF_UNROLL
    for (int j = 0; j < Kept; ++j) mixed += kept[j] * (total ^ j);
    to[i] = mixed;
}

}  // namespace perf
