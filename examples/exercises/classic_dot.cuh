// SPDX-License-Identifier: Apache-2.0
/// \file
/// The dot product of Sanders and Kandrot, "CUDA by Example", chapter 5, in plain CUDA: each block has a
/// cache in shared memory and reduces it by a tree. If g++ compiles this file, include
/// tests/support/emulated/gpu.hpp first.
#pragma once

namespace exercises {

constexpr int dot_block = 256;

/// Adds up the values of a block's threads: each step adds one half to the other, then all threads wait at a
/// barrier. Thread 0 gets the sum.
__device__ inline float sum_of_cache(float* cache, float mine) {
    const int thread = static_cast<int>(threadIdx.x);
    cache[thread] = mine;
    __syncthreads();
    for (int half = dot_block / 2; half > 0; half /= 2) {
        if (thread < half) cache[thread] += cache[thread + half];
        __syncthreads();  // outside the condition: every thread must reach it
    }
    return cache[0];
}

/// A grid-stride loop over the vectors; each block writes one sum.
__global__ void dot_of_blocks(const float* x, const float* y, int n, float* of_blocks) {
    __shared__ float cache[dot_block];
    float mine = 0;
    const int step = static_cast<int>(gridDim.x * blockDim.x);
    for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step)
        mine += x[i] * y[i];
    const float sum = sum_of_cache(cache, mine);
    if (threadIdx.x == 0) of_blocks[blockIdx.x] = sum;
}

/// The last step, by one block. The book does it on the CPU.
__global__ void add_up_blocks(const float* of_blocks, int blocks, float* sum) {
    __shared__ float cache[dot_block];
    float mine = 0;
    for (int i = static_cast<int>(threadIdx.x); i < blocks; i += dot_block) mine += of_blocks[i];
    const float all = sum_of_cache(cache, mine);
    if (threadIdx.x == 0) *sum = all;
}

}  // namespace exercises
