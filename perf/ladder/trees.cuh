// SPDX-License-Identifier: Apache-2.0
// The first three trees of Mark Harris, "Optimizing Parallel Reduction in CUDA" (reduce0, reduce1 and reduce2
// of the CUDA samples), over numbers of any type in a block's shared memory. cache[0] gets the sum of `Size`
// numbers.
#pragma once

#include "rung.hpp"

namespace ladder {

/// Step 1: in each warp a few lanes work, while the others wait.
struct modulo_tree {
    template <int Size, class Number>
    __device__ static void add_up(Number* cache, int thread) {
        for (int stride = 1; stride < Size; stride *= 2) {
            if (thread % (2 * stride) == 0) cache[thread] += cache[thread + stride];
            __syncthreads();
        }
    }
};

/// Step 2: whole warps work or wait, but their lanes have bank conflicts.
struct contiguous_tree {
    template <int Size, class Number>
    __device__ static void add_up(Number* cache, int thread) {
        for (int stride = 1; stride < Size; stride *= 2) {
            const int left = 2 * stride * thread;
            if (left < Size) cache[left] += cache[left + stride];
            __syncthreads();
        }
    }
};

/// Step 3: each thread joins words that are `stride` apart, so lanes read adjacent words.
struct interleaved_tree {
    template <int Size, class Number>
    __device__ static void add_up(Number* cache, int thread) {
        for (int stride = Size / 2; stride > 0; stride /= 2) {
            if (thread < stride) cache[thread] += cache[thread + stride];
            __syncthreads();
        }
    }
};

}  // namespace ladder
