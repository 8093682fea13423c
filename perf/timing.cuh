// SPDX-License-Identifier: Apache-2.0
// Times of work on a GPU, by GPU events or by the host's clock, with a cold L2 cache. Every result is
// checked. For a profiler each row is called once, and its time means nothing.
#pragma once

#include <lab.cuh>
#include <timing.hpp>

namespace perf {

/// A graph of the work that is enqueued in a stream during capture, so that its time has no launch overhead
/// on the host. Everything that is called must have been called before.
class graph {
  public:
    graph(cudaStream_t stream, const work& calls, cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed) {
        cudaGraph_t made = nullptr;
        check(cudaStreamBeginCapture(stream, mode), "capturing calls");
        try {
            calls();
        } catch (...) {
            if (cudaStreamEndCapture(stream, &made) == cudaSuccess) (void)cudaGraphDestroy(made);
            (void)cudaGetLastError();
            throw;
        }
        check(cudaStreamEndCapture(stream, &made), "capturing calls");
        const cudaError_t code = cudaGraphInstantiate(&ready_, made, 0);
        (void)cudaGraphDestroy(made);
        check(code, "instantiating a graph");
    }
    ~graph() { (void)cudaGraphExecDestroy(ready_); }
    graph(const graph&) = delete;
    graph& operator=(const graph&) = delete;

    void launch(cudaStream_t stream) const { check(cudaGraphLaunch(ready_, stream), "launching a graph"); }

  private:
    cudaGraphExec_t ready_ = nullptr;
};

/// One sample of the GPU time of the work in the lab's stream. The eviction before it keeps the GPU busy
/// while the host enqueues the work.
template <class Work>
double gpu_sample(const Work& what) {
    lab& on = lab::instance();
    static event begin, end;
    on.evict();
    begin.record(on.stream());
    what();
    end.record(on.stream());
    check(cudaStreamSynchronize(on.stream()), "running a row");
    return end.seconds_since(begin);
}

/// The GPU time of `what`: the median of several samples. `check_result` checks each of them.
inline double gpu_seconds(const work& what, const work& check_result) {
    lab& on = lab::instance();
    if (on.profiles()) {
        on.profile(what);
        check_result();
        return 1;
    }
    return medians_by_turns(1, 21, 1, [&](std::size_t) {  // the first call loads the kernel
        const double seconds = gpu_sample(what);
        check_result();
        return seconds;
    })[0];
}

/// The host time of `timed`, which waits for its own work: the median of several. `prepare` runs before each
/// call; neither it nor `check_result` is timed.
inline double host_seconds(const work& prepare, const work& timed, const work& check_result) {
    lab& on = lab::instance();
    if (on.profiles()) {
        prepare();
        on.profile(timed);
        check_result();
        return 1;
    }
    return medians_by_turns(1, 11, 1, [&](std::size_t) {  // the first call loads the kernels
        prepare();
        on.evict();
        check(cudaDeviceSynchronize(), "preparing");
        const double seconds = seconds_of(timed);
        check_result();
        return seconds;
    })[0];
}

}  // namespace perf
