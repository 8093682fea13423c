// SPDX-License-Identifier: Apache-2.0
// One GPU of the measuring process.
#pragma once

#include <impulse/device.cuh>
#include <impulse/reduce.hpp>

#include <members.cuh>
#include <memory>
#include <scaling_figures.cuh>

namespace perf {

/// A stream on a GPU, and memory there.
class member {
  public:
    member(int gpu, index_t floats) : gpu_(gpu) {
        const current here(gpu);
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
        memory_ = std::make_unique<device_memory>(static_cast<std::size_t>(floats) * sizeof(float));
        out_ = std::make_unique<device_memory>(sizeof(float));
    }
    ~member() { (void)cudaStreamDestroy(stream_); }
    member(const member&) = delete;
    member& operator=(const member&) = delete;

    cudaStream_t stream() const { return stream_; }
    template <class T = float>
    T* items() const {
        return memory_->data<T>();
    }
    /// The sum of the first n floats, in memory there; does not wait.
    void start_sum(index_t n) const {
        impulse::reduce_into(impulse::automatic.on(stream_), items(), items() + n, out_->data<float>(), 0.f);
    }
    void start_other_work() const {
        const current here(gpu_);
        enqueue_other_work(stream_);
    }
    void wait() const { check(cudaStreamSynchronize(stream_), "waiting"); }
    template <class Make>
    void make(index_t first, index_t n, const Make& items_by) const {
        const current here(gpu_);
        make_items(items<decltype(items_by(first))>(), first, n, items_by, stream_);
    }

  private:
    struct current {
        explicit current(int gpu) { check(cudaSetDevice(gpu), "choosing a GPU"); }
        ~current() { (void)cudaSetDevice(0); }
    };
    int gpu_;
    cudaStream_t stream_ = nullptr;
    std::unique_ptr<device_memory> memory_, out_;
};

}  // namespace perf
