// SPDX-License-Identifier: Apache-2.0
// One block and an array larger than it, from the community CUDA documentation's chapter on parallel
// reduction ("single-block parallel reduction" for commutative and for noncommutative operators). Unchanged,
// except that the operator is a parameter where the order is kept.
#pragma once

#include "rung.hpp"

namespace ladder {

constexpr int large_block = 1024;

/// Each thread adds up every large_block-th item; then a tree of halves joins the threads.
__global__ void one_block_commutative(const int* in, int n, int* out) {
    __shared__ int cache[large_block];
    const int thread = threadIdx.x;
    int total = 0;
    for (int i = thread; i < n; i += large_block) total += in[i];
    cache[thread] = total;
    __syncthreads();
    for (int stride = large_block / 2; stride > 0; stride /= 2) {
        if (thread < stride) cache[thread] += cache[thread + stride];
        __syncthreads();
    }
    if (thread == 0) *out = cache[0];
}

/// A window of twice the block slides over the items. Its first half holds the result of all items so far, in
/// order. The next items fill the second half, and each thread joins two neighbours into the first half.
/// Thread 0 gets the result of [begin, end).
template <class Op, int Block>
__device__ static typename Op::value slide(const typename Op::value* in, int begin, int end) {
    __shared__ typename Op::value window[2 * Block];
    const int thread = threadIdx.x;
    window[thread] = begin + thread < end ? in[begin + thread] : Op::none();
    for (int next = begin + Block; next < end; next += Block) {
        window[Block + thread] = next + thread < end ? in[next + thread] : Op::none();
        __syncthreads();
        // fault: ladder-window-join
        const auto joined = Op::join(window[2 * thread], window[2 * thread + 1]);
        __syncthreads();
        window[thread] = joined;
    }
    __syncthreads();
    for (int stride = 1; stride < Block; stride *= 2) {
        const int left = 2 * stride * thread;
        if (left + stride < Block) window[left] = Op::join(window[left], window[left + stride]);
        __syncthreads();
    }
    return window[0];
}

template <class Op>
__global__ void one_block_ordered(const typename Op::value* in, int n, typename Op::value* out) {
    const auto total = slide<Op, large_block>(in, 0, n);
    if (threadIdx.x == 0) *out = total;
}

inline family one_block() {
    constexpr int n = 1 << 22;
    const auto run = [](auto* kernel) {
        return [=](gpu& on, const auto& w) { on.launch(kernel, 1, large_block, w.items, w.n, w.out); };
    };
    return {
        "one_block",
        {{"commutative", "one multiprocessor of many has few loads in flight", run(one_block_commutative), n},
         {"ordered", "each window waits for its loads and two barriers", run(one_block_ordered<sum>), n,
          false, run(one_block_ordered<concatenation>)}}};
}

}  // namespace ladder
