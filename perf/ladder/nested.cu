// SPDX-License-Identifier: Apache-2.0
//
// Dynamic parallelism: Cheng, Grossman and McKercher, "Professional CUDA C Programming", chapter 3:
// gpuRecursiveReduce, gpuRecursiveReduceNosync and gpuRecursiveReduce2. Each level of the tree is a grid,
// which launches the next level.
//
// Changed for current cards: since CUDA 12 a kernel cannot wait for a kernel that it launched. Where the
// book's parent waits, the child runs after the parent's grid (tail launch); where it does not wait, the
// child starts at once (fire and forget). In the book's last two kernels a child reads values that other
// warps or blocks may not have written yet. Here the first of them has a barrier before the launch, and the
// second uses a tail launch.
#include "families.hpp"
#include "levels.cuh"

namespace ladder {

namespace {

constexpr int nested_block = 512;

/// A block adds the second half of its items to the first; a child grid does the rest.
template <bool AfterParent>
__global__ void nested(int* items, int n, int size, int* out) {
    const int thread = threadIdx.x;
    const int begin = blockIdx.x * size;
    const int stride = size / 2;
    int* const mine = items + begin;
    if (thread < stride && begin + thread + stride < n) mine[thread] += mine[thread + stride];
    __syncthreads();
    if (thread > 0) return;
    if (stride == 1) {
        out[blockIdx.x] = mine[0];
    } else {
        const cudaStream_t when = AfterParent ? cudaStreamTailLaunch : cudaStreamFireAndForget;
        nested<AfterParent><<<1, stride, 0, when>>>(mine, min(stride, n - begin), stride, out + blockIdx.x);
    }
}

/// Block 0 launches one grid for all blocks. It runs after all blocks have ended.
__global__ void nested_by_one_block(int* items, int n, int stride, int* out) {
    const int thread = threadIdx.x;
    const int begin = blockIdx.x * nested_block;
    int* const mine = items + begin;
    if (begin + thread + stride < n) mine[thread] += mine[thread + stride];
    if (thread > 0) return;
    if (stride == 1)
        out[blockIdx.x] = mine[0];
    else if (blockIdx.x == 0)
        nested_by_one_block<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(items, n, stride / 2, out);
}

/// A grid is pending until its child has ended, so every level of every block has one pending grid; the
/// default limit is 2048. CUDA reserves the memory for them at once. Each rung sets the limit that it needs,
/// so that the largest limit does not slow down the others. The call that checks the rung pays for the change
/// of the limit.
void make_room_for_pending_grids(int wanted) {
    static int room = 0;
    if (wanted == room) return;
    perf::check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, static_cast<std::size_t>(wanted)),
                "making room for nested grids");
    room = wanted;
}

constexpr int levels = 9;
constexpr int room_by_default = 2048;

template <bool AfterParent>
void run_nested(gpu& on, const work<int>& w) {
    const int blocks = divide_up(w.n, nested_block);
    make_room_for_pending_grids(max(levels * divide_up(blocks, 64) * 64, room_by_default));
    on.launch(nested<AfterParent>, blocks, nested_block, w.items, w.n, nested_block, w.scratch);
    on.launch(add_up, 1, 1024, w.scratch, blocks, w.out);
}

void run_by_one_block(gpu& on, const work<int>& w) {
    const int blocks = divide_up(w.n, nested_block);
    make_room_for_pending_grids(room_by_default);
    on.launch(nested_by_one_block, blocks, nested_block / 2, w.items, w.n, nested_block / 2, w.scratch);
    on.launch(add_up, 1, 1024, w.scratch, blocks, w.out);
}

}  // namespace

family nested_grids() {
    constexpr const char* one_by_one = "tail launches: the children run one after the other";
    constexpr const char* side_by_side = "fire and forget: they run side by side";
    constexpr const char* for_all = "one child a level for all blocks";
    return {"dynamic_parallelism",
            {{"nested_2^14", one_by_one, run_nested<true>, 1 << 14, true},
             {"nested_2^16", one_by_one, run_nested<true>, 1 << 16, true},
             {"nested", one_by_one, run_nested<true>, 1 << 18, true},
             {"nested_2^20", one_by_one, run_nested<true>, 1 << 20, true},
             {"nested_2^22", one_by_one, run_nested<true>, 1 << 22, true},
             {"without_waiting_2^14", side_by_side, run_nested<false>, 1 << 14, true},
             {"without_waiting_2^16", side_by_side, run_nested<false>, 1 << 16, true},
             {"without_waiting", side_by_side, run_nested<false>, 1 << 18, true},
             {"without_waiting_2^20", side_by_side, run_nested<false>, 1 << 20, true},
             {"without_waiting_2^22", side_by_side, run_nested<false>, 1 << 22, true},
             {"without_waiting_2^24", side_by_side, run_nested<false>, 1 << 24, true},
             {"by_one_block_2^14", for_all, run_by_one_block, 1 << 14, true},
             {"by_one_block_2^16", for_all, run_by_one_block, 1 << 16, true},
             {"by_one_block", for_all, run_by_one_block, 1 << 18, true},
             {"by_one_block_2^20", for_all, run_by_one_block, 1 << 20, true},
             {"by_one_block_2^22", for_all, run_by_one_block, 1 << 22, true},
             {"by_one_block_2^24", for_all, run_by_one_block, 1 << 24, true}}};
}

}  // namespace ladder
