// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pinned memory that GPUs and the host share during a call.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/cuda_handles.cuh>

#include <cstddef>
#include <memory>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Pinned memory, and the point in a stream after which its last call no longer reads it. It is lent by
/// context, so that a call that does not wait for the GPU need not free memory that the GPU still reads.
struct pooled_pinned_buffer {
    explicit pooled_pinned_buffer(std::size_t bytes) : pinned(bytes, "allocating pinned memory for parts") {}

    static std::unique_ptr<pooled_pinned_buffer> borrow(unsigned long long context, std::size_t bytes) {
        const auto suits = [&](const pooled_pinned_buffer& each) {
            return each.pinned.bytes() >= bytes && each.read.is_reached();
        };
        return std::unique_ptr<pooled_pinned_buffer>(all().borrow(context, suits, bytes));
    }
    static void give_back(unsigned long long context, std::unique_ptr<pooled_pinned_buffer> used) noexcept {
        all().give_back(context, used.release());
    }
    void* data() const { return pinned.data(); }

    pinned_memory pinned;
    stream_mark read;
    pooled_pinned_buffer* next = nullptr;

  private:
    static lent_objects<pooled_pinned_buffer>& all() {
        return lent_objects<pooled_pinned_buffer>::instance();
    }
};

}  // namespace impulse::on_device
