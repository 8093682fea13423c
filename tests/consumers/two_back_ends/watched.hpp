// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <thread>

// One operator for every part, so that only the library's names keep the back ends apart. It records whether
// any thread other than the main thread works.
struct watched_plus {
    static inline const std::thread::id home = std::this_thread::get_id();
    static inline std::atomic<bool> elsewhere = false;

    int operator()(int a, int b) const {
        if (std::this_thread::get_id() != home) elsewhere = true;
        return a + b;
    }
};

struct report {
    const char* back_end;
    int sum;
    bool elsewhere;
};
