// SPDX-License-Identifier: Apache-2.0
/// \file
/// A cluster of blocks, which can access each other's shared memory (compute capability 9.0 and above).
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(cluster.cuh)

#include <impulse/detail/backend/cuda/block.cuh>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>

#include <cooperative_groups.h>

namespace impulse::inline IMPULSE_ABI::on_device {

#if defined(_CG_HAS_CLUSTER_GROUP)

/// Shared memory through which the blocks of a cluster exchange values of the types `Ts`. Declare one for
/// each `cluster` object in every block, as `__shared__`.
template <class... Ts>
struct cluster_storage : exchange_storage<16, Ts...> {
    /// The most blocks of a cluster; more than 8 need an attribute of the kernel.
    static constexpr int max_blocks = 16;
    using block_type = block_storage<Ts...>;

    block_type block;
};

/// The calling thread's cluster; its blocks exchange values through `Storage`, a `cluster_storage`. All
/// threads of all its blocks make it together, and all of them call its operations in the same order. It
/// cannot be copied.
///
/// Requires: a launch in clusters of at most 16 blocks, on a GPU of compute capability 9.0 or above.
/// Complexity: a barrier of the cluster.
/// Otherwise the same as `block`.
template <class Storage>
class cluster {
  public:
    static constexpr bool is_on_device = true;

    __device__ explicit cluster(Storage& storage) : block_(storage.block), buffer_(storage.buffers) {
        sync();  // a block can receive values only after it has started
    }
    cluster(const cluster&) = delete;
    cluster& operator=(const cluster&) = delete;

    using block_type = on_device::block<typename Storage::block_type>;
    __device__ block_type& block() { return block_; }
    __device__ static int block_rank() { return static_cast<int>(all().block_rank()); }
    __device__ static int blocks() { return static_cast<int>(all().num_blocks()); }
    __device__ static int rank() { return static_cast<int>(all().thread_rank()); }
    __device__ static int size() { return static_cast<int>(all().num_threads()); }
    __device__ static void sync() { all().sync(); }

    /// Space in this block for `Count` values: the buffer of the call before the last.
    template <class Type, int Count = Storage::max_blocks>
    __device__ Type* exchange() {
        static_assert(Count * sizeof(Type) <= Storage::buffer_bytes && alignof(Type) <= Storage::alignment,
                      "impulse: the cluster_storage was not made for values of this type; name it there");
        Type* const mine = reinterpret_cast<Type*>(buffer_);
        buffer_ += step_;
        step_ = -step_;
        return mine;
    }
    /// The same space in another block.
    template <class Type>
    __device__ static Type* in_block(int other, Type* mine) {
        return all().map_shared_rank(mine, static_cast<unsigned>(other));
    }

  private:
    __device__ static cooperative_groups::cluster_group all() { return cooperative_groups::this_cluster(); }

    block_type block_;
    unsigned char* buffer_;
    int step_ = static_cast<int>(Storage::buffer_bytes);
};

template <class Storage>
cluster(Storage&) -> cluster<Storage>;

#endif  // the card has clusters

}  // namespace impulse::on_device
