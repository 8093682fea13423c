// SPDX-License-Identifier: Apache-2.0
// Blocks that wait for each other, so all of them must be resident at the same time: NVIDIA's cooperative
// groups. After the CUDA samples' `reductionMultiBlockCG`, and the programming guide's chapter on thread
// block clusters.
#pragma once

#include <cooperative_groups.h>

#include "grid.cuh"

namespace ladder {

/// One launch: all blocks wait at a barrier of the grid; then block 0 joins their values.
__global__ void grid_barrier(const int* in, int n, int* partials, int* out) {
    const int mine = block_sum(strided_sum(in, n));
    if (threadIdx.x == 0) partials[blockIdx.x] = mine;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x > 0) return;
    int total = 0;
    for (int i = threadIdx.x; i < static_cast<int>(gridDim.x); i += blockDim.x) total += partials[i];
    total = block_sum(total);
    if (threadIdx.x == 0) *out = total;
}

/// The blocks of a cluster read each other's shared memory: one atomic for eight blocks.
__global__ void cluster_sum(const int* in, int n, int* out) {
    __shared__ int of_block;
    const auto cluster = cooperative_groups::this_cluster();
    const int mine = block_sum(strided_sum(in, n));
    if (threadIdx.x == 0) of_block = mine;
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x < 32) {
        const int theirs =
            threadIdx.x < cluster.num_blocks() ? *cluster.map_shared_rank(&of_block, threadIdx.x) : 0;
        const int total = warp_sum(theirs);
        if (threadIdx.x == 0) atomicAdd(out, total);
    }
    cluster.sync();  // no block exits while another reads its memory
}

inline family resident_blocks() {
    const auto by_barrier = [](gpu& on, const work<int>& w) {
        cudaLaunchAttribute together{};
        together.id = cudaLaunchAttributeCooperative;
        together.val.cooperative = 1;
        on.launch_with(together, grid_barrier, grid_blocks(on, w.n), grid_block, w.items, w.n, w.scratch,
                       w.out);
    };
    const auto by_cluster = [](gpu& on, const work<int>& w) {
        constexpr int blocks = 8;
        cudaLaunchAttribute clusters{};
        clusters.id = cudaLaunchAttributeClusterDimension;
        clusters.val.clusterDim.x = blocks;
        clusters.val.clusterDim.y = clusters.val.clusterDim.z = 1;
        on.zero(w.out);
        on.launch_with(clusters, cluster_sum, divide_up(grid_blocks(on, w.n), blocks) * blocks, grid_block,
                       w.items, w.n, w.out);
    };
    return {"resident_blocks",
            {{"grid_barrier", "a barrier within the kernel costs what a launch does", by_barrier},
             {"cluster", "blocks read each other's memory; atomics were no burden", by_cluster}}};
}

}  // namespace ladder
