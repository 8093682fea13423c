// SPDX-License-Identifier: Apache-2.0
// Checks and times rungs.
#pragma once

#include <lab.cuh>
#include <map>

#include "rung.hpp"

namespace ladder {

class bench {
  public:
    bench();

    /// Throws if a rung's result differs from the CPU's, for its own size and for an odd one; and if it
    /// claims to keep the order, but does not.
    void check(const rung& which);

    /// Makes one call for a profiler, which collects data only here: first comes a kernel called next_row,
    /// then the rung's own kernels. Throws if the result is wrong.
    void profile(const std::string& family, const rung& which);

    /// The median time of several calls, on items that are in no cache.
    double seconds(const rung& which);

    /// The same for any other work on the lab's stream; `prepare` is not timed.
    double seconds(const std::function<void()>& enqueue, const std::function<void()>& prepare = nullptr);

    gpu& device() { return gpu_; }

  private:
    void check_result(const rung& which, int n);
    void prepare(const rung& which);
    void require_result(const rung& which, int n);
    void require_vector(int n);
    void check_order(const rung& which, int n);
    void synchronize();
    void restore();
    int expected_sum(int n);
    template <class T>
    work<T> on(const perf::device_memory& items, int n) const;

    gpu gpu_;
    std::vector<int> on_host_;
    std::map<int, int> sums_;
    perf::device_memory items_;    // the input of the rungs; in-place rungs overwrite it
    perf::device_memory words_;    // the letters of the free monoid
    perf::device_memory scratch_;  // for sums and for words
    perf::device_memory out_;
    perf::device_memory counter_;
};

}  // namespace ladder
