// SPDX-License-Identifier: Apache-2.0
/// \file
/// `workspace`: scratch memory that the caller owns, for calls that must allocate nothing.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/pointer_checks.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/base/first_answer.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <cuda_runtime_api.h>

#include <utility>

namespace impulse::inline IMPULSE_ABI {
namespace on_device {
class scratch_source;
}

/// GPU memory for the partial results of one call at a time (a graph that was captured with it uses it while
/// it is replayed). `workspace_bytes(policy, ...)` returns the size that a call needs; a larger workspace
/// works too.
///
/// Requires: nothing else writes to the memory, not even another workspace over it. The memory is zeroed when
/// the workspace is made, and each call leaves it as the next call needs it. After a call that threw anything
/// except std::invalid_argument make another workspace.
/// Complexity: making it takes an allocation (if it owns the memory) and zeroing, for which it waits; calls
/// with it allocate nothing.
/// Memory: `bytes` bytes on the GPU.
/// Throws: cuda_error if there is not enough memory; std::invalid_argument if the device cannot reach given
/// memory.
class workspace {
  public:
    /// Allocates `bytes` bytes on the device of `place`, and waits. Throws cuda_error if there is not enough
    /// memory.
    explicit workspace(std::size_t bytes, device_place place = {}) : bytes_(bytes), owned_(true) {
        const on_device::device_scope scope(place.stream);
        const on_device::uncaptured_scope allocating;
        detail::check_cuda(cudaMalloc(&data_, bytes ? bytes : 1), "allocating a workspace");
        clear();
    }

    /// Uses `bytes` bytes of the caller's memory, aligned to 128 bytes, which must outlive the workspace.
    /// Waits. Throws std::invalid_argument if the current device cannot reach it.
    workspace(void* memory, std::size_t bytes) : data_(memory), bytes_(bytes) {
        const on_device::device_scope scope(nullptr);
        on_device::require_scratch(memory, scope.device(), "workspace memory");
        clear();
    }

    ~workspace() {
        const on_device::uncaptured_scope freeing;
        if (owned_) detail::ignore(cudaFree(data_));
    }
    workspace(workspace&& other) noexcept { swap(other); }
    workspace& operator=(workspace&& other) noexcept {
        workspace taken(std::move(other));
        swap(taken);
        return *this;
    }

    void* data() const noexcept { return data_; }
    std::size_t bytes() const noexcept { return bytes_; }

  private:
    friend class on_device::scratch_source;

    /// Whether calls leave it zeroed. The first call decides this for all, because graphs may be replayed in
    /// any order. If calls do not, each call that needs zeros writes them first.
    bool is_kept_zeroed(bool suits) { return kept_zeroed_.ask(suits); }
    /// Zeroes the memory on a separate stream, so it waits for nothing else and disturbs no capture.
    void clear() {
        cudaStream_t own_stream = nullptr;
        cudaError_t cleared = cudaStreamCreateWithFlags(&own_stream, cudaStreamNonBlocking);
        if (cleared == cudaSuccess) {
            cleared = cudaMemsetAsync(data_, 0, bytes_, own_stream);
            if (cleared == cudaSuccess) cleared = cudaStreamSynchronize(own_stream);
            detail::ignore(cudaStreamDestroy(own_stream));
        }
        if (cleared != cudaSuccess && owned_) detail::ignore(cudaFree(data_));
        detail::check_cuda(cleared, "zeroing a workspace");
    }
    void swap(workspace& other) noexcept {
        const auto trade = [](auto& mine, auto& its) {  // std::swap asks much of each type
            const auto kept = mine;
            mine = its;
            its = kept;
        };
        trade(data_, other.data_);
        trade(bytes_, other.bytes_);
        trade(owned_, other.owned_);
        trade(kept_zeroed_, other.kept_zeroed_);
    }

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    bool owned_ = false;
    detail::first_answer kept_zeroed_;
};

}  // namespace impulse
