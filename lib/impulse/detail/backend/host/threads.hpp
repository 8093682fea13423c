// SPDX-License-Identifier: Apache-2.0
/// \file
/// The one operation that the host needs of a threading library: call a function for each index.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(host.hpp)

#include <impulse/detail/base/standard.hpp>

#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <pthread.h>
#include <time.h>
#include <atomic>
#include <cstdint>
#elif defined(IMPULSE_HOST_THREADS)
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace impulse::inline IMPULSE_ABI::on_host {

/// The number of calls that run at the same time. With std::thread it is the number of online CPUs at the
/// first call, because each query reads /sys, which takes microseconds. Affinity masks are ignored. (oneTBB's
/// arenas consider the masks, and the arena of the caller.)
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
/// Whether this process is a fork of a process that had called this before. Then oneTBB assumes that the
/// parent's threads exist, and could wait for them forever.
inline bool is_forked() {
    static std::atomic<bool> forked{false};
    [[maybe_unused]] static const int watched = pthread_atfork(nullptr, nullptr, [] { forked = true; });
    return forked.load(std::memory_order_relaxed);
}
#endif

#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
/// The time when threads last had work, or when a call that let them sleep ended.
inline std::atomic<std::int64_t> last_call{0};

/// The time in ns. Not by std::chrono, which takes long to compile.
inline std::int64_t time_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}
inline void note_call() { last_call.store(on_host::time_now(), std::memory_order_relaxed); }

/// Whether threads had no work for so long that they probably sleep. So in a series of calls they are awake
/// from the second call on.
inline bool threads_sleep() {
    constexpr std::int64_t awake_for = 200'000;
    return on_host::time_now() - last_call.load(std::memory_order_relaxed) > awake_for;
}
#else
inline void note_call() {}
inline bool threads_sleep() { return false; }
#endif

/// Calls f(i), which must not throw, for each i in [0, count), in any order and concurrently.
///
/// With std::thread each call that has work for several threads starts them, and joins them before it
/// returns. Waking sleeping threads would take half the time; but they would have to survive a fork, the
/// unloading of a library and the end of main, as oneTBB's do: use that back end for many calls of medium
/// length. In a process that was forked after a call with oneTBB, calls continue with one thread.
void for_each_index(index_t count, const auto& f) {
#if defined(IMPULSE_HOST_TBB) && !defined(__CUDA_ARCH__)
    if (on_host::is_forked()) {
        for (index_t i = 0; i < count; ++i) f(i);
        return;
    }
    // The context is separate, because otherwise a cancelled caller would lose blocks, and its rounding mode
    // would not reach the workers. The call is isolated, because otherwise a thread that waits here might run
    // other tasks of the caller.
    using context = tbb::task_group_context;
    context is_alone(context::isolated, context::default_traits | context::fp_settings);
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(index_t{0}, count, f, is_alone); });
    on_host::note_call();
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
        // If no more threads can be started, the existing ones do the work.
    }
    work();
#else
    for (index_t i = 0; i < count; ++i) f(i);
#endif
}

}  // namespace impulse::on_host
