// SPDX-License-Identifier: Apache-2.0
// Memory of every kind that the host and the GPU both access. Objects own it.
#pragma once

#include <cstdlib>
#include <lab.cuh>
#include <new>

namespace perf {

/// The address of pinned memory on the GPU. For some kinds it differs from the host's address.
inline int* address_on_gpu(int* pinned) {
    void* there = nullptr;
    check(cudaHostGetDevicePointer(&there, pinned, 0), "asking where the GPU finds pinned memory");
    return static_cast<int*>(there);
}

/// Pinned host memory. `flags` are those of cudaHostAlloc.
struct pinned_memory : owned_memory {
    explicit pinned_memory(std::size_t bytes, unsigned flags = cudaHostAllocDefault)
        : owned_memory([](void* data) { (void)cudaFreeHost(data); }) {
        check(cudaHostAlloc(&data_, bytes, flags), "allocating pinned memory");
    }
};

/// Managed memory: pages migrate to the processor that touches them.
struct managed_memory : owned_memory {
    explicit managed_memory(std::size_t bytes) : owned_memory([](void* data) { (void)cudaFree(data); }) {
        check(cudaMallocManaged(&data_, bytes), "allocating managed memory");
    }
};

/// Pageable memory that is pinned afterwards.
struct registered_memory : owned_memory {
    explicit registered_memory(std::size_t bytes)
        : owned_memory([](void* data) {
              (void)cudaHostUnregister(data);
              std::free(data);
          }) {
        constexpr std::size_t page = 4096;
        data_ = std::aligned_alloc(page, bytes);
        if (!data_) throw std::bad_alloc();
        check(cudaHostRegister(data_, bytes, cudaHostRegisterDefault), "pinning memory");
    }
};

}  // namespace perf
