// SPDX-License-Identifier: Apache-2.0
// The three kernels behind the well-known ratios of Cheng, Grossman and McKercher, "Professional CUDA C
// Programming", chapter 3, at the book's size. As in the book, the block size is known at run time only, so
// the modulo is a division and the loop stays a loop. Beside them are the same kernels with a block size that
// the compiler knows.
//
// Changed for arrays of any length: each step checks whether the other item exists.
#pragma once

#include "in_place.cuh"

namespace ladder {

/// The items of a block. The number is known at run time only.
__device__ inline block_items items_at_run_time(int* items, int n) {
    const int begin = blockIdx.x * blockDim.x;
    return {items + begin, min(static_cast<int>(blockDim.x), n - begin)};
}

/// reduceNeighbored
__global__ void printed_neighboured(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_at_run_time(items, n);
    for (int stride = 1; stride < static_cast<int>(blockDim.x); stride *= 2) {
        if (thread % (2 * stride) == 0 && thread + stride < count) mine[thread] += mine[thread + stride];
        __syncthreads();
    }
    if (thread == 0) out[blockIdx.x] = mine[0];
}

/// reduceNeighboredLess
__global__ void printed_less_divergence(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_at_run_time(items, n);
    for (int stride = 1; stride < static_cast<int>(blockDim.x); stride *= 2) {
        const int left = 2 * stride * thread;
        if (left + stride < count) mine[left] += mine[left + stride];
        __syncthreads();
    }
    if (thread == 0) out[blockIdx.x] = mine[0];
}

/// reduceInterleaved
__global__ void printed_interleaved(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_at_run_time(items, n);
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (thread < stride && thread + stride < count) mine[thread] += mine[thread + stride];
        __syncthreads();
    }
    if (thread == 0) out[blockIdx.x] = mine[0];
}

inline family headline_ratios() {
    constexpr int book_n = 1 << 24;
    const auto rung_of = [](const char* name, const char* lesson, auto* kernel, int n) {
        return rung{name, lesson,
                    [=](gpu& on, const work<int>& w) {
                        level_by_level(on, w, kernel, in_place_block, in_place_block);
                    },
                    n, true};
    };
    return {
        "headline_ratios",
        {rung_of("neighboured_as_printed", "a modulo by a number known at run time", printed_neighboured,
                 book_n),
         rung_of("less_divergence_as_printed", "whole warps rest", printed_less_divergence, book_n),
         rung_of("interleaved_as_printed", "neighbouring lanes, neighbouring words", printed_interleaved,
                 book_n),
         rung_of("neighboured", "the compiler knows the block: no division", in_place_neighboured, book_n),
         rung_of("less_divergence", "likewise", in_place_less_divergence, book_n),
         rung_of("interleaved", "likewise", in_place_strided_segments<1>, book_n),
         rung_of("neighboured_as_printed_2^28", "far beyond the L2 cache", printed_neighboured, full),
         rung_of("less_divergence_as_printed_2^28", "likewise", printed_less_divergence, full),
         rung_of("interleaved_as_printed_2^28", "likewise", printed_interleaved, full)}};
}

}  // namespace ladder
