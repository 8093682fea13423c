// SPDX-License-Identifier: Apache-2.0
/// \file
/// The device: a grid of blocks on a CUDA stream.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/kernel.cuh>
#include <impulse/detail/backend/cuda/memory.cuh>
#include <impulse/detail/backend/cuda/pointer_checks.cuh>
#include <impulse/detail/backend/cuda/side_stream.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/plan/device_capacity.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <cuda_runtime.h>

#include <ctime>

namespace impulse::inline IMPULSE_ABI {

namespace on_device {

IMPULSE_REFUSAL(value_is_not_trivial,
                "impulse: on a GPU the accumulator and the result must be trivially copyable (threads "
                "exchange their bytes), or declared so (impulse::copies_as_bytes); this type is "
                "not");
IMPULSE_REFUSAL(value_is_too_large,
                "impulse: on a GPU the accumulator and the result may have at most 256 bytes; this type is "
                "larger");

}  // namespace on_device

template <>
struct runtime<device_place> {
    runtime(device_place where, const auto& memory)
        : stream_(where.stream), scope_(where.stream), memory_(on_device::scratch_source::of(memory)) {}

    template <class Acc, class Result>
    static consteval auto type_checks() {
        if constexpr (!copies_as_bytes_v<Acc> || !copies_as_bytes_v<Result>)
            return detail::refusal<on_device::value_is_not_trivial>{};
        else if constexpr (sizeof(Acc) > on_device::max_value_bytes ||
                           sizeof(Result) > on_device::max_value_bytes)
            return detail::refusal<on_device::value_is_too_large>{};
    }

    on_device::capacity_of_card capacity() const {
        return {on_device::capacity_of({.compute_capability = scope_.compute_capability(),
                                        .multiprocessors = scope_.multiprocessors(),
                                        .shared_bytes = scope_.shared_bytes()},
                                       {__CUDA_ARCH_LIST__})};
    }

    auto visitor() const {
        return [device = scope_.device()](const void* memory, const char* argument) {
            on_device::require_device_reach(memory, device, argument);
        };
    }

    template <class Acc>
    class scratch_memory : detail::uncopied {
      public:
        scratch_memory(runtime& at, const scratch_plan& p)
            : at_(at), bytes_(p.bytes), partials_(p.partials), subtrees_(p.listed), tiles_(p.tiles) {
            if (bytes_ > 0) data_ = at.memory_.take(bytes_, at.scope_, at.stream_);
        }
        ~scratch_memory() {
            if (bytes_ > 0) at_.memory_.give_back(data_, bytes_, at_.stream_);
        }

        counters* shared() const { return static_cast<counters*>(data_); }
        flagged_value<Acc>* partials() const {
            return bytes_ == 0 ? nullptr
                               : reinterpret_cast<flagged_value<Acc>*>(static_cast<char*>(data_) +
                                                                       detail::scratch_alignment);
        }
        detail::listed_subtree* list() const {
            return reinterpret_cast<detail::listed_subtree*>(partials() + partials_);
        }
        detail::run_ends* tiles() const { return reinterpret_cast<detail::run_ends*>(list() + subtrees_); }
        std::uint32_t* runs() const { return reinterpret_cast<std::uint32_t*>(tiles() + tiles_); }

      private:
        runtime& at_;
        std::size_t bytes_;
        index_t partials_;
        index_t subtrees_;
        index_t tiles_;
        void* data_ = nullptr;
    };

    template <class Acc>
    scratch_memory<Acc> scratch(const scratch_plan& p) {
        return scratch_memory<Acc>(*this, p);
    }

    void launch(const auto& body, index_t blocks, int threads) {
        detail::check_cuda(start(body, blocks, threads), "launching a reduction");
    }
    /// Launches the grid as one cluster. If there is no space for it, as on a small part of a card, returns
    /// false and launches nothing.
    bool launch_cluster(const auto& body, index_t blocks, int threads) {
        cudaLaunchAttribute cluster{};
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
        const cudaError_t launched = start(body, blocks, threads, cluster);
        if (launched == cudaErrorInvalidClusterSize || launched == cudaErrorInvalidConfiguration ||
            launched == cudaErrorLaunchOutOfResources) {
            detail::ignore(cudaGetLastError());
            return false;
        }
        detail::check_cuda(launched, "launching a reduction");
        return true;
    }

    /// Runs a call with a return value, through a slot: the GPU writes the result to pinned memory, and the
    /// slot has scratch memory unless the caller gave some. Waits for the stream.
    template <class Result, class Run>
    Result value(const Run& run) {
        return value<Result>(run, [&] { synchronize(); });
    }
    /// The same, but wait() waits for the work that `run` started.
    template <class Result, class Run, class Wait>
    Result value(const Run& run, const Wait& wait) {
        auto slot = borrow_slot();
        take_scratch_of(slot.get());
        run(static_cast<Result*>(slot->result_on_gpu));
        wait();
        slot.done();
        return Result(*static_cast<Result*>(slot->result));
    }
    /// The same for launches that read no memory of the caller after they have written the value. The host
    /// polls the value instead of waiting for the stream, which would take longer.
    template <class Result, class Run>
    Result posted_value(const Run& run) {
        using flagged_type = flagged_value<Result>;
        static_assert(sizeof(flagged_type) <= on_device::flagged_bytes);
        auto slot = borrow_slot();
        take_scratch_of(slot.get());
        run(detail::result_target<Result>{static_cast<flagged_type*>(slot->flagged_on_gpu), nullptr});
        auto& flagged = *static_cast<flagged_type*>(slot->flagged);
        typename flagged_type::poll seen;
        if (!slot.ends() || !watch(flagged, seen)) {
            slot->state = on_device::slot_state::written;  // if this throws, the value may still be written
            synchronize();
            slot.done();
            seen.at(flagged);
            detail::check_cuda(seen.has_all() ? cudaSuccess : cudaErrorUnknown,
                               "looking for a reduction's value");
        }
        const uninitialized<Result> value = seen.take(flagged);
        if (slot->state == on_device::slot_state::written) slot.done();
        return Result(*value);
    }
    /// For a call with a return value whose launches may never end: it does not wait for them, and the slot
    /// is lost.
    void abandon() { leave(on_device::slot_state::lost); }
    /// For a call with a return value that failed after its launches ended.
    void mark_spent() { leave(on_device::slot_state::spent); }

    /// Lends memory to the launches that have no other memory, until the end of this object.
    void lend(void* memory, std::size_t bytes) { memory_.lend(memory, bytes); }
    bool has_slot() const { return lent_ != nullptr; }

    const on_device::device_scope& scope() const { return scope_; }
    /// Throws if the stream is being captured, because the call would wait for it.
    void require_uncaptured() const {
        if (scope_.captured())
            detail::bad_argument(
                {"policy has a stream that is being captured, but this call would wait for its "
                 "result; use an _into form, without .checked()"});
    }

    /// This place and another place with a second stream.
    using with_side = on_device::with_side_stream<runtime>;

  private:
    friend with_side;

    template <class Body, class... Attributes>
    cudaError_t start(const Body& body, index_t blocks, int threads, const Attributes&... attributes) {
        cudaLaunchAttribute all[] = {attributes..., on_device::may_start_early()};
        const auto kernel = reinterpret_cast<const void*>(on_device::run_body<Body>);
        cudaLaunchConfig_t config{};
        config.attrs = all;
        config.numAttrs =
            static_cast<unsigned>(sizeof...(Attributes)) + (on_device::waits_by_itself(kernel) ? 1u : 0u);
        config.gridDim = dim3(static_cast<unsigned>(blocks));
        config.blockDim = dim3(static_cast<unsigned>(threads));
        config.stream = stream_;
        [[maybe_unused]] const auto ask = [&](cudaFuncAttribute attribute, int value) {
            detail::check_cuda(cudaFuncSetAttribute(on_device::run_body<Body>, attribute, value),
                               "asking for shared memory");
        };
        if constexpr (constexpr int warp_smem = block_needs<Body, 32>::warp_smem_bytes; warp_smem > 0) {
            if (runtime::needs_smem(body)) {
                // Always the same value, because the limit belongs to the kernel, which other threads may
                // also launch.
                const int most = (std::min)(on_device::max_threads_of<Body> / 32 * warp_smem,
                                            scope_.shared_bytes() - on_device::exchanged_bytes<Body>);
                ask(cudaFuncAttributeMaxDynamicSharedMemorySize, most);
                config.dynamicSmemBytes = static_cast<unsigned>(threads / 32 * warp_smem);
            }
        }
        if constexpr (constexpr int block_smem = block_needs<Body, 32>::block_smem_bytes; block_smem > 0) {
            ask(cudaFuncAttributeMaxDynamicSharedMemorySize, block_smem);
            // As many blocks as can be resident.
            ask(cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
            config.dynamicSmemBytes = static_cast<unsigned>(block_smem);
        }
        // Passed by address, because a copy would copy the caller's operator, which may throw.
        void* parameters[] = {const_cast<Body*>(__builtin_addressof(body))};
        const cudaError_t launched = cudaLaunchKernelExC(&config, kernel, parameters);
        if (launched == cudaSuccess && lent_) lent_->state = on_device::slot_state::written;
        return launched;
    }

    /// Whether the warps of this launch use their shared memory. Without it a multiprocessor has more L1.
    static bool needs_smem(const auto& body) {
        if constexpr (requires { body.todo.needs_smem(); })
            return body.todo.needs_smem();
        else
            return true;
    }

    void synchronize() const {
        detail::check_cuda(cudaStreamSynchronize(stream_), "waiting for a reduction");
    }
    on_device::borrowed_slot borrow_slot() {
        require_uncaptured();
        return on_device::borrowed_slot(on_device::current_context(scope_.device()), stream_);
    }
    void take_scratch_of(on_device::slot* lent) {
        lent_ = lent;
        memory_.borrow(lent_);
    }
    /// Polls for as long as a short call takes.
    static bool watch(auto& flagged, auto& seen) {
        const auto now = [] {
            timespec time{};
            ::clock_gettime(CLOCK_MONOTONIC, &time);
            return time.tv_sec * 1'000'000'000ll + time.tv_nsec;
        };
        const long long end = now() + 50'000;
        do seen.at(flagged);
        while (!seen.has_all() && now() < end);
        return seen.has_all();
    }
    void leave(on_device::slot_state state) {
        if (lent_ && lent_->state == on_device::slot_state::written) lent_->state = state;
    }

    cudaStream_t stream_;
    on_device::device_scope scope_;
    on_device::scratch_source memory_;
    on_device::slot* lent_ = nullptr;  ///< of a call that returns a value
};

}  // namespace impulse
