// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of whole warps of a grid that may be one cluster.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/block.cuh>
#include <impulse/detail/plan/device_capacity.hpp>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The blocks of a cluster send words to the first block, which counts bytes (PTX ISA: st.async, mbarrier).
template <class Storage, int WarpSmemBytes>
class clustered_block : public block<Storage, true, WarpSmemBytes> {
    using base = block<Storage, true, WarpSmemBytes>;

  public:
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
    static constexpr int max_clustered = 1;
#else
    static constexpr int max_clustered = blocks_of_cluster;
#endif

    __device__ explicit clustered_block(Storage& storage)
        : base(storage), arrivals_(shared_address(storage.arrivals)) {}

    /// For a grid that is one cluster: prepares the first block to receive `bytes` bytes from the others,
    /// whose arrival the hardware counts. With stores and a barrier each thread would wait for its own
    /// stores.
    __device__ void cluster_begin(int bytes) const {
        if (base::grid_rank() == 0 && base::rank() == 0) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(arrivals_) : "memory");
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(arrivals_), "r"(bytes)
                         : "memory");
        }
        __syncwarp();
        __cluster_barrier_arrive_relaxed();
    }
    /// A whole warp calls it. It waits until all threads of the cluster have started.
    __device__ static void cluster_wait() {
        __syncwarp();
        __cluster_barrier_wait();
    }
    /// Sends words to the first block, to the address that `to` has in this block.
    template <class Words>
    __device__ void send_to_first(Words* to, const Words& words) const {
        const unsigned remote = in_first(shared_address(to));
        const unsigned counted = in_first(arrivals_);
#pragma unroll
        for (unsigned w = 0; w < sizeof(words.word) / 4; ++w) {
            const unsigned place = remote + 4 * w;
            asm volatile(
                "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(place),
                "r"(words.word[w]), "r"(counted)
                : "memory");
        }
    }
    /// Waits until the first block has received everything. The threads that read it, those of the first
    /// warp, call it.
    __device__ void receive() const {
        unsigned done = 0;
        while (done == 0)
            asm volatile(
                "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; "
                "selp.u32 %0, 1, 0, p; }"
                : "=r"(done)
                : "r"(arrivals_)
                : "memory");
    }

  private:
    __device__ static unsigned shared_address(const void* p) {
        return static_cast<unsigned>(__cvta_generic_to_shared(p));
    }
    __device__ static unsigned in_first(unsigned mine) {
        unsigned remote;
        asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(remote) : "r"(mine));
        return remote;
    }

    unsigned arrivals_;
};

}  // namespace impulse::on_device
