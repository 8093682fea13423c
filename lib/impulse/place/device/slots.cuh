// SPDX-License-Identifier: Apache-2.0
/// \file
/// Slots: what a call that returns a value borrows, so that it allocates nothing once a slot exists.
#pragma once

#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/place/device/pool.cuh>
#include <impulse/place/device/stream.cuh>

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// The largest value type and result type on a GPU.
inline constexpr std::size_t max_value_bytes = 256;
inline constexpr std::size_t result_bytes = 128 * max_value_bytes;  // a forest of the largest

/// What a slot is good for when its call is over.
enum class slot_state {
    clean,    ///< its scratch is zero, and nothing writes to it
    written,  ///< a launch may write to it
    spent,    ///< no launch writes to it, but its scratch may not be zero
    lost      ///< to a launch that may never end
};

/// Scratch memory of one context, and a result that the GPU writes and the host reads.
struct slot {
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    void* result = nullptr;         ///< pinned host memory
    void* result_device = nullptr;  ///< the same memory as the GPU sees it
    slot_state state = slot_state::clean;

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
        free_scratch();
        const uncaptured_scope freeing;
        detail::ignore(cudaFreeHost(result));
    }
    slot(const slot&) = delete;
    slot& operator=(const slot&) = delete;

    /// At least `bytes` of scratch, zeroed in the order of `stream` when new. From the pool, because cudaMalloc and
    /// cudaFree would disturb a capture that another thread is at.
    void* reserve(std::size_t bytes, cudaStream_t stream) {
        state = slot_state::written;
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
    /// Of a pool, so that it waits for nobody: no launch may write to it.
    void free_scratch() {
        const uncaptured_scope freeing;
        detail::ignore(cudaFree(scratch));
        scratch = nullptr;
        scratch_bytes = 0;
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

    std::unique_ptr<slot> borrow(unsigned long long context) {
        {
            const std::lock_guard lock(mutex_);
            auto& list = free_[context];
            if (!list.empty()) {
                auto taken = std::move(list.back());
                list.pop_back();
                return taken;
            }
        }
        return std::make_unique<slot>();
    }

    void give_back(unsigned long long context, std::unique_ptr<slot> used) noexcept try {
        const std::lock_guard lock(mutex_);
        free_[context].push_back(std::move(used));
    } catch (const std::bad_alloc&) {
        // The slot is freed instead of kept.
    }

  private:
    std::mutex mutex_;
    std::map<unsigned long long, std::vector<std::unique_ptr<slot>>> free_;
};

/// A slot, borrowed until the end of the scope. Of one that a launch failed with the scratch is not lent again, for it may not be
/// zero; the GPU may still write to it, and is waited for.
class borrowed_slot {
  public:
    borrowed_slot(unsigned long long context, cudaStream_t stream)
        : context_(context), stream_(stream), slot_(slot_list::instance().borrow(context)) {}
    ~borrowed_slot() {
        if (slot_->state == slot_state::lost) {
            static_cast<void>(slot_.release());
            return;
        }
        if (slot_->state == slot_state::written) {
            const cudaError_t waited = cudaStreamSynchronize(stream_);
            detail::ignore(waited);
            if (waited != cudaSuccess) return;  // it is freed: who knows who writes to it
        }
        if (slot_->state != slot_state::clean) slot_->free_scratch();
        slot_->state = slot_state::clean;
        slot_list::instance().give_back(context_, std::move(slot_));
    }
    borrowed_slot(const borrowed_slot&) = delete;
    borrowed_slot& operator=(const borrowed_slot&) = delete;

    slot* get() const { return slot_.get(); }
    slot* operator->() const { return slot_.get(); }
    /// The launch is done, and has left it zeroed.
    void done() { slot_->state = slot_state::clean; }

  private:
    unsigned long long context_;
    cudaStream_t stream_;
    std::unique_ptr<slot> slot_;
};

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
