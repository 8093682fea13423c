// SPDX-License-Identifier: Apache-2.0
/// \file
/// Converts the handles of CUDA's cooperative groups to this library's groups.
#pragma once

#include <impulse/nvcc_only.cuh>

#include <impulse/cluster.cuh>
#include <impulse/config.hpp>
#include <impulse/groups.cuh>

#include <cooperative_groups.h>

namespace impulse::inline IMPULSE_ABI {

/// The group of a warp's tile, which `cooperative_groups::tiled_partition<Width>` makes.
///
/// Requires: a tile of at most 32 threads; for a block or a cluster a storage in shared memory.
/// Complexity: constant; for a cluster one barrier.
/// Memory: only the storage.
/// Throws: nothing.
template <unsigned Width, class Parent>
__device__ sub_warp<static_cast<int>(Width)> as_group(
    const cooperative_groups::thread_block_tile<Width, Parent>&) {
    static_assert(Width <= 32,
                  "impulse: a tile larger than a warp is not a group of this library; use a block");
    return {};
}

/// The group of a block; its storage is shared memory of the kernel.
template <class... Ts>
__device__ auto as_group(const cooperative_groups::thread_block&, block_storage<Ts...>& storage) {
    return block<block_storage<Ts...>>(storage);
}

#if defined(_CG_HAS_CLUSTER_GROUP)
/// The group of a cluster.
template <class... Ts>
__device__ auto as_group(const cooperative_groups::cluster_group&, cluster_storage<Ts...>& storage) {
    return cluster<cluster_storage<Ts...>>(storage);
}
#endif

}  // namespace impulse
