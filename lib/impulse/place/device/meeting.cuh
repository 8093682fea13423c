// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pinned memory that GPUs and the host share in a call, and the point in a stream after which nobody reads it.
#pragma once

#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/place/device/context.cuh>
#include <impulse/place/device/stream.cuh>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// A point in a stream of the current device.
class stream_mark {
  public:
    stream_mark() {
        detail::check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "making an event");
    }
    ~stream_mark() {
        const uncaptured_scope freeing;
        detail::ignore(cudaEventDestroy(event_));
    }
    stream_mark(const stream_mark&) = delete;
    stream_mark& operator=(const stream_mark&) = delete;

    void record(cudaStream_t stream) {
        detail::check_cuda(cudaEventRecord(event_, stream), "recording an event");
    }
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

  private:
    cudaEvent_t event_ = nullptr;
};

/// Pinned memory that every GPU writes and reads.
struct meeting_memory {
    explicit meeting_memory(std::size_t size) : bytes(size) {
        detail::check_cuda(cudaHostAlloc(&data, size, cudaHostAllocMapped | cudaHostAllocPortable),
                           "allocating pinned memory for parts");
    }
    ~meeting_memory() {
        const uncaptured_scope freeing;
        detail::ignore(cudaFreeHost(data));
    }
    meeting_memory(const meeting_memory&) = delete;
    meeting_memory& operator=(const meeting_memory&) = delete;

    std::size_t bytes;
    void* data = nullptr;
    stream_mark read;  ///< by the call that had it last
};

/// Such memory that is not in use, by the context in which calls meet: so that one that does not wait for the GPU need not free what the
/// GPU is still to read. Lives as long as the process: at its end the driver may be gone already.
class meeting_list {
  public:
    static meeting_list& instance() {
        static auto* const list = new meeting_list;
        return *list;
    }
    std::unique_ptr<meeting_memory> borrow(unsigned long long context, std::size_t bytes) {
        {
            const std::lock_guard lock(mutex_);
            auto& list = free_[context];
            for (auto& each : list) {
                if (each->bytes < bytes || !each->read.is_reached()) continue;
                auto taken = std::move(each);
                each = std::move(list.back());
                list.pop_back();
                return taken;
            }
        }
        const uncaptured_scope allocating;
        allocating.require();
        return std::make_unique<meeting_memory>(bytes);
    }
    void give_back(unsigned long long context, std::unique_ptr<meeting_memory> used) noexcept try {
        const std::lock_guard lock(mutex_);
        free_[context].push_back(std::move(used));
    } catch (const std::bad_alloc&) {
        // It is freed instead of kept.
    }

  private:
    std::mutex mutex_;
    std::map<unsigned long long, std::vector<std::unique_ptr<meeting_memory>>> free_;
};

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
