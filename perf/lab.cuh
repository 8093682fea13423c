// SPDX-License-Identifier: Apache-2.0
// What all measurements on a GPU share: a stream, memory full of items, and a way to evict the L2 cache.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace perf {

inline void check(cudaError_t code, const char* doing) {
    if (code == cudaSuccess) return;
    (void)cudaGetLastError();
    throw std::runtime_error(std::string(doing) + ": " + cudaGetErrorString(code));
}

/// An attribute of GPU 0, on which all measurements run.
inline int device_attribute(cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, 0), "asking for the GPU");
    return value;
}
inline int multiprocessors() { return device_attribute(cudaDevAttrMultiProcessorCount); }

/// Memory of any kind, which its destructor frees.
class owned_memory {
  public:
    owned_memory(const owned_memory&) = delete;
    owned_memory& operator=(const owned_memory&) = delete;

    template <class T = char>
    T* data() const {
        return static_cast<T*>(data_);
    }

  protected:
    explicit owned_memory(void (*release)(void*)) : release_(release) {}
    ~owned_memory() { release_(data_); }
    void* data_ = nullptr;

  private:
    void (*release_)(void*);
};

/// Memory of the GPU.
class device_memory : public owned_memory {
  public:
    explicit device_memory(std::size_t bytes)
        : owned_memory([](void* data) { (void)cudaFree(data); }), bytes_(bytes) {
        check(cudaMalloc(&data_, bytes ? bytes : 1), "allocating GPU memory");
    }
    std::size_t bytes() const { return bytes_; }

  private:
    std::size_t bytes_;
};

/// A stream that does not wait for the default stream.
class stream {
  public:
    stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream"); }
    ~stream() { (void)cudaStreamDestroy(stream_); }
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
    operator cudaStream_t() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

/// A CUDA event: a point in GPU time.
class event {
  public:
    event() { check(cudaEventCreate(&event_), "making an event"); }
    ~event() { (void)cudaEventDestroy(event_); }
    event(const event&) = delete;
    event& operator=(const event&) = delete;

    void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream), "recording an event"); }
    double seconds_since(const event& start) const {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "reading events");
        return milliseconds * 1e-3;
    }

  private:
    cudaEvent_t event_ = nullptr;
};

/// The items of the measurements. They are small integers of both signs in every type, so every sum, in
/// floats too, is exact in any grouping, and the sides must agree to the last bit.
template <class T>
struct item_at {
    __device__ static T make(std::uint64_t random) {
        return static_cast<T>(static_cast<int>(random % 21) - 10);
    }
};

template <class T, class Items>
__global__ void fill_kernel(T* items, std::size_t count) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
        std::uint64_t x = i + 1;  // splitmix64
        x *= 0x9e3779b97f4a7c15u;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        items[i] = Items::make(x ^ (x >> 31));
    }
}

template <class T, class Items = item_at<T>>
void fill(void* memory, std::size_t bytes, cudaStream_t stream) {
    fill_kernel<T, Items><<<2048, 256, 0, stream>>>(static_cast<T*>(memory), bytes / sizeof(T));
    check(cudaGetLastError(), "filling memory with items");
}

/// Fills memory with items of one type.
using filler = void (*)(void* memory, std::size_t bytes, cudaStream_t stream);

/// The state that the sides of a comparison share.
class lab {
  public:
    static lab& instance();

    cudaStream_t stream() const { return stream_; }
    std::size_t pool_bytes() const { return pool_.bytes() - slack; }

    /// The pool, filled by `with`.
    const char* items(filler with);

    /// Reads other memory until L2 holds nothing of the pool. Does not wait.
    void evict();

    /// From now on every row is called once, for a profiler, and is not timed.
    void profile_only() { profiles_ = true; }
    bool profiles() const { return profiles_; }

    /// Makes one call for a profiler, which collects data only here: first comes a kernel called next_row,
    /// then what `launches` enqueues. Prints `profiled_row`, which identifies the data.
    void profile(const std::function<void()>& launches);
    std::string profiled_row;  ///< items, family and row: "1024,shared_memory,interleaved"

  private:
    lab();
    static constexpr std::size_t slack = 4096;  // a range may begin at a misaligned address

    perf::stream stream_;
    device_memory other_;
    device_memory pool_;
    filler filled_with_ = nullptr;
    bool profiles_ = false;
};

}  // namespace perf
