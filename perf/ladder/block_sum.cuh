// SPDX-License-Identifier: Apache-2.0
// What the rungs with many items for each thread share: how a block takes its share of the grid's items, and
// how it adds up.
#pragma once

#include "rung.hpp"

namespace ladder {

/// The sum of one thread in a grid-stride loop over the items (Harris, step 7).
__device__ inline int strided_sum(const int* in, int n) {
    int total = 0;
    const int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) total += in[i];
    return total;
}

/// Lane 0 gets the sum over its warp. The original __shfl_down had no mask.
__device__ inline int warp_sum(int value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffffu, value, distance);
    return value;
}

/// Thread 0 gets the sum over its block: shuffles, one word of shared memory for each warp, shuffles. A
/// barrier is needed between two calls.
__device__ static int block_sum(int value) {
    __shared__ int of_warp[32];
    const int thread = threadIdx.x;
    const int warps = blockDim.x / 32;
    value = warp_sum(value);
    if (thread % 32 == 0) of_warp[thread / 32] = value;
    __syncthreads();
    if (thread < 32) value = warp_sum(thread < warps ? of_warp[thread] : 0);
    return value;
}

}  // namespace ladder
