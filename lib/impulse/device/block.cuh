// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of the GPU and its warps.
#pragma once

#include <impulse/config.hpp>
#include <impulse/device/calls.cuh>
#include <impulse/operators.hpp>
#include <impulse/partial.hpp>

#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The calling thread's warp, of which all 32 lanes exist.
struct warp {
    __device__ static int rank() { return static_cast<int>(threadIdx.x & 31); }
    __device__ static constexpr int size() { return 32; }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    static constexpr bool has_redux = false;
#else
    static constexpr bool has_redux = true;
#endif

    /// The card reduces 32-bit integers of a warp in one instruction (redux), for what order does not matter to.
    template <class Acc, class Op>
    static constexpr bool has_hardware_reduce =
        has_redux&& std::is_integral_v<Acc> && sizeof(Acc) == 4 &&
        is_commutative_v<Op, Acc>&& detail::one_of<typename detail::canonical<Op>::type, plus, minimum,
                                                   maximum, bit_and, bit_or, bit_xor>;

    /// The join of all lanes' values, in every lane.
    template <class Op, class Acc>
    __device__ static Acc hardware_reduce(Acc mine) {
        using op = typename detail::canonical<Op>::type;
        constexpr unsigned all = 0xffffffffu;
        if constexpr (std::is_same_v<op, plus>) return __reduce_add_sync(all, mine);
        if constexpr (std::is_same_v<op, minimum>) return __reduce_min_sync(all, mine);
        if constexpr (std::is_same_v<op, maximum>) return __reduce_max_sync(all, mine);
        if constexpr (std::is_same_v<op, bit_and>) return __reduce_and_sync(all, static_cast<unsigned>(mine));
        if constexpr (std::is_same_v<op, bit_or>) return __reduce_or_sync(all, static_cast<unsigned>(mine));
        if constexpr (std::is_same_v<op, bit_xor>) return __reduce_xor_sync(all, static_cast<unsigned>(mine));
    }

    /// The value of the lane `distance` ranks above, whether or not it has one. Any trivially copyable type.
    template <class T>
    __device__ static partial<T> shuffle_down(const partial<T>& mine, int distance) {
        constexpr int words = (sizeof(T) + 3) / 4;
        unsigned word[words];
        word[words - 1] = 0;
        memcpy(word, &*mine, sizeof(T));
#pragma unroll
        for (int w = 0; w < words; ++w) word[w] = __shfl_down_sync(0xffffffffu, word[w], distance);
        alignas(T) unsigned char other[sizeof(T)];
        memcpy(other, word, sizeof(T));
        return partial<T>(*reinterpret_cast<const T*>(other));
    }
};

/// The calling thread's block, of a multiple of 32 threads. `buffers` are two times `buffer_bytes` of shared
/// memory, aligned to 16.
class block {
  public:
    static constexpr bool is_one_thread = false;
    static constexpr int warp_width = 32;

    __device__ block(unsigned char* buffers, int buffer_bytes) : buffer_(buffers), step_(buffer_bytes) {}

    __device__ static int rank() { return static_cast<int>(threadIdx.x); }
    __device__ static int size() { return static_cast<int>(blockDim.x); }
    __device__ static on_device::warp warp() { return {}; }
    __device__ static int warp_rank() { return static_cast<int>(threadIdx.x / 32); }
    __device__ static int warps() { return static_cast<int>(blockDim.x / 32); }
    __device__ static index_t grid_rank() { return blockIdx.x; }
    __device__ static index_t grid_size() { return gridDim.x; }
    __device__ static void sync() { __syncthreads(); }

    /// Room for one T a warp. The buffer of the call before last: a barrier lies between, so nobody reads it.
    template <class T>
    __device__ T* exchange() {
        T* const mine = reinterpret_cast<T*>(buffer_);
        buffer_ += step_;
        step_ = -step_;
        return mine;
    }

  private:
    unsigned char* buffer_;
    int step_;
};

/// The kernel of every policy: a body, called by every thread.
template <class Body>
__global__ void __launch_bounds__(1024) run_body(const __grid_constant__ Body body) {
    using exchanged = cell<typename Body::accumulator>;
    constexpr int bytes = (32 * sizeof(exchanged) + 15) / 16 * 16;
    __shared__ alignas(alignof(exchanged) > 16 ? alignof(exchanged) : 16) unsigned char buffers[2 * bytes];
    if (blockDim.x == 0) name_calls(body.reduction);  // never run, but checked
    block self(buffers, bytes);
    body(self);
}

}  // namespace impulse::inline IMPULSE_ABI::on_device
