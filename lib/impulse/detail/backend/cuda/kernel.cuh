// SPDX-License-Identifier: Apache-2.0
/// \file
/// The kernel of every policy. It uses programmatic dependent launch: it starts while the previous launch
/// ends, and itself waits for that end.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/block.cuh>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/single_tile.hpp>
#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/device_capacity.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime.h>

#include <initializer_list>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The first call in a kernel. It waits until the previous work of the stream is done and its stores are
/// visible.
__device__ inline void wait_for_launch_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// Whether a kernel itself waits, in the code that the current GPU runs. A program that was also compiled for
/// older generations may run their code on a newer GPU, so in that case it asks the driver.
inline bool waits_by_itself(const void* kernel) {
    constexpr auto all_from = [](int first, bool all) {
        for (const int compiled : {__CUDA_ARCH_LIST__})
            if ((compiled >= first) != all) return !all;
        return all;
    };
    if constexpr (all_from(900, true)) return true;     // all architectures of the list wait
    if constexpr (!all_from(900, false)) return false;  // none waits
    cudaFuncAttributes compiled{};
    if (cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess) return compiled.ptxVersion >= 90;
    detail::ignore(cudaGetLastError());  // the launch reports what is wrong with the kernel
    return false;
}

/// The attribute of a launch whose kernel itself waits.
inline cudaLaunchAttribute may_start_early() {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    return attribute;
}

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

/// Never run. It calls the callers' functions in device code, where nvcc checks that a GPU can make the
/// calls. Values of the types are read from `any`.
template <class acc, class item, class op_type>
__device__ void check_operator(op_type op, const void* any) {
    const acc& some = *reinterpret_cast<const acc*>(any);
    const item& one = *reinterpret_cast<const item*>(any);
    if constexpr (!std::is_trivially_copyable_v<acc>) static_cast<void>(acc(some));
    if constexpr (!std::is_trivially_copyable_v<item>) static_cast<void>(item(one));
    if constexpr (requires { op.check_device_each(0, some); }) {  // together
        op.check_device_each(
            [&](const auto& each_acc, const auto& each_op) {
                on_device::check_operator<std::decay_t<decltype(each_acc)>, item>(each_op, any);
            },
            some);
    } else {
        detail::check_device_join(op, some);
    }
    if constexpr (detail::lifts<op_type, item>) static_cast<void>(op.lift(one));
    if constexpr (detail::takes_packs<acc, op_type, item>) {
        using pack_type = pack<item, detail::leaf_length<acc, op_type, item>()>;
        static_cast<void>(op.lift(*reinterpret_cast<const pack_type*>(any)));
    }
    if constexpr (detail::accumulates_in_place<op_type, acc, item>) {
        acc taking = some;
        op.accumulate(taking, one);
    } else if constexpr (detail::accumulates_by_value<op_type, acc, item>) {
        static_cast<void>(op.accumulate(acc(some), one));
    }
    if constexpr (detail::finalizes_counted<op_type, acc>)
        static_cast<void>(op.finalize(acc(some), index_t{0}));
    else if constexpr (detail::finalizes_value<op_type, acc>)
        static_cast<void>(op.finalize(acc(some)));
}
template <class acc, class item, class Op, class Acc, class Init, class Item>
__device__ void check_operator(const detail::masked_operator<Op, Acc, Init, Item>& op, const void* any) {
    on_device::check_operator<Acc, Item>(op.op, any);
}
template <class Problem>
__device__ void check_device_callable(const Problem& problem) {
    on_device::check_operator<typename Problem::accumulator, typename Problem::source_type::item_type>(
        problem.op, &problem);
    problem.source.check_device_callable(&problem);
}

/// The most threads of a block; half as many for wide items, so that each thread may have 255 registers.
template <class Body>
inline constexpr int max_threads_of =
    block_needs<Body, 32>::max_threads > 0       ? block_needs<Body, 32>::max_threads
    : block_needs<Body, 32>::needs_255_registers ? max_threads / 2
                                                 : max_threads;

/// Whether a body may run in a grid that is one cluster.
template <class Body>
inline constexpr bool may_be_clustered = requires {
    requires Body::takes_single_tile;
};

/// The shared memory through which the threads of a body's block exchange values.
template <class Body>
using exchange_of = exchange_storage<32 * block_needs<Body, 32>::exchanged, typename Body::accumulator>;
/// The same, with the counter for the words that the blocks of a cluster send.
template <class Body>
struct clustered_storage : exchange_of<Body> {
    alignas(16) unsigned char arrivals[detail::arrival_bytes<typename Body::accumulator>];
};
template <class Body>
using storage_of = std::conditional_t<may_be_clustered<Body>, clustered_storage<Body>, exchange_of<Body>>;
template <class Body>
inline constexpr int exchanged_bytes = static_cast<int>(sizeof(storage_of<Body>));

template <class Body, int WarpSmemBytes = block_needs<Body, 32>::warp_smem_bytes>
using block_of = std::conditional_t<may_be_clustered<Body>, clustered_block<storage_of<Body>, WarpSmemBytes>,
                                    block<storage_of<Body>, true, WarpSmemBytes>>;

/// The least number of threads that can be resident on a multiprocessor of these architectures.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr int threads_of_multiprocessor = 1024;
#else
inline constexpr int threads_of_multiprocessor = 1536;
#endif
/// The number of blocks that should be resident, limited by the threads of a multiprocessor.
template <class Body>
inline constexpr int resident_blocks_of = (std::min)(block_needs<Body, 32>::resident_blocks,
                                                     threads_of_multiprocessor / max_threads_of<Body>);

/// A body, called by every thread of a block of whole warps.
template <class Body>
__global__ void __launch_bounds__(max_threads_of<Body>, resident_blocks_of<Body>)
    run_body(const __grid_constant__ Body body) {
    __shared__ storage_of<Body> shared;
    on_device::wait_for_launch_before();
    if (blockDim.x == 0) {
        if constexpr (requires { body.problem(); }) on_device::check_device_callable(body.problem());
        if constexpr (requires { body.check_device_callable(&body); }) body.check_device_callable(&body);
    }
    block_of<Body> self(shared);
    body(self);
}

}  // namespace impulse::on_device
