// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads go different ways. After Cheng, Grossman and McKercher, "Professional CUDA C
// Programming", chapter 3 (mathKernel1, mathKernel2).
#pragma once

#include "../chains.cuh"

namespace perf {

constexpr int max_ways = 32;

/// A step for each way. They come at run time, so that no two ways are the same code.
struct way_steps {
    congruence of[max_ways];
};

template <int Way>
__device__ unsigned go(unsigned x, int way, const way_steps& steps, int count) {
    if constexpr (Way > 0) {
        if (way != Way) return go<Way - 1>(x, way, steps, count);
    }
    return run_chain(x, steps.of[Way], count);
}

/// Thread i takes way (i >> shift) modulo `Ways`: with shift 0 neighbouring lanes part, with 5 whole warps.
/// All ways are equally long.
template <int Ways>
__global__ void part_ways(const unsigned* from, unsigned* to, int n, int shift, way_steps steps, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = go<Ways - 1>(from[i], (i >> shift) % Ways, steps, count);
}

/// Two short ways, as the texts' examples have them. A compiler makes of them no branch but a choice.
__global__ void part_briefly(const unsigned* from, unsigned* to, int n, int shift) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if ((i >> shift) % 2 == 0)
        to[i] = from[i] + 100;
    else
        to[i] = from[i] * 200;
}

/// One thread in 32 has something to do: with shift 0 one of every warp, with 5 all of every 32nd warp.
__global__ void work_for_few(const unsigned* from, unsigned* to, int n, int shift, congruence step,
                             int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = (i >> shift) % 32 == 0 ? run_chain(from[i], step, count) : from[i];
}

}  // namespace perf
