// SPDX-License-Identifier: Apache-2.0
/// \file
/// A cluster of blocks, which reach each other's shared memory (compute capability 9.0 and above).
#pragma once

#include <impulse/config.hpp>
#include <impulse/device/block.cuh>
#include <impulse/partial.hpp>

#include <cooperative_groups.h>

#include <algorithm>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Shared memory through which the blocks of a cluster exchange values of the types `Ts`; to be declared
/// `__shared__`, in every block, one for each `cluster`.
template <class... Ts>
struct cluster_storage {
    /// The most blocks that a cluster can have, with the attribute that allows more than 8.
    static constexpr int max_blocks = 16;
    /// Room for one value a block; there are two such buffers.
    static constexpr int buffer_bytes =
        (std::max({sizeof(index_t), max_blocks * sizeof(cell<Ts>)...}) + 15) / 16 * 16;

    block_storage<Ts...> block;
    alignas(std::max({std::size_t{16}, alignof(cell<Ts>)...})) unsigned char buffers[2 * buffer_bytes];
};

/// The calling thread's cluster. All threads of all its blocks make it together, and all of them call what it does
/// together, in the same order.
template <int BlockBytes, int BufferBytes>
class cluster {
  public:
    static constexpr bool is_on_device = true;

    template <class... Ts>
    __device__ explicit cluster(cluster_storage<Ts...>& storage)
        : block_(storage.block), buffer_(storage.buffers) {
        // A block may be sent values before it has begun.
        sync();
    }

    __device__ on_device::block<BlockBytes>& block() { return block_; }
    __device__ static int block_rank() { return static_cast<int>(all().block_rank()); }
    __device__ static int blocks() { return static_cast<int>(all().num_blocks()); }
    __device__ static int rank() { return static_cast<int>(all().thread_rank()); }
    __device__ static int size() { return static_cast<int>(all().num_threads()); }
    __device__ static void sync() { all().sync(); }

    /// Room in this block for one value a block, of the buffer of the call before last.
    template <class T>
    __device__ T* exchange() {
        static_assert(cluster_storage<>::max_blocks * sizeof(T) <= BufferBytes,
                      "impulse: the cluster_storage was not made for values of this type; name it there");
        T* const mine = reinterpret_cast<T*>(buffer_);
        buffer_ += step_;
        step_ = -step_;
        return mine;
    }
    /// The same room in another block.
    template <class T>
    __device__ static T* in_block(int other, T* mine) {
        return all().map_shared_rank(mine, static_cast<unsigned>(other));
    }

  private:
    __device__ static cooperative_groups::cluster_group all() { return cooperative_groups::this_cluster(); }

    on_device::block<BlockBytes> block_;
    unsigned char* buffer_;
    int step_ = BufferBytes;
};

template <class... Ts>
cluster(cluster_storage<Ts...>&)
    -> cluster<block_storage<Ts...>::buffer_bytes, cluster_storage<Ts...>::buffer_bytes>;

}  // namespace impulse::inline IMPULSE_ABI::on_device
