// SPDX-License-Identifier: Apache-2.0
// Reductions in a block, through shared memory: the steps of Mark Harris, "Optimizing Parallel Reduction in
// CUDA", and of the CUDA samples' `reduction`. Each block writes one partial; the kernel runs again on the
// partials.
//
// Changed for current cards: items beyond the end count as zero, where the slides had a power of two. The
// slides unroll the last warp and rely on lockstep (`volatile`), which no card since Volta guarantees; here a
// lane reads, __syncwarp(), writes, __syncwarp().
#pragma once

#include "block_sum.cuh"
#include "trees.cuh"

namespace ladder {

constexpr int block_size = 256;

__device__ inline int item(const int* in, int n, int i) { return i < n ? in[i] : 0; }

/// The first program of every course: the block fills its cache, and one thread adds up all of it.
__global__ void add_up_by_one_thread(const int* in, int n, int* out) {
    __shared__ int cache[block_size];
    const int thread = threadIdx.x;
    cache[thread] = item(in, n, blockIdx.x * block_size + thread);
    __syncthreads();
    if (thread == 0) {
        int total = 0;
        for (int i = 0; i < block_size; ++i) total += cache[i];
        out[blockIdx.x] = total;
    }
}

/// Steps 1 to 3: one item for each thread, and one of the trees.
template <class Tree>
__global__ void one_item_a_thread(const int* in, int n, int* out) {
    __shared__ int cache[block_size];
    const int thread = threadIdx.x;
    cache[thread] = item(in, n, blockIdx.x * block_size + thread);
    __syncthreads();
    Tree::template add_up<block_size>(cache, thread);
    if (thread == 0) out[blockIdx.x] = cache[0];
}

/// Step 4: half of the threads had no work after loading; now each first adds two items.
__global__ void first_add_while_loading(const int* in, int n, int* out) {
    __shared__ int cache[block_size];
    const int thread = threadIdx.x;
    const int i = blockIdx.x * 2 * block_size + thread;
    cache[thread] = item(in, n, i) + item(in, n, i + block_size);
    __syncthreads();
    interleaved_tree::add_up<block_size>(cache, thread);
    if (thread == 0) out[blockIdx.x] = cache[0];
}

/// One step of an unrolled warp. All 32 lanes take it, needed or not.
__device__ inline void add_in_warp(int* cache, int lane, int stride) {
    const int other = cache[lane + stride];
    // fault: ladder-lanes-meet
    __syncwarp();
    cache[lane] += other;
    __syncwarp();
}

__device__ inline void add_up_last_warp(int* cache, int lane) {
    add_in_warp(cache, lane, 32);
    add_in_warp(cache, lane, 16);
    add_in_warp(cache, lane, 8);
    add_in_warp(cache, lane, 4);
    add_in_warp(cache, lane, 2);
    add_in_warp(cache, lane, 1);
}

/// Step 5: the last 64 values belong to one warp, which needs no barrier of the block.
__global__ void last_warp_unrolled(const int* in, int n, int* out) {
    __shared__ int cache[block_size];
    const int thread = threadIdx.x;
    const int i = blockIdx.x * 2 * block_size + thread;
    cache[thread] = item(in, n, i) + item(in, n, i + block_size);
    __syncthreads();
    for (int stride = block_size / 2; stride > 32; stride /= 2) {
        if (thread < stride) cache[thread] += cache[thread + stride];
        __syncthreads();
    }
    if (thread < 32) add_up_last_warp(cache, thread);
    if (thread == 0) out[blockIdx.x] = cache[0];
}

/// The whole tree, without a loop.
template <int Block>
__device__ void add_up_unrolled(int* cache, int thread) {
    if (Block >= 1024) {
        if (thread < 512) cache[thread] += cache[thread + 512];
        __syncthreads();
    }
    if (Block >= 512) {
        if (thread < 256) cache[thread] += cache[thread + 256];
        __syncthreads();
    }
    if (Block >= 256) {
        if (thread < 128) cache[thread] += cache[thread + 128];
        __syncthreads();
    }
    if (Block >= 128) {
        if (thread < 64) cache[thread] += cache[thread + 64];
        __syncthreads();
    }
    if (thread < 32) add_up_last_warp(cache, thread);
}

/// Step 6: the block size is a template argument, so the compiler removes the steps that do not apply.
template <int Block>
__global__ void completely_unrolled(const int* in, int n, int* out) {
    __shared__ int cache[Block];
    const int thread = threadIdx.x;
    const int i = blockIdx.x * 2 * Block + thread;
    cache[thread] = item(in, n, i) + item(in, n, i + Block);
    __syncthreads();
    add_up_unrolled<Block>(cache, thread);
    if (thread == 0) out[blockIdx.x] = cache[0];
}

/// Step 7: a grid that just fills the GPU uses a grid-stride loop; each block reduces its tree once.
template <int Block>
__global__ void many_items(const int* in, int n, int* out) {
    __shared__ int cache[Block];
    const int thread = threadIdx.x;
    cache[thread] = strided_sum(in, n);
    __syncthreads();
    add_up_unrolled<Block>(cache, thread);
    if (thread == 0) out[blockIdx.x] = cache[0];
}

/// Each warp adds up its own 32 values; one warp adds up the values of the warps. The block needs one
/// barrier. (This uses the community documentation's "single-warp parallel reduction" twice.)
__global__ void warps_then_one_warp(const int* in, int n, int* out) {
    __shared__ int cache[block_size];
    __shared__ int of_warp[32];
    const int thread = threadIdx.x;
    const int lane = thread % 32;
    cache[thread] = strided_sum(in, n);
    __syncwarp();
    for (int stride = 16; stride > 0; stride /= 2) {
        if (lane < stride) cache[thread] += cache[thread + stride];
        __syncwarp();
    }
    if (lane == 0) of_warp[thread / 32] = cache[thread];
    // fault: ladder-warps-meet
    __syncthreads();
    if (thread < 32) {
        if (thread >= block_size / 32) of_warp[thread] = 0;
        __syncwarp();
        for (int stride = 16; stride > 0; stride /= 2) {
            if (lane < stride) of_warp[lane] += of_warp[lane + stride];
            __syncwarp();
        }
    }
    if (thread == 0) out[blockIdx.x] = of_warp[0];
}

/// Shuffles between lanes replace shared memory (the samples' later kernels).
__global__ void shuffles(const int* in, int n, int* out) {
    const int total = block_sum(strided_sum(in, n));
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}

inline family shared_memory() {
    const auto levels = [](auto* kernel, int items_per_thread) {
        return [=](gpu& on, const work<int>& w) {
            level_by_level(on, w, kernel, block_size, items_per_thread * block_size);
        };
    };
    const auto strided = [](auto* kernel) {
        return [=](gpu& on, const work<int>& w) { two_launches(on, w, kernel, block_size); };
    };
    return {"shared_memory",
            {{"one_thread_adds_up", "one barrier; then 255 threads wait for one",
              levels(add_up_by_one_thread, 1)},
             {"neighbours_modulo", "a tree of 8 steps: each masks lanes and ends in a barrier",
              levels(one_item_a_thread<modulo_tree>, 1)},
             {"neighbours_contiguous", "whole warps rest, but lanes meet in the same banks",
              levels(one_item_a_thread<contiguous_tree>, 1)},
             {"interleaved", "neighbouring lanes, neighbouring words: no bank conflicts",
              levels(one_item_a_thread<interleaved_tree>, 1)},
             {"first_add_while_loading", "every thread adds as it loads: half as many trees",
              levels(first_add_while_loading, 2)},
             {"last_warp_unrolled", "within a warp no barrier of the block is needed",
              levels(last_warp_unrolled, 2)},
             {"completely_unrolled", "the compiler had unrolled the loop already",
              levels(completely_unrolled<block_size>, 2)},
             {"many_items", "one tree a block, not one for each 512 items", strided(many_items<block_size>)},
             {"warps_then_one_warp", "one barrier in all; but the tree no longer counts",
              strided(warps_then_one_warp)},
             {"shuffles", "nor does shared memory: the loads decide", strided(shuffles)}}};
}

}  // namespace ladder
