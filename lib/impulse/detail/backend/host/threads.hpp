// SPDX-License-Identifier: Apache-2.0
/// \file
/// The one thing the host executor asks of a threading library: call a function for each index.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/host.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>

#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <pthread.h>
#include <atomic>
#elif defined(IMPULSE_HOST_THREADS)
#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_host {

/// How many calls run at a time. std::thread's CPUs are those that were online when the first call asked, for
/// each later one would read the answer from /sys again, which takes microseconds; affinity masks are not
/// asked about. (oneTBB's arenas know the masks, and whoever entered them.)
inline int concurrency() {
#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
    return tbb::this_task_arena::max_concurrency();
#elif defined(IMPULSE_HOST_THREADS)
    static const int online = static_cast<int>((std::max)(1u, std::thread::hardware_concurrency()));
    return online;
#else
    return 1;
#endif
}

#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
/// Whether this process was forked off one that had called this before. The threads that oneTBB then believes
/// to have are its parent's, and it would at times wait for them for ever.
inline bool is_forked() {
    static std::atomic<bool> forked{false};
    [[maybe_unused]] static const int watched = pthread_atfork(nullptr, nullptr, [] { forked = true; });
    return forked.load(std::memory_order_relaxed);
}
#endif

/// Calls f(i), which must not throw, for each i in [0, count), in any order and at the same time.
///
/// Threads of std::thread are started anew by each call that has work for several, and joined before it
/// returns. To wake some that sleep would take half of the time; but they would have to outlive a fork, the
/// unloading of a library and the end of main, as oneTBB's do: that is the back end for many calls of
/// middling length. What was forked off after a call that oneTBB's worked for goes on with one thread.
template <class Function>
void for_each_index(index_t count, const Function& f) {
#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
    if (on_host::is_forked()) {
        for (index_t i = 0; i < count; ++i) f(i);
        return;
    }
    // A context of its own, or a caller that is cancelled would lose blocks, and with the caller's rounding
    // mode; isolated, or a thread that waits here might take up other tasks of the caller.
    using context = tbb::task_group_context;
    context is_alone(context::isolated, context::default_traits | context::fp_settings);
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(index_t{0}, count, f, is_alone); });
#elif defined(IMPULSE_HOST_THREADS)
    std::atomic<index_t> next{0};
    const auto work = [&] {
        for (index_t i = next++; i < count; i = next++) f(i);
    };
    std::vector<std::jthread> others;
    const index_t wanted = std::min<index_t>(count, concurrency()) - 1;
    try {
        for (index_t t = 0; t < wanted; ++t) others.emplace_back(work);
    } catch (const std::system_error&) {
        // No more threads to be had: those that are there do the work.
    }
    work();
#else
    for (index_t i = 0; i < count; ++i) f(i);
#endif
}

}  // namespace on_host
}  // namespace IMPULSE_ABI
}  // namespace impulse
