// SPDX-License-Identifier: Apache-2.0
// The threads of a grid as std::threads that all run at the same time: ThreadSanitizer supports these.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace emulated {

/// Runs functions that must not throw, each in a std::thread.
class threads {
  public:
    void run(int count, const std::function<void(int)>& body) {
        std::vector<std::jthread> running;
        for (int i = 0; i < count; ++i) running.emplace_back([&body, i] { body(i); });
    }

    static void pause() { std::this_thread::yield(); }

    /// It does not use std::barrier: in libstdc++ waiting threads use counters that all barriers share. These
    /// order blocks that nothing else orders, and sometimes hide their races from ThreadSanitizer.
    class barrier {
      public:
        barrier(threads&, int count) : count_(count) {}
        void wait() {
            std::unique_lock lock(mutex_);
            if (++arrived_ == count_) {
                arrived_ = 0;
                ++round_;
                all_came_.notify_all();
            } else {
                all_came_.wait(lock, [this, round = round_] { return round != round_; });
            }
        }

      private:
        const int count_;
        std::mutex mutex_;
        std::condition_variable all_came_;
        int arrived_ = 0;
        unsigned round_ = 0;
    };
};

}  // namespace emulated
