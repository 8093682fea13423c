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
class pinned_memory {
  public:
    explicit pinned_memory(std::size_t bytes, unsigned flags = cudaHostAllocDefault) {
        check(cudaHostAlloc(&data_, bytes, flags), "allocating pinned memory");
    }
    ~pinned_memory() { (void)cudaFreeHost(data_); }
    pinned_memory(const pinned_memory&) = delete;
    pinned_memory& operator=(const pinned_memory&) = delete;

    template <class T = char>
    T* data() const {
        return static_cast<T*>(data_);
    }

  private:
    void* data_ = nullptr;
};

/// Managed memory: pages migrate to the processor that touches them.
class managed_memory {
  public:
    explicit managed_memory(std::size_t bytes) {
        check(cudaMallocManaged(&data_, bytes), "allocating managed memory");
    }
    ~managed_memory() { (void)cudaFree(data_); }
    managed_memory(const managed_memory&) = delete;
    managed_memory& operator=(const managed_memory&) = delete;

    template <class T = char>
    T* data() const {
        return static_cast<T*>(data_);
    }

  private:
    void* data_ = nullptr;
};

/// Pageable memory that is pinned afterwards.
class registered_memory {
  public:
    explicit registered_memory(std::size_t bytes) : data_(std::aligned_alloc(page, bytes)) {
        if (!data_) throw std::bad_alloc();
        check(cudaHostRegister(data_, bytes, cudaHostRegisterDefault), "pinning memory");
    }
    ~registered_memory() {
        (void)cudaHostUnregister(data_);
        std::free(data_);
    }
    registered_memory(const registered_memory&) = delete;
    registered_memory& operator=(const registered_memory&) = delete;

    template <class T = char>
    T* data() const {
        return static_cast<T*>(data_);
    }

  private:
    static constexpr std::size_t page = 4096;
    void* data_;
};

}  // namespace perf
