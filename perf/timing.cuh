// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long work on a GPU takes, by its clock or the host's: medians, with every repetition's result checked.
/// Where the lab calls rows for a profiler, each is called once, and its time means nothing.
#pragma once

#include <chrono>
#include <functional>
#include <lab.cuh>
#include <table.hpp>
#include <vector>

namespace perf {

/// Enqueues something in the lab's stream, or does something on the host.
using work = std::function<void()>;

/// The GPU's time of `what` with a cold L2 cache: the median of several, each checked by `check_result`.
inline double gpu_seconds(const work& what, const work& check_result) {
    constexpr int repetitions = 21;
    lab& on = lab::instance();
    if (on.profiles()) {
        on.profile(what);
        check_result();
        return 1;
    }
    event begin;
    event end;
    std::vector<double> taken;
    for (int r = -1; r < repetitions; ++r) {  // the first loads the kernel, and does not count
        on.evict();                           // and keeps the GPU busy while the host launches the rest
        begin.record(on.stream());
        what();
        end.record(on.stream());
        check(cudaStreamSynchronize(on.stream()), "running a row");
        check_result();
        if (r >= 0) taken.push_back(end.seconds_since(begin));
    }
    return median(taken);
}

/// The host's time of `timed`, which waits for what it needs: the median of several. Neither `prepare`, which
/// comes before each, nor `check_result` is timed.
inline double host_seconds(const work& prepare, const work& timed, const work& check_result) {
    constexpr int repetitions = 11;
    lab& on = lab::instance();
    if (on.profiles()) {
        prepare();
        on.profile(timed);
        check_result();
        return 1;
    }
    using clock = std::chrono::steady_clock;
    std::vector<double> taken;
    for (int r = -1; r < repetitions; ++r) {  // the first loads kernels, and does not count
        prepare();
        on.evict();
        check(cudaDeviceSynchronize(), "preparing");
        const auto begin = clock::now();
        timed();
        const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
        check_result();
        if (r >= 0) taken.push_back(seconds);
    }
    return median(taken);
}

}  // namespace perf
