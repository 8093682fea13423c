// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pinned memory that GPUs and the host share during a call.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/error.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Pinned memory, and the point in a stream after which its last call no longer reads it.
struct pooled_pinned_buffer {
    explicit pooled_pinned_buffer(std::size_t bytes) : pinned(bytes, "allocating pinned memory for parts") {}

    void* data() const { return pinned.data(); }

    pinned_memory pinned;
    stream_mark read;
};

/// Free pinned buffers, by context, so that a call that does not wait for the GPU need not free memory that
/// the GPU still reads. The pool is never destroyed, because at the end of the process the driver may already
/// be gone.
class pinned_buffer_pool {
  public:
    static pinned_buffer_pool& instance() {
        static auto* const list = new pinned_buffer_pool;
        return *list;
    }
    std::unique_ptr<pooled_pinned_buffer> borrow(unsigned long long context, std::size_t bytes) {
        {
            const std::lock_guard lock(mutex_);
            auto& list = free_[context];
            for (auto& each : list) {
                if (each->pinned.bytes() < bytes || !each->read.is_reached()) continue;
                auto taken = std::move(each);
                each = std::move(list.back());
                list.pop_back();
                return taken;
            }
        }
        return std::make_unique<pooled_pinned_buffer>(bytes);
    }
    void give_back(unsigned long long context, std::unique_ptr<pooled_pinned_buffer> used) noexcept try {
        const std::lock_guard lock(mutex_);
        free_[context].push_back(std::move(used));
    } catch (const std::bad_alloc&) {
        // Then the memory is freed.
    }

  private:
    std::mutex mutex_;
    std::map<unsigned long long, std::vector<std::unique_ptr<pooled_pinned_buffer>>> free_;
};

}  // namespace impulse::on_device
