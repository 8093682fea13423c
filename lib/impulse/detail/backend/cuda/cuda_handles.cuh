// SPDX-License-Identifier: Apache-2.0
/// \file
/// Owners of CUDA objects: pinned memory, and events in streams. Neither disturbs captures.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Host memory that every GPU can read and write.
class pinned_memory : detail::uncopied {
  public:
    pinned_memory(std::size_t bytes, const char* doing) : bytes_(bytes) {
        const uncaptured_scope allocating;
        allocating.require();
        detail::check_cuda(cudaHostAlloc(&data_, bytes, cudaHostAllocMapped | cudaHostAllocPortable), doing);
    }
    ~pinned_memory() {
        const uncaptured_scope freeing;
        detail::ignore(cudaFreeHost(data_));
    }

    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

    /// Its address for the current GPU.
    void* seen_by_gpu() const {
        void* seen = nullptr;
        detail::check_cuda(cudaHostGetDevicePointer(&seen, data_, 0), "mapping pinned memory for the GPU");
        return seen;
    }

  private:
    void* data_ = nullptr;
    std::size_t bytes_;
};

/// A point in a stream of the device that is current when the mark is made. Until it is recorded it counts as
/// reached.
class stream_mark : detail::uncopied {
  public:
    stream_mark() {
        detail::check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "making an event");
    }
    ~stream_mark() {
        const uncaptured_scope freeing;
        detail::ignore(cudaEventDestroy(event_));
    }

    void record(cudaStream_t stream) const {
        detail::check_cuda(cudaEventRecord(event_, stream), "recording an event");
    }
    /// Lets a stream wait until the mark is reached.
    void hold(cudaStream_t stream) const {
        detail::check_cuda(cudaStreamWaitEvent(stream, event_, 0), "waiting for an event");
    }
    bool is_reached() const {
        const uncaptured_scope asking;
        asking.require();
        const cudaError_t status = cudaEventQuery(event_);
        if (status == cudaErrorNotReady) {
            detail::ignore(status);
            return false;
        }
        detail::check_cuda(status, "asking for an event");
        return true;
    }
    /// Waits, in the calling thread, until the mark is reached.
    void wait() const {
        const uncaptured_scope waiting;
        waiting.require();
        detail::check_cuda(cudaEventSynchronize(event_), "waiting for a stream");
    }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace impulse::on_device
