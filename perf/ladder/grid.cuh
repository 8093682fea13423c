// SPDX-License-Identifier: Apache-2.0
// Rungs whose grid joins the results of its blocks: the community CUDA documentation's chapters on parallel
// reduction ("multi-block") and on inter-block communication ("last-block guard"), and the CUDA samples'
// `threadFenceReduction`.
//
// Changed for current cards: in these sources the last block reads the other results through `volatile`; here
// there is a fence before and after the ticket.
#pragma once

#include "block_sum.cuh"
#include "one_block.cuh"

namespace ladder {

constexpr int grid_block = 256;

/// One thread of the block takes the ticket, after it has written the block's result, and before it reads
/// another block's. The block that takes the last number therefore sees all results.
__device__ inline bool take_last_ticket(unsigned* tickets) {
    // fault: ladder-fence-before-ticket
    __threadfence();
    // fault: ladder-last-block
    const bool last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    // fault: ladder-fence-after-ticket
    __threadfence();
    return last;
}

// ---- commutative ------------------------------------------------------------------------------------------

__global__ void sum_of_block(const int* in, int n, int* partials) {
    const int total = block_sum(strided_sum(in, n));
    if (threadIdx.x == 0) partials[blockIdx.x] = total;
}

__device__ inline void finish(const int* partials, unsigned* tickets, int* out) {
    int total = 0;
    for (int i = threadIdx.x; i < static_cast<int>(gridDim.x); i += blockDim.x) total += partials[i];
    total = block_sum(total);
    if (threadIdx.x == 0) {
        *out = total;
        *tickets = 0;  // for the next launch
    }
}

/// A barrier with an or tells all threads whether theirs is the last block.
__global__ void last_block_by_or(const int* in, int n, int* partials, unsigned* tickets, int* out) {
    const int total = block_sum(strided_sum(in, n));
    bool last = false;
    // fault: ladder-partial-then-ticket-or
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = total;
        last = take_last_ticket(tickets);
    }
    if (__syncthreads_or(last)) finish(partials, tickets, out);
}

/// The same through a flag in shared memory.
__global__ void last_block_by_flag(const int* in, int n, int* partials, unsigned* tickets, int* out) {
    __shared__ bool last;
    const int total = block_sum(strided_sum(in, n));
    // fault: ladder-partial-then-ticket-flag
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = total;
        last = take_last_ticket(tickets);
    }
    __syncthreads();
    if (last) finish(partials, tickets, out);
}

/// This needs no ticket, but keeps no order: the sum must be zero before.
__global__ void one_atomic_per_block(const int* in, int n, int* out) {
    const int total = block_sum(strided_sum(in, n));
    if (threadIdx.x == 0) atomicAdd(out, total);
}

// ---- ordered: each block has a contiguous section --------------------------------------------------------

template <class Op>
__device__ typename Op::value join_section(const typename Op::value* in, int n) {
    const int length = (n + gridDim.x - 1) / gridDim.x;
    const int begin = min(n, static_cast<int>(blockIdx.x) * length);
    return slide<Op, grid_block>(in, begin, min(n, begin + length));
}

template <class Op>
__global__ void ordered_sections(const typename Op::value* in, int n, typename Op::value* partials) {
    const auto total = join_section<Op>(in, n);
    if (threadIdx.x == 0) partials[blockIdx.x] = total;
}

template <class Op>
__global__ void ordered_last_block(const typename Op::value* in, int n, typename Op::value* partials,
                                   unsigned* tickets, typename Op::value* out) {
    auto total = join_section<Op>(in, n);
    bool last = false;
    // fault: ladder-partial-then-ticket-ordered
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = total;
        last = take_last_ticket(tickets);
    }
    if (!__syncthreads_or(last)) return;
    total = slide<Op, grid_block>(partials, 0, gridDim.x);
    if (threadIdx.x == 0) {
        *out = total;
        *tickets = 0;
    }
}

// ---- how they run ----------------------------------------------------------------------------------------

inline int grid_blocks(const gpu& on, int n) {
    return min(divide_up(n, grid_block), on.blocks_at_once(grid_block));
}

inline void join_on_cpu(gpu& on, const work<int>& w) {
    const int blocks = grid_blocks(on, w.n);
    on.launch(sum_of_block, blocks, grid_block, w.items, w.n, w.scratch);
    const int* const partials = on.fetch(w.scratch, blocks);
    int total = 0;
    for (int i = 0; i < blocks; ++i) total += partials[i];
    on.store(total, w.out);
}

inline family grid() {
    const auto two_kernels = [](auto* kernel) {
        return [=](gpu& on, const auto& w) { two_launches(on, w, kernel, grid_block); };
    };
    const auto guarded = [](auto* kernel) {
        return [=](gpu& on, const auto& w) {
            on.launch(kernel, grid_blocks(on, w.n), grid_block, w.items, w.n, w.scratch, w.counter, w.out);
        };
    };
    const auto atomic = [](gpu& on, const work<int>& w) {
        on.zero(w.out);
        on.launch(one_atomic_per_block, grid_blocks(on, w.n), grid_block, w.items, w.n, w.out);
    };
    return {"grid",
            {{"joined_on_cpu", "the host waits, copies, adds up, copies back", join_on_cpu},
             {"two_kernels", "the end of a kernel is the grid's barrier", two_kernels(sum_of_block)},
             {"last_block_or", "whichever block ends last joins: one launch", guarded(last_block_by_or)},
             {"last_block_flag", "a flag in shared memory does as well", guarded(last_block_by_flag)},
             {"atomic_per_block", "no join at all, where order and rounding do not matter", atomic},
             {"ordered_two_kernels", "two barriers a window hold the loads up",
              two_kernels(ordered_sections<sum>), full, false, two_kernels(ordered_sections<concatenation>)},
             {"ordered_last_block", "one launch, and still in order", guarded(ordered_last_block<sum>), full,
              false, guarded(ordered_last_block<concatenation>)}}};
}

}  // namespace ladder
