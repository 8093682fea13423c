// SPDX-License-Identifier: Apache-2.0
/// \file
/// The threads of a grid as std::threads, all of them at the same time: what ThreadSanitizer understands.
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace emulated {

/// Runs functions that must not throw, a std::thread each.
class threads {
  public:
    void run(int count, const std::function<void(int)>& body) {
        std::vector<std::jthread> running;
        for (int i = 0; i < count; ++i) running.emplace_back([&body, i] { body(i); });
    }

    class barrier {
      public:
        barrier(threads&, int count) : all_(count) {}
        void wait() { all_.arrive_and_wait(); }

      private:
        std::barrier<> all_;
    };
};

}  // namespace emulated
