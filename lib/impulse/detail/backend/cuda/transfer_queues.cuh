// SPDX-License-Identifier: Apache-2.0
/// \file
/// The transfer queues of a GPU: the stream of a place, and a second stream for copies.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(running.hpp)

#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/error.hpp>
#include <impulse/place.hpp>
#include <impulse/transfer_queues.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>

namespace impulse::inline IMPULSE_ABI {

template <>
struct transfer_queues<device_place> : detail::uncopied {
    static constexpr std::size_t chunk_bytes = std::size_t{8} << 20;

    explicit transfer_queues(device_place where) : work_(where.stream) {
        const on_device::device_scope scope(work_);
        detail::check_cuda(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking),
                           "making a stream of copies");
    }
    ~transfer_queues() {
        const on_device::uncaptured_scope freeing;
        detail::ignore(cudaStreamDestroy(copies_));
    }

    class memory : detail::uncopied {
      public:
        memory(const transfer_queues& on, std::size_t bytes) {
            const on_device::device_scope scope(on.work_);
            detail::check_cuda(cudaMalloc(&data_, bytes), "allocating a stream's buffer");
        }
        ~memory() {
            const on_device::uncaptured_scope freeing;
            detail::ignore(cudaFree(data_));
        }
        void* data() const { return data_; }

      private:
        void* data_ = nullptr;
    };

    class shared_memory : public on_device::pinned_memory {
      public:
        shared_memory(const transfer_queues& on, std::size_t bytes)
            : shared_memory(on_device::device_scope(on.work_), bytes) {}

      private:
        shared_memory(const on_device::device_scope&, std::size_t bytes)
            : pinned_memory(bytes, "allocating a stream's pinned memory") {}
    };

    class event : public on_device::stream_mark {
      public:
        explicit event(const transfer_queues& on) : event(on_device::device_scope(on.work_)) {}

      private:
        explicit event(const on_device::device_scope&) {}
    };

    memory_location where(const void* pointer) const {
        if (on_device::is_captured(work_))
            detail::bad_argument({"policy has a stream that is being captured; push cannot be captured"});
        cudaPointerAttributes is{};
        detail::check_cuda(cudaPointerGetAttributes(&is, pointer), "asking what memory an argument is");
        if (is.type == cudaMemoryTypeUnregistered) return memory_location::elsewhere;
        return is.type == cudaMemoryTypeHost ? memory_location::pinned : memory_location::in_place;
    }

    void copy(void* to, const void* from, std::size_t bytes) { transfer(to, from, bytes, copies_); }
    void move(void* to, const void* from, std::size_t bytes) { transfer(to, from, bytes, work_); }
    void work(const auto& f) { f(); }
    void copied(const event& e) { e.record(copies_); }
    void worked(const event& e) { e.record(work_); }
    void copies_wait(const event& e) { e.hold(copies_); }
    void work_waits(const event& e) { e.hold(work_); }
    void wait(const event& e) { e.wait(); }
    bool is_done(const event& e) { return e.is_reached(); }
    void finish() noexcept {
        const on_device::uncaptured_scope waiting;
        detail::ignore(cudaStreamSynchronize(copies_));
        detail::ignore(cudaStreamSynchronize(work_));
    }

  private:
    static void transfer(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
        const on_device::uncaptured_scope copying;
        copying.require();
        detail::check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream), "copying items");
    }

    cudaStream_t work_;
    cudaStream_t copies_ = nullptr;
};

}  // namespace impulse
