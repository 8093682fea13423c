// SPDX-License-Identifier: Apache-2.0
// Reductions in a context of the caller's, and another thread that captures at the same time.
#pragma once

#include "faults.cuh"

#include <impulse/devices.hpp>
#include <impulse/running.hpp>

#include <child.hpp>

#include <cuda.h>
#include <cudaTypedefs.h>

#include <condition_variable>
#include <mutex>
#include <thread>

using number = std::uint64_t;

namespace {

constexpr index_t count = 100'000;
const std::vector<number>& items() {
    static const std::vector<number> made = support::make_items(count, gpu::make_hash{});
    return made;
}
number expected() {
    static const number tree = impulse::tree_fold(items(), gpu::mix_init, gpu::mix{});
    return tree;
}

/// A stream and items on the current device, in the current context.
struct inputs {
    gpu::stream s;
    gpu::buffer<number> x{items()};

    number value() const { return value(s); }
    number value(cudaStream_t stream) const {
        return impulse::reduce(impulse::last_block.on(stream), x, gpu::mix_init, gpu::mix{});
    }
    number value_with_workspace() const {
        impulse::workspace space(std::size_t{1} << 20, {s});
        return impulse::reduce(impulse::last_block.on(s).with(space), x, gpu::mix_init, gpu::mix{});
    }
    number written() const {
        const gpu::buffer<number> out(1);
        impulse::reduce_into(impulse::last_block.on(s), x, out.data(), gpu::mix_init, gpu::mix{});
        return gpu::fetch(out.data(), s);
    }
    number pushed() const {
        auto running =
            impulse::running_reduction<number>(impulse::last_block.on(s), gpu::mix_init, gpu::mix{});
        running.push(x.data(), x.data() + 50'000);
        running.push(items().data() + 50'000, items().data() + count);
        return running.value();
    }
    number apart() const {
        const impulse::distributed<number> parts{{s, x.data(), 33'000},
                                                 {s, x.data() + 33'000, count - 33'000}};
        return impulse::reduce(impulse::last_block.on(impulse::devices(s)), parts, gpu::mix_init, gpu::mix{});
    }
    number partitioned() const {
        return impulse::reduce(impulse::last_block.on(impulse::devices(s, s)), items(), gpu::mix_init,
                               gpu::mix{});
    }
};

/// Another thread with a stream, which it captures until this object is destroyed.
class capturing_thread {
  public:
    explicit capturing_thread(cudaStreamCaptureMode mode) : thread_([this, mode] { capture(mode); }) {
        wait_until(begun_);
    }
    /// Returns how many nodes the graph has; -1 if the capture was disturbed.
    long end() {
        say(over_);
        thread_.join();
        return nodes_;
    }

  private:
    void capture(cudaStreamCaptureMode mode) {
        const gpu::stream s;
        const gpu::memory there(64);
        const bool captures = cudaStreamBeginCapture(s, mode) == cudaSuccess &&
                              cudaMemsetAsync(there.at(0), 1, 64, s) == cudaSuccess;
        say(begun_);
        wait_until(over_);
        const bool goes_on = cudaMemsetAsync(there.at(0), 2, 64, s) == cudaSuccess;
        cudaGraph_t made = nullptr;
        std::size_t nodes = 0;
        if (captures && cudaStreamEndCapture(s, &made) == cudaSuccess && goes_on &&
            cudaGraphGetNodes(made, nullptr, &nodes) == cudaSuccess)
            nodes_ = static_cast<long>(nodes);
        if (made != nullptr) (void)cudaGraphDestroy(made);
    }
    void say(bool& what) {
        const std::lock_guard lock(mutex_);
        what = true;
        said_.notify_all();
    }
    void wait_until(const bool& what) {
        std::unique_lock lock(mutex_);
        said_.wait(lock, [&] { return what; });
    }

    std::mutex mutex_;
    std::condition_variable said_;
    bool begun_ = false;
    bool over_ = false;
    long nodes_ = -1;
    std::thread thread_;
};

/// A function of the driver, to which the test is not linked. Its type selects the version.
template <class Function>
Function of_driver(const char* name, unsigned version) {
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult found{};
    gpu::must(cudaGetDriverEntryPointByVersion(name, &entry, version, cudaEnableDefault, &found));
    return reinterpret_cast<Function>(entry);
}
CUcontext current() {
    static const auto ask = of_driver<PFN_cuCtxGetCurrent_v4000>("cuCtxGetCurrent", 4000);
    CUcontext context = nullptr;
    REQUIRE(ask(&context) == CUDA_SUCCESS);
    return context;
}
/// A context of the caller's on the current device, destroyed with this object.
class own_context {
  public:
    own_context() : before_(current()) {
        const auto create = of_driver<PFN_cuCtxCreate_v3020>("cuCtxCreate", 3020);
        REQUIRE(create(&context_, 0, 0) == CUDA_SUCCESS);
    }
    ~own_context() {
        (void)of_driver<PFN_cuCtxDestroy_v4000>("cuCtxDestroy", 4000)(context_);
        (void)of_driver<PFN_cuCtxSetCurrent_v4000>("cuCtxSetCurrent", 4000)(before_);
    }
    own_context(const own_context&) = delete;
    own_context& operator=(const own_context&) = delete;
    bool is_current() const { return current() == context_; }

  private:
    CUcontext before_;
    CUcontext context_ = nullptr;
};

std::size_t free_memory() {
    std::size_t free = 0, all = 0;
    gpu::must(cudaDeviceSynchronize());
    gpu::must(cudaMemGetInfo(&free, &all));
    return free;
}

}  // namespace
