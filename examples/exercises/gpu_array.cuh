// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the exercises need from a GPU: whether there is one, an array in its memory, and the time of work in
/// a stream.
#pragma once

#include <impulse/device.cuh>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace exercises {

inline void check(cudaError_t code, const char* doing) {
    if (code != cudaSuccess) throw impulse::cuda_error(code, doing);
}

inline bool has_gpu() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

/// An array on the GPU, as a range that the library can read.
template <class T>
class gpu_array {
  public:
    explicit gpu_array(std::size_t size) : size_(size) {
        check(cudaMalloc(&data_, std::max<std::size_t>(size, 1) * sizeof(T)), "allocating an array");
    }
    explicit gpu_array(const std::vector<T>& host) : gpu_array(host.size()) {
        check(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
              "copying to the GPU");
    }
    ~gpu_array() { (void)cudaFree(data_); }
    gpu_array(const gpu_array&) = delete;
    gpu_array& operator=(const gpu_array&) = delete;

    T* data() const { return data_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }

    /// Returns a copy on the host. Waits for earlier work.
    std::vector<T> fetch() const {
        std::vector<T> host(size_);
        check(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
              "copying to the host");
        return host;
    }

  private:
    T* data_ = nullptr;
    std::size_t size_;
};

/// The GPU time of the work that `enqueue` puts into a stream: the median of 11 runs. A first run, which
/// loads the kernels, is not counted.
template <class Enqueue>
double gpu_seconds(cudaStream_t stream, const Enqueue& enqueue) {
    cudaEvent_t begin = nullptr, end = nullptr;
    check(cudaEventCreate(&begin), "making an event");
    check(cudaEventCreate(&end), "making an event");
    std::vector<float> taken;
    for (int turn = 0; turn < 12; ++turn) {
        check(cudaEventRecord(begin, stream), "recording an event");
        enqueue();
        check(cudaGetLastError(), "launching a kernel");
        check(cudaEventRecord(end, stream), "recording an event");
        check(cudaEventSynchronize(end), "running a kernel");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end), "reading events");
        if (turn > 0) taken.push_back(milliseconds);
    }
    check(cudaEventDestroy(begin), "freeing an event");
    check(cudaEventDestroy(end), "freeing an event");
    std::sort(taken.begin(), taken.end());
    return taken[taken.size() / 2] * 1e-3;
}

}  // namespace exercises
