// SPDX-License-Identifier: Apache-2.0
// A sum that waits for memory, while it keeps a given number of registers in use.
#pragma once

#include "../ladder/rung.hpp"
#include "../unroll.hpp"

namespace perf {

constexpr int kept_block = 256;  ///< threads

/// A grid-stride loop over n items. A thread adds up its own items, and meanwhile keeps `Kept` words of its
/// block in registers: it reads them before the loop (volatile, so that no compiler delays the loads) and
/// needs them after it, with the sum.
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
