// SPDX-License-Identifier: Apache-2.0
/// \file
/// The scratch memory of calls on a GPU.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/result_slots.cuh>
#include <impulse/detail/backend/cuda/workspace.cuh>
#include <impulse/error.hpp>

#include <concepts>

namespace impulse::inline IMPULSE_ABI {

/// The argument of `.with(resource)`: memory in stream order, aligned to 128 bytes at least. `allocate`
/// throws if there is none; `deallocate` must not throw.
template <class Resource>
concept memory_resource = requires(Resource& resource, void* memory, std::size_t bytes, cudaStream_t stream) {
    { resource.allocate(bytes, stream) } -> std::convertible_to<void*>;
    resource.deallocate(memory, bytes, stream);
};

namespace on_device {

/// The source of a call's scratch memory: the caller's workspace or resource, the slot that a call with a
/// return value has borrowed, or the library's pool.
class scratch_source {
  public:
    static scratch_source of(const auto& given) {
        scratch_source source;
        if constexpr (requires { given.memory; }) {
            using type = std::remove_pointer_t<decltype(given.memory)>;
            static_assert(std::is_same_v<type, workspace> || memory_resource<type>,
                          "impulse: .with(...) takes an impulse::workspace, or a resource with "
                          "allocate(bytes, stream) and "
                          "deallocate(memory, bytes, stream)");
            if constexpr (std::is_same_v<type, workspace>)
                source.space_ = given.memory;
            else if constexpr (memory_resource<type>)
                source.use(*given.memory);
        } else {
            source.use(pool_resource::instance());
            source.own_ = true;
        }
        return source;
    }

    /// Uses the slot if the caller gave no memory.
    void borrow(slot* borrowed) {
        if (own_) slot_ = borrowed;
    }

    /// `take` uses this memory if it is large enough, and if there is no slot and no workspace. The takes of
    /// a stream follow each other, so they can share it. One allocation less matters if the threads of
    /// several GPUs make calls, because they wait for each other in the driver.
    void lend(void* memory, std::size_t bytes) {
        lent_ = memory;
        lent_bytes_ = bytes;
    }

    /// Memory that is zero in stream order; every call leaves it zero.
    void* take(std::size_t bytes, const device_scope& scope, cudaStream_t stream) const {
        if (slot_) return slot_->reserve(bytes, stream);
        void* const memory = space_                 ? from_workspace(bytes, scope)
                             : bytes <= lent_bytes_ ? lent_
                                                    : from_resource(bytes, bytes, scope, stream);
        if (space_ && space_->is_kept_zeroed(true)) return memory;
        const cudaError_t zeroed = cudaMemsetAsync(memory, 0, bytes, stream);
        if (zeroed != cudaSuccess) give_back(memory, bytes, stream);
        detail::check_cuda(zeroed, "zeroing scratch memory");
        return memory;
    }
    /// Memory that need not be zero. In a workspace it begins after the first `beside` bytes. Otherwise it
    /// has `more` bytes at its beginning, which may be lent.
    void* take_beside(std::size_t beside, std::size_t bytes, std::size_t more, const device_scope& scope,
                      cudaStream_t stream) const {
        if (space_) return static_cast<char*>(from_workspace(beside + bytes, scope)) + beside;
        return from_resource(more + bytes, beside + bytes, scope, stream);
    }
    bool has_workspace() const { return space_ != nullptr; }
    /// Whether the memory of `take_beside` must be left zero; `suits`: whether this is free for the call.
    bool must_leave_zero(bool suits) const { return space_ != nullptr && space_->is_kept_zeroed(suits); }
    void give_back(void* memory, std::size_t bytes, cudaStream_t stream) const {
        if (!slot_ && !space_ && memory != lent_) deallocate_(resource_, memory, bytes, stream);
    }

  private:
    template <class Resource>
    void use(Resource& resource) {
        resource_ = &resource;
        allocate_ = [](void* from, std::size_t bytes, cudaStream_t stream) -> void* {
            return static_cast<Resource*>(from)->allocate(bytes, stream);
        };
        deallocate_ = [](void* to, void* memory, std::size_t bytes, cudaStream_t stream) {
            static_cast<Resource*>(to)->deallocate(memory, bytes, stream);
        };
    }

    void* from_workspace(std::size_t bytes, const device_scope& scope) const {
        if (space_->bytes() < bytes)
            detail::bad_argument(
                {"workspace has ", {space_->bytes(), "byte"}, "; need ", bytes, " (see workspace_bytes)"});
        require_scratch(space_->data(), scope.device(), "workspace");
        return space_->data();
    }
    /// Never during a capture: the memory would become part of the graph and all its executions would share
    /// it. A workspace of `instead` bytes does not have this problem.
    void* from_resource(std::size_t bytes, std::size_t instead, const device_scope& scope,
                        cudaStream_t stream) const {
        if (scope.captured())
            detail::bad_argument(
                {"policy has no workspace, but its stream is being captured; add "
                 ".with(workspace), with at least ",
                 {instead, "byte"}});
        void* const memory = allocate_(resource_, bytes, stream);
        try {
            require_scratch(memory, scope.device(), "memory of the policy's resource");
        } catch (...) {
            deallocate_(resource_, memory, bytes, stream);
            throw;
        }
        return memory;
    }

    bool own_ = false;
    slot* slot_ = nullptr;
    workspace* space_ = nullptr;
    void* lent_ = nullptr;
    std::size_t lent_bytes_ = 0;
    void* resource_ = nullptr;
    void* (*allocate_)(void*, std::size_t, cudaStream_t) = nullptr;
    void (*deallocate_)(void*, void*, std::size_t, cudaStream_t) = nullptr;
};

}  // namespace on_device
}  // namespace impulse
