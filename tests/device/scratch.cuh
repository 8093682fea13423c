// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of scratch memory and concurrency: graphs, a stream that is blocked, and a resource that
// counts.
#pragma once

#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/reduce.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace gpu {

/// A captured graph, instantiated.
class graph {
  public:
    explicit graph(cudaGraph_t captured) : graph_(captured) {
        must(cudaGraphInstantiate(&first_, graph_, 0));
    }
    ~graph() {
        (void)cudaGraphExecDestroy(first_);
        (void)cudaGraphDestroy(graph_);
    }
    graph(const graph&) = delete;
    graph& operator=(const graph&) = delete;

    void launch(cudaStream_t s) const { must(cudaGraphLaunch(first_, s)); }
    cudaGraph_t get() const { return graph_; }

  private:
    cudaGraph_t graph_;
    cudaGraphExec_t first_ = nullptr;
};

/// Captures what `work` puts into the stream.
template <class Work>
cudaGraph_t captured(cudaStream_t s, const Work& work,
                     cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    must(cudaStreamBeginCapture(s, mode));
    cudaGraph_t made = nullptr;
    try {
        work();
    } catch (...) {
        (void)cudaStreamEndCapture(s, &made);  // so that the next test can continue
        (void)cudaGetLastError();
        throw;
    }
    must(cudaStreamEndCapture(s, &made));
    return made;
}

inline bool is_capturing(cudaStream_t s) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    must(cudaStreamIsCapturing(s, &status));
    return status == cudaStreamCaptureStatusActive;
}

/// Waits at most ten seconds for the host to set `free`; after that it sets `in_vain`.
static __global__ void wait_for(volatile int* free, volatile int* in_vain) {
    const auto now = [] {
        std::uint64_t nanoseconds;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanoseconds));
        return nanoseconds;
    };
    const std::uint64_t end = now() + 10'000'000'000u;
    while (*free == 0)
        if (now() > end) {
            *in_vain = 1;
            return;
        }
}

/// Blocks a stream until let_go(): whoever waits for the stream waits for that. It uses a kernel, because a
/// host function would also block work of the driver.
class held_up {
  public:
    explicit held_up(cudaStream_t s) : stream_(s) {
        void* flags = nullptr;
        must(cudaHostAlloc(&flags, 2 * sizeof(int), cudaHostAllocMapped));
        flags_ = static_cast<int*>(flags);
        flags_[0] = 0;
        flags_[1] = 0;
        wait_for<<<1, 1, 0, s>>>(flags_, flags_ + 1);
        must(cudaGetLastError());
    }
    ~held_up() {
        let_go();
        (void)cudaStreamSynchronize(stream_);
        (void)cudaFreeHost(const_cast<int*>(flags_));
    }
    held_up(const held_up&) = delete;
    held_up& operator=(const held_up&) = delete;

    void let_go() { flags_[0] = 1; }
    /// Whether the stream is still blocked, as the stream itself reports.
    bool holds() const {
        const bool waits = cudaStreamQuery(stream_) == cudaErrorNotReady;
        (void)cudaGetLastError();  // CUDA stores "not ready" as the last error
        return waits && flags_[1] == 0;
    }

  private:
    cudaStream_t stream_;
    volatile int* flags_ = nullptr;
};

/// Calls f(t, wrong) for t = 0, …, count - 1, each in its own thread. Returns how many calls were wrong or
/// threw.
template <class F>
int wrong_in_threads(int count, const F& f) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < count; ++t)
        threads.emplace_back([&, t] {
            try {
                f(t, wrong);
            } catch (...) {
                ++wrong;
            }
        });
    for (std::thread& each : threads) each.join();
    return wrong;
}

/// A memory resource that counts, and that can be told to fail.
class counting_resource {
  public:
    void* allocate(std::size_t bytes, cudaStream_t s) {
        if (fails) throw std::bad_alloc();
        void* memory = nullptr;
        must(cudaMallocAsync(&memory, bytes, s));
        const std::lock_guard lock(mutex_);
        ++allocations;
        held += bytes;
        return memory;
    }
    void deallocate(void* memory, std::size_t bytes, cudaStream_t s) {
        must(cudaFreeAsync(memory, s));
        const std::lock_guard lock(mutex_);
        ++frees;
        held -= bytes;
    }

    bool fails = false;
    int allocations = 0;
    int frees = 0;
    std::size_t held = 0;

  private:
    std::mutex mutex_;
};

/// Item i of input number `k`; different inputs have different items.
struct make_input {
    index_t k;
    IMPULSE_SHARED index_t operator()(index_t i) const { return (i + 1) * (k + 1) % 1'000'003; }
};

inline index_t sum_of_input(index_t k, index_t n) {
    index_t sum = 0;
    for (index_t i = 0; i < n; ++i) sum += make_input{k}(i);
    return sum;
}

}  // namespace gpu
