// SPDX-License-Identifier: Apache-2.0
// The first kernel of every book, before any reduction: c = a + b. Sanders and Kandrot, "CUDA by Example",
// chapters 4 and 5; Cheng, Grossman and McKercher, "Professional CUDA C Programming", chapter 2; the CUDA
// samples' `vectorAdd`. a is the first half of the items, b the second half, and the rung writes c.
#pragma once

#include "rung.hpp"

namespace ladder {

constexpr int vector_block = 256;

/// One item for each thread; the threads of the last block check whether their item exists.
__global__ void add_one_each(const int* a, const int* b, int n, int* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    // fault: ladder-vector-end
    if (i < n) c[i] = a[i] + b[i];
}

/// Vectors of any length by a grid of any size.
__global__ void add_in_strides(const int* a, const int* b, int n, int* c) {
    const int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) c[i] = a[i] + b[i];
}

/// A reduction by vector additions alone: the second half is added to the first until one item remains. If
/// the number is odd, the middle item is left for the next step.
inline void add_halves(gpu& on, const work<int>& w) {
    for (int left = w.n; left > 1; left -= left / 2)
        on.launch(add_one_each, divide_up(left / 2, vector_block), vector_block, w.items,
                  w.items + (left - left / 2), left / 2, w.items);
    on.zero(w.out);
    on.launch(add_one_each, 1, 32, w.items, w.out, 1, w.out);
}

inline family vector_addition() {
    const auto vectors = [](const char* name, const char* lesson, int n, auto* kernel, int threads,
                            auto blocks) {
        const auto add = [=](gpu& on, const work<int>& w) {
            const int half = w.n / 2;  // 0 for one item: a block still runs, but does nothing
            on.launch(kernel, max(blocks(on, half), 1), threads, w.items, w.items + half, half, w.out);
        };
        constexpr double words = 1.5;  // one read for each item, and half a write
        return rung{name, lesson, add, n, false, nullptr, true, words};
    };
    const auto one = [](const gpu&, int) { return 1; };
    const auto one_each = [](const gpu&, int n) { return n; };
    const auto enough = [](const gpu&, int n) { return divide_up(n, vector_block); };
    const auto at_once = [](const gpu& on, int n) {
        return min(divide_up(n, vector_block), on.blocks_at_once(vector_block));
    };
    constexpr double words_of_halves = 3;  // two reads and one write for each addition
    return {"vector_addition",
            {vectors("one_thread", "the host's loop: one lane of one warp, on one multiprocessor", 1 << 18,
                     add_in_strides, 1, one),
             vectors("one_block", "eight whole warps, still on one multiprocessor", 1 << 22, add_in_strides,
                     vector_block, one),
             vectors("blocks_of_one_thread", "all multiprocessors, but 31 of 32 lanes are missing", 1 << 22,
                     add_one_each, 1, one_each),
             vectors("one_item_a_thread", "whole warps everywhere: memory is the limit", full, add_one_each,
                     vector_block, enough),
             vectors("grid_stride", "a grid that just fills the GPU, for vectors of any length", full,
                     add_in_strides, vector_block, at_once),
             {"sum_by_halves", "a reduction at last: each level goes through memory, read and written",
              add_halves, full, true, nullptr, false, words_of_halves}}};
}

}  // namespace ladder
