// SPDX-License-Identifier: Apache-2.0
// In-place reductions in global memory: Cheng, Grossman and McKercher, "Professional CUDA C Programming",
// chapter 3. A block overwrites its own items with their tree.
//
// Changed for current cards: the book's last warp reads and writes in lockstep through `volatile`; here it
// reads, __syncwarp(), writes, __syncwarp(). The book's kernels return before barriers beyond the end, and
// skip a block that is not full; here each step checks whether the other item exists.
#pragma once

#include "rung.hpp"

namespace ladder {

constexpr int in_place_block = 512;  // as in the book

/// How long a block is: a number that the compiler knows, or one that is known at run time only.
struct known {
    __device__ static constexpr int size() { return in_place_block; }
};
struct at_run_time {
    __device__ static int size() { return blockDim.x; }
};

/// A block's items: they begin at `first`, and there are `count`, at most one for each thread.
struct block_items {
    int* first;
    int count;
};

/// The block's items after each thread has added up one item from each of `Runs` runs, which are as long as
/// the block.
template <int Runs, class Block = known>
__device__ block_items items_of_block(int* items, int n) {
    const int begin = blockIdx.x * Block::size() * Runs;
    const int i = begin + threadIdx.x;
    if (Runs > 1) {
        int total = 0;
        for (int run = 0; run < Runs; ++run)
            if (i + run * Block::size() < n) total += items[i + run * Block::size()];
        if (i < n) items[i] = total;
        __syncthreads();
    }
    return {items + begin, min(Block::size(), n - begin)};
}

/// reduceNeighbored
template <class Block>
__global__ void in_place_neighboured(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_of_block<1, Block>(items, n);
    for (int stride = 1; stride < Block::size(); stride *= 2) {
        if (thread % (2 * stride) == 0 && thread + stride < count) mine[thread] += mine[thread + stride];
        __syncthreads();
    }
    if (thread == 0) out[blockIdx.x] = mine[0];
}

/// reduceNeighboredLess: less divergence
template <class Block>
__global__ void in_place_less_divergence(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_of_block<1, Block>(items, n);
    for (int stride = 1; stride < Block::size(); stride *= 2) {
        const int left = 2 * stride * thread;
        if (left + stride < count) mine[left] += mine[left + stride];
        __syncthreads();
    }
    if (thread == 0) out[blockIdx.x] = mine[0];
}

/// reduceInterleaved, reduceUnrolling2, 4, 8
template <int Runs, class Block = known>
__global__ void in_place_strided_segments(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_of_block<Runs, Block>(items, n);
    for (int stride = Block::size() / 2u; stride > 0; stride /= 2) {
        if (thread < stride && thread + stride < count) mine[thread] += mine[thread + stride];
        __syncthreads();
    }
    if (thread == 0) out[blockIdx.x] = mine[0];
}

__device__ inline void add_in_warp_in_place(int* mine, int count, int lane, int stride) {
    const int other = lane + stride < count ? mine[lane + stride] : 0;
    __syncwarp();
    if (lane < count) mine[lane] += other;
    __syncwarp();
}

__device__ inline void add_up_last_warp_in_place(int* mine, int count, int lane) {
    add_in_warp_in_place(mine, count, lane, 32);
    add_in_warp_in_place(mine, count, lane, 16);
    add_in_warp_in_place(mine, count, lane, 8);
    add_in_warp_in_place(mine, count, lane, 4);
    add_in_warp_in_place(mine, count, lane, 2);
    add_in_warp_in_place(mine, count, lane, 1);
}

/// reduceUnrollWarps8
__global__ void in_place_unrolled_warps(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_of_block<8>(items, n);
    for (int stride = in_place_block / 2; stride > 32; stride /= 2) {
        if (thread < stride && thread + stride < count) mine[thread] += mine[thread + stride];
        __syncthreads();
    }
    if (thread < 32) add_up_last_warp_in_place(mine, count, thread);
    if (thread == 0) out[blockIdx.x] = mine[0];
}

/// The tree without a loop, for a block of up to 512 threads. The block size is known at run time or at
/// compile time.
__device__ inline void add_up_unrolled_in_place(int* mine, int count, int thread, int threads) {
    if (threads >= 512) {
        if (thread < 256 && thread + 256 < count) mine[thread] += mine[thread + 256];
        __syncthreads();
    }
    if (threads >= 256) {
        if (thread < 128 && thread + 128 < count) mine[thread] += mine[thread + 128];
        __syncthreads();
    }
    if (threads >= 128) {
        if (thread < 64 && thread + 64 < count) mine[thread] += mine[thread + 64];
        __syncthreads();
    }
    if (thread < 32) add_up_last_warp_in_place(mine, count, thread);
}

/// reduceCompleteUnrollWarps8
__global__ void in_place_complete_unroll(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_of_block<8>(items, n);
    add_up_unrolled_in_place(mine, count, thread, blockDim.x);
    if (thread == 0) out[blockIdx.x] = mine[0];
}

/// reduceCompleteUnroll
template <int Threads>
__global__ void in_place_template(int* items, int n, int* out) {
    const int thread = threadIdx.x;
    const auto [mine, count] = items_of_block<8>(items, n);
    add_up_unrolled_in_place(mine, count, thread, Threads);
    if (thread == 0) out[blockIdx.x] = mine[0];
}

inline family in_place() {
    const auto rung_of = [](const char* name, const char* lesson, auto* kernel, int runs) {
        return rung{name, lesson,
                    [=](gpu& on, const work<int>& w) {
                        level_by_level(on, w, kernel, in_place_block, runs * in_place_block);
                    },
                    full, true};
    };
    return {
        "in_place",
        {rung_of("neighboured", "every step of the tree goes through the caches", in_place_neighboured<known>,
                 1),
         rung_of("less_divergence", "whole warps rest, but a warp's words lie far apart",
                 in_place_less_divergence<known>, 1),
         rung_of("interleaved", "neighbouring lanes, neighbouring words", in_place_strided_segments<1>, 1),
         rung_of("unrolled_by_2", "two loads in flight a thread, half as many trees",
                 in_place_strided_segments<2>, 2),
         rung_of("unrolled_by_4", "four loads in flight, a quarter of the trees",
                 in_place_strided_segments<4>, 4),
         rung_of("unrolled_by_8", "eight loads in flight, an eighth of the trees",
                 in_place_strided_segments<8>, 8),
         rung_of("unrolled_warps", "six steps without a barrier of the block", in_place_unrolled_warps, 8),
         rung_of("complete_unroll", "the compiler had unrolled the loop already", in_place_complete_unroll,
                 8),
         rung_of("template", "knowing the block size saves questions, hardly time",
                 in_place_template<in_place_block>, 8)}};
}

}  // namespace ladder
