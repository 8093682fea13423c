// SPDX-License-Identifier: Apache-2.0
// How a rung launches kernels: on one stream. The emulated class has the same members.
#pragma once

#include <cstring>
#include <host_memory.cuh>

namespace ladder {

class gpu {
  public:
    gpu() : gpu(perf::lab::instance().stream()) {}
    explicit gpu(cudaStream_t stream) : stream_(stream) {
        cudaDeviceProp card{};
        perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
        threads_at_once_ = card.multiProcessorCount * card.maxThreadsPerMultiProcessor;
    }

    cudaStream_t stream() const { return stream_; }
    int blocks_at_once(int threads) const { return threads_at_once_ / threads; }

    template <class... Parameters, class... Arguments>
    void launch(void (*kernel)(Parameters...), int blocks, int threads, Arguments... arguments) {
        launch_with({}, kernel, blocks, threads, arguments...);
    }

    /// Launches with attributes: cooperative, or with clusters.
    template <class... Parameters, class... Arguments>
    void launch_with(cudaLaunchAttribute attribute, void (*kernel)(Parameters...), int blocks, int threads,
                     Arguments... arguments) {
        cudaLaunchConfig_t shape{};
        shape.gridDim = static_cast<unsigned>(blocks);
        shape.blockDim = static_cast<unsigned>(threads);
        shape.stream = stream();
        shape.attrs = &attribute;
        shape.numAttrs = attribute.id == cudaLaunchAttributeIgnore ? 0 : 1;
        perf::check(cudaLaunchKernelEx(&shape, kernel, static_cast<Parameters>(arguments)...),
                    "launching a kernel");
    }

    template <class T>
    void zero(T* values, int count = 1) {
        perf::check(cudaMemsetAsync(values, 0, static_cast<std::size_t>(count) * sizeof(T), stream()),
                    "zeroing");
    }

    /// Copies values from the GPU to the host. Waits.
    template <class T>
    const T* fetch(const T* values, int count) {
        perf::check(cudaMemcpyAsync(pinned_.data(), values, static_cast<std::size_t>(count) * sizeof(T),
                                    cudaMemcpyDeviceToHost, stream()),
                    "copying to the host");
        perf::check(cudaStreamSynchronize(stream()), "copying to the host");
        return pinned_.data<const T>();
    }
    /// Copies one value from the host to the GPU.
    template <class T>
    void store(T value, T* to) {
        std::memcpy(pinned_.data(), &value, sizeof(T));
        perf::check(cudaMemcpyAsync(to, pinned_.data(), sizeof(T), cudaMemcpyHostToDevice, stream()),
                    "copying to the GPU");
    }

  private:
    cudaStream_t stream_;
    int threads_at_once_ = 0;
    perf::pinned_memory pinned_{std::size_t{1} << 20};
};

}  // namespace ladder
