// SPDX-License-Identifier: Apache-2.0
// The first trees of the CUDA samples' `reduction` (reduce0, reduce1, reduce2), over numbers of any type: a
// block of 256 threads writes the sum of 256 numbers.
#pragma once

#include "../ladder/trees.cuh"

namespace perf {

constexpr int tree_size = 256;

template <class Tree, class Number>
__global__ void sum_by_tree(const Number* in, int n, Number* out) {
    __shared__ Number cache[tree_size];
    const int thread = threadIdx.x;
    const int i = blockIdx.x * tree_size + thread;
    cache[thread] = i < n ? in[i] : Number(0);
    __syncthreads();
    Tree::template add_up<tree_size>(cache, thread);
    if (thread == 0) out[blockIdx.x] = cache[0];
}

}  // namespace perf
