// SPDX-License-Identifier: Apache-2.0
/// \file
/// Many calls in a row on items that are not in the L2 cache, timed by the GPU.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <comparison.cuh>
#include <cstddef>
#include <lab.cuh>
#include <stdexcept>

namespace perf {

/// Where the inputs of successive calls lie: no two overlap until the pool is used up.
class inputs {
  public:
    inputs(const comparison& of, lab& on)
        : first_(on.items(of.fill_pool) + of.misaligned),
          step_(std::max<std::size_t>((of.bytes + 511) / 512 * 512, 16 * 1024)),
          count_(on.pool_bytes() / step_) {
        if (count_ == 0) throw std::runtime_error("the GPU has not enough memory for this row");
    }
    const void* at(std::size_t call) const { return first_ + call % count_ * step_; }
    std::size_t count() const { return count_; }

  private:
    const char* first_;
    std::size_t step_;
    std::size_t count_;
};

/// Many calls in a row, as a graph: the host's part of a launch is not measured.
class call_graph {
  public:
    call_graph(side& which, const inputs& from, std::size_t calls, cudaStream_t stream) {
        cudaGraph_t graph = nullptr;
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "capturing calls");
        try {
            for (std::size_t i = 0; i < calls; ++i) which.call(from.at(i), stream);
        } catch (...) {
            if (cudaStreamEndCapture(stream, &graph) == cudaSuccess) (void)cudaGraphDestroy(graph);
            (void)cudaGetLastError();
            throw;
        }
        check(cudaStreamEndCapture(stream, &graph), "capturing calls");
        const cudaError_t made = cudaGraphInstantiate(&runs_, graph, 0);
        (void)cudaGraphDestroy(graph);
        check(made, "instantiating a graph");
    }
    ~call_graph() { (void)cudaGraphExecDestroy(runs_); }
    call_graph(const call_graph&) = delete;
    call_graph& operator=(const call_graph&) = delete;

    /// The time of one replay. The eviction before it keeps the GPU busy while the host launches the graph.
    double seconds(lab& on) {
        on.evict();
        begin_.record(on.stream());
        check(cudaGraphLaunch(runs_, on.stream()), "launching a graph");
        end_.record(on.stream());
        check(cudaStreamSynchronize(on.stream()), "running a graph");
        return end_.seconds_since(begin_);
    }

  private:
    cudaGraphExec_t runs_ = nullptr;
    event begin_;
    event end_;
};

}  // namespace perf
