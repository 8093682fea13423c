// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of the GPU.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(groups.cuh)

#include <impulse/detail/arch/warp.cuh>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>

namespace impulse::inline IMPULSE_ABI::on_device {

constexpr std::size_t round_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

/// Two buffers for `Count` values of the largest type.
template <int Count, class... Ts>
struct exchange_storage {
    static constexpr std::size_t alignment = detail::greatest(std::size_t{16}, alignof(uninitialized<Ts>)...);
    static constexpr std::size_t buffer_bytes =
        round_up(detail::greatest(sizeof(index_t), Count * sizeof(uninitialized<Ts>)...), alignment);

    alignas(alignment) unsigned char buffers[2 * buffer_bytes];
};

/// Shared memory through which the threads of a block exchange values of the types `Ts` (and positions), one
/// value for each warp. Declare one for each `block` object, as `__shared__`. It has 64 times the size of the
/// largest type.
template <class... Ts>
struct block_storage : exchange_storage<32, Ts...> {};

/// The calling thread's block; its threads exchange values through `Storage`, a `block_storage`. `WholeWarps`
/// promises that the block and the grid are one-dimensional and that the number of threads is a multiple of
/// 32; without it, the block may have 1 to 1024 threads in any dimensions. Each warp has its own
/// `WarpSmemBytes` bytes of dynamic shared memory.
///
/// Its state is in each thread's registers, so a kernel uses one object, which cannot be copied. All threads
/// make it together, and all of them call the block's operations in the same order.
///
/// Requires: a storage in shared memory for each block object; the storage names all types that are
/// exchanged.
/// Complexity: constant.
/// Memory: a pointer and two numbers in each thread, and the storage.
/// Throws: nothing.
template <class Storage, bool WholeWarps = false, int WarpSmemBytes = 0>
class block {
  public:
    static constexpr bool is_on_device = true;
    static constexpr bool is_one_thread = false;
    static constexpr bool whole_warps = WholeWarps;
    static constexpr int warp_width = 32;
    static constexpr int max_clustered = 1;

    __device__ explicit block(Storage& storage)
        : buffer_(storage.buffers),
          warp_rank_(static_cast<int>(static_cast<unsigned>(rank()) / 32)) {  // unsigned: a shift
        // Tells the compiler that all lanes have the same rank. Otherwise, before each exchange in a branch
        // on the rank, it tests which lanes are active.
        if constexpr (WholeWarps) warp_rank_ = __shfl_sync(~0u, warp_rank_, 0);
    }
    block(const block&) = delete;
    block& operator=(const block&) = delete;

    /// The thread's rank in its block; in several dimensions x is the fastest.
    __device__ static int rank() {
        if constexpr (WholeWarps)
            return static_cast<int>(threadIdx.x);
        else
            return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
    }
    __device__ static int size() {
        if constexpr (WholeWarps)
            return static_cast<int>(blockDim.x);
        else
            return static_cast<int>(blockDim.x * blockDim.y * blockDim.z);
    }

    /// The thread's warp; the last warp of a block may have fewer than 32 lanes.
    __device__ auto warp() const {
        if constexpr (WholeWarps) {
            return on_device::warp(static_cast<int>(threadIdx.x % 32));
        } else {
            const int remaining = size() - warp_rank() * warp_width;
            return partial_warp(remaining < warp_width ? remaining : warp_width,
                                static_cast<int>(static_cast<unsigned>(rank()) % 32));
        }
    }
    /// The same for a warp that has all 32 lanes.
    __device__ static auto whole_warp() {
        return on_device::warp(static_cast<int>(static_cast<unsigned>(rank()) % 32));
    }
    __device__ int warp_rank() const { return warp_rank_; }
    __device__ static int warps() {
        return static_cast<int>((static_cast<unsigned>(size()) + (WholeWarps ? 0 : 31)) / 32);
    }

    /// The block's rank in its grid; x is the fastest.
    __device__ static index_t grid_rank() {
        if constexpr (WholeWarps)
            return blockIdx.x;
        else
            return blockIdx.x + index_t{gridDim.x} * (blockIdx.y + index_t{gridDim.y} * blockIdx.z);
    }
    __device__ static index_t grid_size() {
        return WholeWarps ? index_t{gridDim.x} : index_t{gridDim.x} * gridDim.y * gridDim.z;
    }

    __device__ static void sync() { __syncthreads(); }
    __device__ static void pause() {}

    /// Space for `Count` values: the buffer of the call before the last. There was a barrier since then, so
    /// no thread still reads it.
    template <class Type, int Count = 32>
    __device__ Type* exchange() {
        static_assert(Count * sizeof(Type) <= Storage::buffer_bytes && alignof(Type) <= Storage::alignment,
                      "impulse: the block_storage was not made for values of this type; name it there");
        Type* const mine = reinterpret_cast<Type*>(buffer_);
        buffer_ += step_;
        step_ = -step_;
        return mine;
    }

    /// Shared memory of the calling thread's warp.
    __device__ unsigned char* warp_smem() const requires(WarpSmemBytes > 0) {
        extern __shared__ uint4 all_warp_smem[];
        return reinterpret_cast<unsigned char*>(all_warp_smem) + warp_rank() * WarpSmemBytes;
    }

    /// Shared memory of the block.
    __device__ static unsigned char* block_smem() {
        extern __shared__ uint4 all_warp_smem[];
        return reinterpret_cast<unsigned char*>(all_warp_smem);
    }

  private:
    unsigned char* buffer_;
    int warp_rank_;
    int step_ = static_cast<int>(Storage::buffer_bytes);
};

template <class Storage>
block(Storage&) -> block<Storage>;

}  // namespace impulse::on_device
