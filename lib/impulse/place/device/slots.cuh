// SPDX-License-Identifier: Apache-2.0
/// \file
/// Slots: what a call that returns a value borrows, so that it allocates nothing once a slot exists.
#pragma once

#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/place/device/each_context.cuh>
#include <impulse/place/device/pool.cuh>
#include <impulse/place/device/stream.cuh>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// The largest value type and result type on a GPU.
inline constexpr std::size_t max_value_bytes = 256;
inline constexpr std::size_t result_bytes = 128 * max_value_bytes;  // a forest of the largest

/// Scratch memory of one context, and a result that the GPU writes and the host reads.
struct slot {
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    void* result = nullptr;         ///< pinned host memory
    void* result_device = nullptr;  ///< the same memory as the GPU sees it
    bool in_use = false;            ///< a launch may write to it, or it may not be zero
    bool is_lost = false;           ///< to a launch that may never end
    slot* next = nullptr;           ///< of the free ones of its context

    slot() {
        const uncaptured_scope allocating;
        allocating.require();
        detail::check_cuda(cudaHostAlloc(&result, result_bytes, cudaHostAllocMapped | cudaHostAllocPortable),
                           "allocating a result in pinned memory");
        const cudaError_t mapped = cudaHostGetDevicePointer(&result_device, result, 0);
        if (mapped != cudaSuccess) detail::ignore(cudaFreeHost(result));
        detail::check_cuda(mapped, "mapping a result for the GPU");
    }
    ~slot() {
        const uncaptured_scope freeing;
        detail::ignore(cudaFree(scratch));
        detail::ignore(cudaFreeHost(result));
    }
    slot(const slot&) = delete;
    slot& operator=(const slot&) = delete;

    /// At least `bytes` of scratch, zeroed in the order of `stream` when new. From the pool, because cudaMalloc and
    /// cudaFree would disturb a capture that another thread is at.
    void* reserve(std::size_t bytes, cudaStream_t stream) {
        in_use = true;
        if (bytes <= scratch_bytes) return scratch;
        auto& pool = pool_resource::instance();
        void* const larger = pool.allocate(bytes, stream);
        const cudaError_t zeroed = cudaMemsetAsync(larger, 0, bytes, stream);
        if (zeroed != cudaSuccess) pool.deallocate(larger, bytes, stream);
        detail::check_cuda(zeroed, "zeroing scratch memory");
        if (scratch) pool.deallocate(scratch, scratch_bytes, stream);
        scratch = larger;
        scratch_bytes = bytes;
        return scratch;
    }
};

/// The free slots of every context: those of one that is no more are dead, and not lent again. Lives as long as the process:
/// at its end the driver may be gone already.
class slot_list {
  public:
    static slot_list& instance() {
        static auto* const list = new slot_list;
        return *list;
    }

    slot* borrow(unsigned long long context) {
        {
            const std::lock_guard lock(mutex_);
            slot*& first = free_[context];
            if (first) {
                slot* const taken = first;
                first = taken->next;
                return taken;
            }
        }
        return new slot;
    }

    void give_back(unsigned long long context, slot* used) noexcept {
        const std::lock_guard lock(mutex_);
        slot*& first = free_[context];  // is there since it was borrowed
        used->next = first;
        first = used;
    }

  private:
    std::mutex mutex_;
    each_context<slot*> free_;
};

/// A slot, borrowed until the end of the scope. One that a launch failed with is not lent again, for it may not be
/// zero; the GPU may still write to it, and is waited for.
class borrowed_slot {
  public:
    borrowed_slot(unsigned long long context, cudaStream_t stream)
        : context_(context), stream_(stream), slot_(slot_list::instance().borrow(context)) {}
    ~borrowed_slot() {
        if (slot_->is_lost) return;  // it may still be written to
        if (!slot_->in_use) {
            slot_list::instance().give_back(context_, slot_);
        } else {  // to free memory of a pool waits for nobody
            detail::ignore(cudaStreamSynchronize(stream_));
            delete slot_;
        }
    }
    borrowed_slot(const borrowed_slot&) = delete;
    borrowed_slot& operator=(const borrowed_slot&) = delete;

    slot* get() const { return slot_; }
    slot* operator->() const { return slot_; }
    /// The launch is done, and has left it zeroed.
    void done() { slot_->in_use = false; }

  private:
    unsigned long long context_;
    cudaStream_t stream_;
    slot* slot_;
};

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
