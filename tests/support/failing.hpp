// SPDX-License-Identifier: Apache-2.0
// Steps that fail: the k-th allocation, start of a thread or application of an operator from now on, in any
// thread.
#pragma once

#include <atomic>
#include <limits>

namespace support {

/// Counts steps while it is armed, and makes one of them fail.
class failing_step {
  public:
    /// The k-th step from now on, counted from 0, fails.
    void arm(long k) {
        fired_ = false;
        left_ = k;
    }
    /// No step fails any more; returns whether one did.
    bool disarm() {
        left_ = none;
        return fired_;
    }
    /// Whether this step must fail.
    bool next() {
        if (left_.load(std::memory_order_relaxed) == none) return false;
        if (left_.fetch_sub(1) != 0) return false;
        fired_ = true;
        return true;
    }

  private:
    static constexpr long none = std::numeric_limits<long>::min();
    std::atomic<long> left_ = none;
    std::atomic<bool> fired_ = false;
};

/// Calls of operator new, and what operator delete has not returned.
inline failing_step allocations;
inline std::atomic<long> allocations_alive = 0;
/// How many allocations of this thread succeed before all fail; negative: all succeed.
inline thread_local long allocations_left = -1;
/// Threads that the operating system starts.
inline failing_step threads_started;

}  // namespace support
