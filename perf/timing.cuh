// SPDX-License-Identifier: Apache-2.0
// How long work on a GPU takes, by its clock or the host's, with a cold L2 cache, every result checked.
// Where the lab calls rows for a profiler, each is called once, and its time means nothing.
#pragma once

#include <lab.cuh>
#include <timing.hpp>

namespace perf {

/// What is enqueued in a stream while it is captured, as a graph: the host's part of a launch is not in its
/// time. All that is called must have been called before.
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

/// One sample of the GPU's time of what is enqueued in the lab's stream. The eviction before it keeps the GPU
/// busy while the host enqueues it.
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

/// The GPU's time of `what`: the median of several samples, each checked by `check_result`.
inline double gpu_seconds(const work& what, const work& check_result) {
    lab& on = lab::instance();
    if (on.profiles()) {
        on.profile(what);
        check_result();
        return 1;
    }
    return medians_by_turns(1, 21, 1, [&](std::size_t) {  // the first loads the kernel
        const double seconds = gpu_sample(what);
        check_result();
        return seconds;
    })[0];
}

/// The host's time of `timed`, which waits for what it needs: the median of several. Neither `prepare`, which
/// comes before each, nor `check_result` is timed.
inline double host_seconds(const work& prepare, const work& timed, const work& check_result) {
    lab& on = lab::instance();
    if (on.profiles()) {
        prepare();
        on.profile(timed);
        check_result();
        return 1;
    }
    return medians_by_turns(1, 11, 1, [&](std::size_t) {  // the first loads kernels
        prepare();
        on.evict();
        check(cudaDeviceSynchronize(), "preparing");
        const double seconds = seconds_of(timed);
        check_result();
        return seconds;
    })[0];
}

}  // namespace perf
