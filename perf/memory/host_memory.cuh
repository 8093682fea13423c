// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory of the host that the GPU can reach, of every kind.
#pragma once

#include <cstdlib>
#include <lab.cuh>
#include <new>

namespace perf {

/// Where the GPU finds pinned memory: for some kinds, not at the host's address.
inline int* address_on_gpu(int* pinned) {
    void* there = nullptr;
    check(cudaHostGetDevicePointer(&there, pinned, 0), "asking where the GPU finds pinned memory");
    return static_cast<int*>(there);
}

class host_memory {
  public:
    /// Allocated pinned, with cudaHostAlloc's flags.
    host_memory(std::size_t bytes, unsigned flags) {
        check(cudaHostAlloc(&data_, bytes, flags), "allocating pinned memory");
    }
    ~host_memory() { (void)cudaFreeHost(data_); }
    host_memory(const host_memory&) = delete;
    host_memory& operator=(const host_memory&) = delete;

    int* data() const { return static_cast<int*>(data_); }

  private:
    void* data_ = nullptr;
};

/// Allocated as usual, and pinned afterwards.
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

    int* data() const { return static_cast<int*>(data_); }

  private:
    static constexpr std::size_t page = 4096;
    void* data_;
};

}  // namespace perf
