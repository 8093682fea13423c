// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads take different code paths. After Cheng, Grossman and McKercher, "Professional CUDA C
// Programming", chapter 3 (mathKernel1, mathKernel2).
#pragma once

#include "../chains.cuh"

namespace perf {

constexpr int max_ways = 32;

/// One step for each path. The steps are known at run time only, so no two paths are the same code.
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

/// Thread i takes path (i >> shift) modulo `Ways`: with shift 0 neighbouring lanes differ, with shift 5 whole
/// warps do. All paths have the same length.
template <int Ways>
__global__ void part_ways(const unsigned* from, unsigned* to, int n, int shift, way_steps steps, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = go<Ways - 1>(from[i], (i >> shift) % Ways, steps, count);
}

/// Two short paths, as in the books' examples. Compilers use a select instruction here, not a branch.
__global__ void part_briefly(const unsigned* from, unsigned* to, int n, int shift) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if ((i >> shift) % 2 == 0)
        to[i] = from[i] + 100;
    else
        to[i] = from[i] * 200;
}

/// One thread in 32 has work: with shift 0 one lane of every warp, with shift 5 all lanes of every 32nd warp.
__global__ void work_for_few(const unsigned* from, unsigned* to, int n, int shift, congruence step,
                             int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = (i >> shift) % 32 == 0 ? run_chain(from[i], step, count) : from[i];
}

}  // namespace perf
