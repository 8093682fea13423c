// SPDX-License-Identifier: Apache-2.0
/// \file
/// Result slots: memory that a call with a return value borrows, so that it allocates nothing if a slot
/// exists.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/error.hpp>

#include <cstring>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The largest value type and result type on a GPU.
inline constexpr std::size_t max_value_bytes = 256;
inline constexpr std::size_t flagged_bytes = 2 * max_value_bytes;   // a flagged value of the largest type
inline constexpr std::size_t result_bytes = 128 * max_value_bytes;  // a forest of the largest type

/// The state of a slot when its call is over.
enum class slot_state {
    clean,    ///< its scratch is zero, and nothing writes to it
    ending,   ///< it will be clean when the stream has reached `end`
    written,  ///< a launch may still write to it
    spent,    ///< no launch writes to it, but it may not be zero
    lost      ///< a launch that may never end writes to it
};

/// Scratch memory of one context, and memory that the GPU writes for the host: a value, which the host polls,
/// and a result, for which it waits. Slots are kept until the process ends.
struct slot : detail::uncopied {
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    pinned_memory pinned{flagged_bytes + result_bytes, "allocating a result in pinned memory"};
    void* flagged = pinned.data();
    void* result = static_cast<char*>(flagged) + flagged_bytes;
    void* flagged_on_gpu = pinned.seen_by_gpu();
    void* result_on_gpu = static_cast<char*>(flagged_on_gpu) + flagged_bytes;
    slot_state state = slot_state::clean;
    bool serves_scratch = false;    ///< whether the current call uses its scratch
    cudaStream_t stream = nullptr;  ///< of the call that had it last
    stream_mark end;
    slot* next = nullptr;  ///< the next free one of its context

    slot() { std::memset(flagged, 0, flagged_bytes); }

    /// Prepares the slot for use in the order of `next_stream`. Until something is launched there, other
    /// streams still have to wait for `end`.
    void begin(cudaStream_t next_stream) {
        if (state == slot_state::ending) end.hold(next_stream);
        stream = next_stream;
        serves_scratch = false;
    }

    /// Returns at least `bytes` bytes of scratch memory; new memory is zeroed in the order of `of_call`. It
    /// comes from the pool, because cudaMalloc and cudaFree would disturb another thread's capture.
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
    /// Frees the scratch memory of a slot to which nothing writes, but which may not be zero. Freeing pool
    /// memory does not wait.
    void clear() {
        const uncaptured_scope freeing;
        detail::ignore(cudaFree(scratch));
        scratch = nullptr;
        scratch_bytes = 0;
        std::memset(flagged, 0, flagged_bytes);
        state = slot_state::clean;
    }
};

/// A slot that the same stream used, if there is one, because then no wait is needed; otherwise the slot that
/// has been free for longest.
inline slot* borrow_slot(unsigned long long context, cudaStream_t stream) {
    return lent_objects<slot>::instance().borrow(
        context, [&](const slot& each) { return each.stream == stream || each.next == nullptr; });
}

/// A slot, borrowed until the end of the scope. If a launch failed, it waits for the GPU and clears the slot.
class borrowed_slot : detail::uncopied {
  public:
    borrowed_slot(unsigned long long context, cudaStream_t stream)
        : context_(context), stream_(stream), slot_(on_device::borrow_slot(context, stream)) {
        try {
            slot_->begin(stream);
        } catch (...) {
            lent_objects<slot>::instance().give_back(context, slot_);
            throw;
        }
    }
    ~borrowed_slot() {
        if (slot_->state == slot_state::written) {
            const cudaError_t waited = cudaStreamSynchronize(stream_);
            detail::ignore(waited);
            if (waited != cudaSuccess) slot_->state = slot_state::lost;  // something unknown may write to it
        }
        if (slot_->state == slot_state::lost) return;
        if (slot_->state != slot_state::clean && slot_->state != slot_state::ending) slot_->clear();
        lent_objects<slot>::instance().give_back(context_, slot_);
    }

    slot* get() const { return slot_; }
    slot* operator->() const { return slot_; }
    /// Reports that nothing writes to the slot any more, and that it is zero.
    void done() { slot_->state = slot_state::clean; }
    /// Reports that all launches are in flight. Returns whether their end can be known; it cannot if the
    /// stream belongs to another context than the slot. A launch without scratch memory has written
    /// everything when the value is set.
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

}  // namespace impulse::on_device
