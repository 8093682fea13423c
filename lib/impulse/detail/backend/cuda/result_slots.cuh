// SPDX-License-Identifier: Apache-2.0
/// \file
/// Slots: what a call that returns a value borrows, so that it allocates nothing once a slot exists.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/device.cuh>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/per_context.cuh>
#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/error.hpp>

#include <cstring>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// The largest value type and result type on a GPU.
inline constexpr std::size_t max_value_bytes = 256;
inline constexpr std::size_t flagged_bytes = 2 * max_value_bytes;   // a flagged value of the largest
inline constexpr std::size_t result_bytes = 128 * max_value_bytes;  // a forest of the largest

/// What a slot is good for when its call is over.
enum class slot_state {
    clean,    ///< its scratch is zero, and nothing writes to it
    ending,   ///< so it will be when the stream has reached `end`
    written,  ///< a launch may write to it
    spent,    ///< no launch writes to it, but it may not be zero
    lost      ///< to a launch that may never end
};

/// Scratch memory of one context, and what the GPU writes for the host to read: a value, which says itself
/// that it is there, and a result, for which the host waits. Kept as long as the process lives.
struct slot {
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    pinned_memory pinned{flagged_bytes + result_bytes, "allocating a result in pinned memory"};
    void* flagged = pinned.data();
    void* result = static_cast<char*>(flagged) + flagged_bytes;
    void* flagged_on_gpu = pinned.seen_by_gpu();
    void* result_on_gpu = static_cast<char*>(flagged_on_gpu) + flagged_bytes;
    slot_state state = slot_state::clean;
    bool serves_scratch = false;    ///< whether the call that has it uses its scratch
    cudaStream_t stream = nullptr;  ///< of the call that had it last
    stream_mark end;
    slot* next = nullptr;  ///< of the free ones of its context

    slot() { std::memset(flagged, 0, flagged_bytes); }
    slot(const slot&) = delete;
    slot& operator=(const slot&) = delete;

    /// To be used in the order of `next_stream`. Until something is launched others still have to wait for
    /// `end`.
    void begin(cudaStream_t next_stream) {
        if (state == slot_state::ending) end.hold(next_stream);
        stream = next_stream;
        serves_scratch = false;
    }

    /// At least `bytes` of scratch, zeroed in the order of `of_call` when new. From the pool, because
    /// cudaMalloc and cudaFree would disturb a capture that another thread is at.
    void* reserve(std::size_t bytes, cudaStream_t of_call) {
        state = slot_state::written;
        serves_scratch = true;
        if (bytes <= scratch_bytes) return scratch;
        auto& pool = pool_resource::instance();
        void* const larger = pool.allocate(bytes, of_call);
        const cudaError_t zeroed = cudaMemsetAsync(larger, 0, bytes, of_call);
        if (zeroed != cudaSuccess) pool.deallocate(larger, bytes, of_call);
        detail::check_cuda(zeroed, "zeroing scratch memory");
        if (scratch) pool.deallocate(scratch, scratch_bytes, of_call);
        scratch = larger;
        scratch_bytes = bytes;
        return scratch;
    }
    /// Nothing writes to it, but something was left there. To free memory of a pool waits for nobody.
    void clear() {
        const uncaptured_scope freeing;
        detail::ignore(cudaFree(scratch));
        scratch = nullptr;
        scratch_bytes = 0;
        std::memset(flagged, 0, flagged_bytes);
        state = slot_state::clean;
    }
};

/// The free slots of every context: those of one that is no more are dead, and not lent again. Lives as long
/// as the process: at its end the driver may be gone already.
class result_slot_list {
  public:
    static result_slot_list& instance() {
        static auto* const list = new result_slot_list;
        return *list;
    }

    /// That of the stream, if it has one, for which nobody need wait; else the one that has been free for
    /// longest.
    slot* borrow(unsigned long long context, cudaStream_t stream) {
        {
            const std::lock_guard lock(mutex_);
            slot** taken = &free_[context];
            for (slot** each = taken; *each; each = &(*each)->next) {
                taken = each;
                if ((*each)->stream == stream) break;
            }
            if (slot* const found = *taken) {
                *taken = found->next;
                return found;
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
    per_context<slot*> free_;
};

/// A slot, borrowed until the end of the scope. What a launch that failed may have left there is cleared; the
/// GPU may still write to it, and is waited for.
class borrowed_slot {
  public:
    borrowed_slot(unsigned long long context, cudaStream_t stream)
        : context_(context), stream_(stream), slot_(result_slot_list::instance().borrow(context, stream)) {
        try {
            slot_->begin(stream);
        } catch (...) {
            result_slot_list::instance().give_back(context, slot_);
            throw;
        }
    }
    ~borrowed_slot() {
        if (slot_->state == slot_state::written) {
            const cudaError_t waited = cudaStreamSynchronize(stream_);
            detail::ignore(waited);
            if (waited != cudaSuccess) slot_->state = slot_state::lost;  // who knows who writes to it
        }
        if (slot_->state == slot_state::lost) return;
        if (slot_->state != slot_state::clean && slot_->state != slot_state::ending) slot_->clear();
        result_slot_list::instance().give_back(context_, slot_);
    }
    borrowed_slot(const borrowed_slot&) = delete;
    borrowed_slot& operator=(const borrowed_slot&) = delete;

    slot* get() const { return slot_; }
    slot* operator->() const { return slot_; }
    /// Nothing writes to it any more, and it is zero.
    void done() { slot_->state = slot_state::clean; }
    /// All of them are on their way. Whether it is known where they end: not where the stream is of another
    /// context than the slot. What uses no scratch has written all when its value is there.
    bool ends() {
        if (!slot_->serves_scratch) return true;
        try {
            slot_->end.record(stream_);
        } catch (const cuda_error&) {
            return false;
        }
        slot_->state = slot_state::ending;
        return true;
    }

  private:
    unsigned long long context_;
    cudaStream_t stream_;
    slot* slot_;
};

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
