// SPDX-License-Identifier: Apache-2.0
// The same as nested grids compute, but the host launches every level. It is the baseline for nesting, and
// the part that a profiler can see. After Cheng, Grossman and McKercher, "Professional CUDA C Programming",
// chapter 3 (gpuRecursiveReduce2).
#pragma once

#include "block_sum.cuh"

namespace ladder {

constexpr int levels_block = 512;

namespace {  // nested.cu defines the same names in its own file

/// One level of the tree of each block of 512 items. The last level writes one value for each block.
__global__ void one_level(int* items, int n, int stride, int* out) {
    const int thread = threadIdx.x;
    const int begin = blockIdx.x * levels_block;
    int* const mine = items + begin;
    if (begin + thread + stride < n) mine[thread] += mine[thread + stride];
    if (stride == 1) out[blockIdx.x] = mine[0];
}

/// One block adds up the values of the blocks.
__global__ void add_up(const int* partials, int count, int* out) {
    const int total = block_sum(strided_sum(partials, count));
    if (threadIdx.x == 0) *out = total;
}

}  // namespace

inline void run_levels(gpu& on, const work<int>& w) {
    const int blocks = divide_up(w.n, levels_block);
    for (int stride = levels_block / 2; stride > 0; stride /= 2)
        on.launch(one_level, blocks, stride, w.items, w.n, stride, w.scratch);
    on.launch(add_up, 1, 1024, w.scratch, blocks, w.out);
}

inline family levels_from_the_host() {
    const auto of_size = [](const char* name, int n) {
        return rung{
            name,
            "nine launches by the host for the nine levels of a block, and one more for what they leave",
            run_levels, n, true};
    };
    return {"levels_from_the_host",
            {of_size("2^14", 1 << 14), of_size("2^16", 1 << 16), of_size("2^18", 1 << 18),
             of_size("2^20", 1 << 20), of_size("2^22", 1 << 22), of_size("2^24", 1 << 24)}};
}

}  // namespace ladder
