// SPDX-License-Identifier: Apache-2.0
// The bench on which rungs are checked and timed.
#pragma once

#include <lab.cuh>
#include <map>

#include "rung.hpp"

namespace ladder {

class bench {
  public:
    bench();

    /// Throws where a rung gives another result than the CPU: on its size, and on an odd one. And where it
    /// says that it keeps the order, and does not.
    void check(const rung& which);

    /// One call for a profiler, which is told to look on from here to there: first a kernel called next_row,
    /// then the rung's own. Throws where the result is wrong.
    void profile(const std::string& family, const rung& which);

    /// The median of several calls' time, on items in no cache.
    double seconds(const rung& which);

    /// The same of anything else that is put on the lab's stream; `prepare` is not timed.
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
    perf::device_memory items_;    // what rungs see; those in place destroy it
    perf::device_memory words_;    // the letters of the free monoid
    perf::device_memory scratch_;  // for sums and for words
    perf::device_memory out_;
    perf::device_memory counter_;
};

}  // namespace ladder
