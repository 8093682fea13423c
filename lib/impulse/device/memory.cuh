// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the device executor's scratch memory comes from. Each kind of memory has `take` (memory whose counters
/// are zero in the order of the stream) and `give_back`.
#pragma once

#include <impulse/config.hpp>
#include <impulse/device/pool.cuh>
#include <impulse/device/slots.cuh>
#include <impulse/device/workspace.cuh>
#include <impulse/error.hpp>
#include <impulse/grid.hpp>

#include <concepts>
#include <string>

namespace impulse::inline IMPULSE_ABI {

/// What `.with(resource)` takes: memory in the order of a stream, aligned to 128 bytes at least. `allocate` throws
/// where there is none; `deallocate` must not throw.
template <class R>
concept memory_resource = requires(R& resource, void* memory, std::size_t bytes, cudaStream_t stream) {
    { resource.allocate(bytes, stream) } -> std::convertible_to<void*>;
    resource.deallocate(memory, bytes, stream);
};

namespace on_device {

/// Memory that the call may ask for while the stream runs: never during a capture, where it would become part
/// of the graph and be shared by its executions.
template <memory_resource R>
struct resource_memory {
    R* resource;

    void* take(std::size_t bytes, const device_scope& scope, cudaStream_t stream) {
        if (scope.captured())
            impulse::detail::bad_argument(
                "policy", "without a workspace while its stream is being captured",
                "one made by .with(workspace), of " + std::to_string(bytes) + " bytes at least");
        void* const memory = resource->allocate(bytes, stream);
        try {
            require_scratch(memory, scope.device(), "memory of the policy's resource");
            impulse::detail::check(cudaMemsetAsync(memory, 0, sizeof(counters), stream),
                                   "zeroing scratch memory");
        } catch (...) {
            resource->deallocate(memory, bytes, stream);
            throw;
        }
        return memory;
    }
    void give_back(void* memory, std::size_t bytes, cudaStream_t stream) {
        resource->deallocate(memory, bytes, stream);
    }
};

/// The library's pool, as the resource of calls that were given none.
inline resource_memory<pool_resource> pool_memory() { return {&pool_resource::instance()}; }

/// The caller's workspace.
struct workspace_memory {
    workspace* space;

    void* take(std::size_t bytes, const device_scope& scope, cudaStream_t) {
        if (space->bytes() < bytes)
            impulse::detail::bad_argument("workspace", "of " + std::to_string(space->bytes()) + " bytes",
                                          std::to_string(bytes) + " bytes (see workspace_bytes)");
        require_scratch(space->data(), scope.device(), "workspace");
        return space->data();
    }
    void give_back(void*, std::size_t, cudaStream_t) {}
};

/// The slot that a call which returns a value has borrowed.
struct slot_memory {
    slot* borrowed;

    void* take(std::size_t bytes, const device_scope&, cudaStream_t stream) {
        return borrowed->reserve(bytes, stream);
    }
    void give_back(void*, std::size_t, cudaStream_t) {}
};

/// No memory: a call with it launches nothing and says how many bytes it would have taken.
struct measured_memory {
    std::size_t* bytes;
};

}  // namespace on_device

}  // namespace impulse::inline IMPULSE_ABI
