// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library's own pools of GPU memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The library's own pool, one for each context; it never returns memory to the system.
class pool_resource {
  public:
    static pool_resource& instance() {
        static auto* const pools =
            new pool_resource;  // never destroyed: at the end of the process the driver may already be gone
        return *pools;
    }

    void* allocate(std::size_t bytes, cudaStream_t stream) {
        void* memory = nullptr;
        detail::check_cuda(cudaMallocFromPoolAsync(&memory, bytes, pool(), stream),
                           "allocating scratch memory");
        return memory;
    }
    void deallocate(void* memory, std::size_t, cudaStream_t stream) noexcept {
        detail::ignore(cudaFreeAsync(memory, stream));
    }

  private:
    cudaMemPool_t pool() {
        int device = 0;
        detail::check_cuda(cudaGetDevice(&device), "asking for the current device");
        const unsigned long long context = on_device::current_context(device);
        const lock_guard lock(mutex_);
        cudaMemPool_t& of_context = pools_[context];
        if (!of_context) {
            const uncaptured_scope allocating;
            allocating.require();
            cudaMemPoolProps properties{};
            properties.allocType = cudaMemAllocationTypePinned;
            properties.location = {cudaMemLocationTypeDevice, device};
            cudaMemPool_t made = nullptr;
            detail::check_cuda(cudaMemPoolCreate(&made, &properties), "making a memory pool");
            std::uint64_t keep_all = ~std::uint64_t{0};
            detail::ignore(cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &keep_all));
            // Otherwise a call could wait for an unrelated stream whose memory it reuses.
            int keep_apart = 0;
            detail::ignore(
                cudaMemPoolSetAttribute(made, cudaMemPoolReuseAllowInternalDependencies, &keep_apart));
            of_context = made;
        }
        return of_context;
    }

    mutex mutex_;
    per_context<cudaMemPool_t> pools_;
};

/// Memory of the current GPU's pool, until the end of a scope in the order of a stream.
class pooled_memory : detail::uncopied {
  public:
    pooled_memory(std::size_t bytes, cudaStream_t stream)
        : bytes_(bytes), stream_(stream), data_(pool_resource::instance().allocate(bytes, stream)) {}
    ~pooled_memory() { pool_resource::instance().deallocate(data_, bytes_, stream_); }

    char* data() const { return static_cast<char*>(data_); }

  private:
    std::size_t bytes_;
    cudaStream_t stream_;
    void* data_;
};

}  // namespace impulse::on_device
