// SPDX-License-Identifier: Apache-2.0
// Work of very uneven cost: each block gets a fixed share at the start, or fetches the next piece when it is
// free (the "global work queue" of the community CUDA documentation's chapter on inter-block communication).
#pragma once

#include "block_sum.cuh"

namespace ladder {

constexpr int queue_block = 256;

/// 2^14 pieces of 2^28 items. A piece's length falls with the cube of the remaining share: the first piece
/// has four times the mean, the last ones have one item or none.
inline int pieces_of(int n) { return max(n / 16384, 64); }

__device__ inline int piece_begin(int p, int pieces, int n) {
    const double left = 1.0 - p / static_cast<double>(pieces);
    return n - static_cast<int>(n * (left * left * left * left));
}

/// The sum of a thread's items of one piece.
__device__ inline int piece_sum(const int* in, int n, int p, int pieces) {
    int total = 0;
    const int end = piece_begin(p + 1, pieces, n);
    for (int i = piece_begin(p, pieces, n) + threadIdx.x; i < end; i += blockDim.x) total += in[i];
    return total;
}

/// Each block gets the same number of consecutive pieces: the first block has four times the mean work.
__global__ void static_assignment(const int* in, int n, int pieces, int* out) {
    int total = 0;
    const int share = (pieces + gridDim.x - 1) / gridDim.x;
    const int begin = blockIdx.x * share;
    for (int p = begin; p < min(begin + share, pieces); ++p) total += piece_sum(in, n, p, pieces);
    total = block_sum(total);
    if (threadIdx.x == 0) atomicAdd(out, total);
}

/// Thread 0 fetches for its block. After the first barrier all threads see the piece; the second barrier
/// keeps it until all have read it.
__global__ void work_queue(const int* in, int n, int pieces, unsigned* next, int* out) {
    __shared__ int fetched;
    int total = 0;
    for (;;) {
        if (threadIdx.x == 0) fetched = atomicAdd(next, 1u);
        __syncthreads();
        const int p = fetched;
        // fault: ladder-fetch-meets
        __syncthreads();
        if (p >= pieces) break;
        total += piece_sum(in, n, p, pieces);
    }
    total = block_sum(total);
    if (threadIdx.x == 0) atomicAdd(out, total);
}

inline family queue() {
    const auto by_share = [](gpu& on, const work<int>& w) {
        on.zero(w.out);
        on.launch(static_assignment, on.blocks_at_once(queue_block), queue_block, w.items, w.n,
                  pieces_of(w.n), w.out);
    };
    const auto by_queue = [](gpu& on, const work<int>& w) {
        on.zero(w.out);
        on.launch(work_queue, on.blocks_at_once(queue_block), queue_block, w.items, w.n, pieces_of(w.n),
                  w.counter, w.out);
        on.zero(w.counter);
    };
    return {"uneven_work",
            {{"static_assignment", "all wait for the block with the largest share", by_share},
             {"work_queue", "whoever is free fetches: the blocks end together", by_queue}}};
}

}  // namespace ladder
