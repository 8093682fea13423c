// SPDX-License-Identifier: Apache-2.0
// What tests of a GPU need: memory of an exact number of bytes, streams, and items that the GPU computes.
#pragma once

#include <doctest/doctest.h>

#include <monoids.hpp>
#include <sizes.hpp>

#include <cuda_runtime.h>

#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

using impulse::index_t;

namespace gpu {

using impulse::index_t;

/// Checks a CUDA call of the test itself.
inline void must(cudaError_t status) {
    if (status != cudaSuccess)
        throw std::runtime_error(std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

// For tests that are skipped on machines without the required hardware; called before main.

inline int devices() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) count = 0;
    (void)cudaGetLastError();
    return count;
}
inline bool has_clusters() {
    int major = 0;
    if (devices() > 0) must(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    return major >= 9;
}
inline bool reaches_pageable_memory() {
    int reaches = 0;
    if (devices() > 0) must(cudaDeviceGetAttribute(&reaches, cudaDevAttrPageableMemoryAccess, 0));
    return reaches != 0;
}

/// Bytes on the GPU, exactly as many as requested: memcheck finds accesses after them. They are filled with a
/// poison byte, so a value read from them is seen to be wrong.
class memory {
  public:
    static constexpr int poison = 0xcd;

    explicit memory(std::size_t bytes) : bytes_(bytes) {
        must(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)));
        must(cudaMemset(data_, poison, bytes));
        must(cudaDeviceSynchronize());  // also streams that do not wait for the default stream see it
    }
    ~memory() { (void)cudaFree(data_); }
    memory(memory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    memory& operator=(memory&&) = delete;

    unsigned char* at(std::size_t offset) const { return static_cast<unsigned char*>(data_) + offset; }
    std::size_t bytes() const { return bytes_; }

    void upload(std::size_t offset, const void* from, std::size_t bytes) const {
        must(cudaMemcpy(at(offset), from, bytes, cudaMemcpyHostToDevice));
        must(cudaDeviceSynchronize());
    }

  private:
    void* data_ = nullptr;
    std::size_t bytes_;
};

/// n items on the GPU. A random-access range. Its pointers do not show that they are the GPU's, so the call
/// must name the place.
template <class T>
class buffer {
  public:
    explicit buffer(index_t n) : memory_(static_cast<std::size_t>(n) * sizeof(T)), count_(n) {}
    explicit buffer(const std::vector<T>& items) : buffer(static_cast<index_t>(items.size())) {
        memory_.upload(0, items.data(), memory_.bytes());
    }

    T* data() const { return reinterpret_cast<T*>(memory_.at(0)); }
    T* begin() const { return data(); }
    T* end() const { return data() + count_; }
    index_t size() const { return count_; }

  private:
    memory memory_;
    index_t count_;
};

/// A value in GPU memory, read after all work of the stream.
template <class T>
T fetch(const T* from, cudaStream_t stream = nullptr) {
    alignas(T) unsigned char bytes[sizeof(T)];
    must(cudaStreamSynchronize(stream));
    must(cudaMemcpy(bytes, from, sizeof(T), cudaMemcpyDeviceToHost));
    return *reinterpret_cast<const T*>(bytes);
}

/// All values of a buffer, read after all work of the GPU.
template <class T>
std::vector<T> download(const buffer<T>& from) {
    std::vector<T> to(static_cast<std::size_t>(from.size()));
    must(cudaGetLastError());
    must(cudaMemcpy(to.data(), from.data(), to.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
}

/// Launches a kernel in clusters of the given number of blocks.
template <class... Params, class... Args>
void launch_clusters(void (*kernel)(Params...), unsigned of, unsigned blocks, unsigned threads,
                     Args... args) {
    cudaLaunchAttribute dimension{};
    dimension.id = cudaLaunchAttributeClusterDimension;
    dimension.val.clusterDim = {of, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.attrs = &dimension;
    config.numAttrs = 1;
    if (of > 8) must(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    must(cudaLaunchKernelEx(&config, kernel, static_cast<Params>(args)...));
}

class stream {
  public:
    stream() { must(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~stream() { (void)cudaStreamDestroy(stream_); }
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;

    operator cudaStream_t() const { return stream_; }
    cudaStream_t get() const { return stream_; }
    void wait() const { must(cudaStreamSynchronize(stream_)); }

  private:
    cudaStream_t stream_ = nullptr;
};

// ---- items by their positions -----------------------------------------------------------------------------

template <class Make>
using made_by = decltype(std::declval<const Make&>()(index_t{}));

template <class T, class Make>
__global__ void make_at_each_position(T* to, index_t n, Make make) {
    const index_t step = index_t{gridDim.x} * blockDim.x;
    for (index_t i = index_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] = static_cast<T>(make(i));
}

/// Writes make(0), make(1), … to existing GPU memory.
template <class T, class Make>
void fill(T* to, index_t n, Make make) {
    make_at_each_position<<<1024, 256>>>(to, n, make);
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
}

/// make(0), …, make(n - 1) in new GPU memory.
template <class Make>
buffer<made_by<Make>> made(index_t n, Make make) {
    buffer<made_by<Make>> items(n);
    fill(items.data(), n, make);
    return items;
}

/// make(i) for each position i, computed and never stored, so any number of items needs no memory.
template <class Make>
struct positions {
    using value_type = made_by<Make>;
    using reference = value_type;
    using pointer = void;
    using difference_type = index_t;
    using iterator_category = std::random_access_iterator_tag;

    index_t at;
    Make make;

    IMPULSE_SHARED value_type operator*() const { return make(at); }
    IMPULSE_SHARED value_type operator[](index_t i) const { return make(at + i); }
    friend IMPULSE_SHARED positions operator+(const positions& p, index_t n) { return {p.at + n, p.make}; }
    friend IMPULSE_SHARED index_t operator-(const positions& a, const positions& b) { return a.at - b.at; }
};

}  // namespace gpu
