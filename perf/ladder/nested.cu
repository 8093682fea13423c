// SPDX-License-Identifier: Apache-2.0
//
// Dynamic parallelism: Cheng, Grossman and McKercher, "Professional CUDA C Programming", chapter 3:
// gpuRecursiveReduce, gpuRecursiveReduceNosync and gpuRecursiveReduce2. One level of the tree is one grid,
// which launches the next.
//
// Changed for today's cards: since CUDA 12 a kernel cannot wait for what it has launched. Where the book's
// parent waits, the child is launched to run after the parent's grid (tail launch); where it does not wait,
// the child starts at once (fire and forget). The book's last two kernels let a child read what other warps
// or blocks may not have written yet: here the first has a barrier before the launch, and the second is a
// tail launch.
#include "families.hpp"

namespace ladder {

namespace {

constexpr int nested_block = 512;
constexpr int nested_n = 1 << 18;

/// A block adds up `size` of its items, or as many as there are, by half of them; its child the rest.
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

/// Block 0 launches one grid for all blocks; it runs when all of them have ended.
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

__global__ void add_up(const int* partials, int count, int* out) {
    int total = 0;
    for (int i = threadIdx.x; i < count; i += 32) total += partials[i];
    for (int distance = 16; distance > 0; distance /= 2)
        total += __shfl_down_sync(0xffffffffu, total, distance);
    if (threadIdx.x == 0) *out = total;
}

template <bool AfterParent>
void run_nested(gpu& on, const work<int>& w) {
    const int blocks = divide_up(w.n, nested_block);
    on.launch(nested<AfterParent>, blocks, nested_block, w.items, w.n, nested_block, w.scratch);
    on.launch(add_up, 1, 32, w.scratch, blocks, w.out);
}

void run_by_one_block(gpu& on, const work<int>& w) {
    const int blocks = divide_up(w.n, nested_block);
    on.launch(nested_by_one_block, blocks, nested_block / 2, w.items, w.n, nested_block / 2, w.scratch);
    on.launch(add_up, 1, 32, w.scratch, blocks, w.out);
}

}  // namespace

family nested_grids() {
    // A grid is pending until its child has ended: one for every level of every block, where 2048 are the
    // default.
    constexpr int levels = 9;
    perf::check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, levels * nested_n / nested_block),
                "making room for nested grids");
    return {
        "dynamic_parallelism",
        {{"nested", "tail launches: the children run one after the other", run_nested<true>, nested_n, true},
         {"without_waiting", "fire and forget: they run side by side", run_nested<false>, nested_n, true},
         {"by_one_block", "one child a level for all blocks", run_by_one_block, nested_n, true}}};
}

}  // namespace ladder
