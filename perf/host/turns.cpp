// SPDX-License-Identifier: Apache-2.0
#include "turns.hpp"

#include <chrono>
#include <cstddef>
#include <thread>

namespace perf {

namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr double least_sample = 2e-4;  ///< in seconds; reading the clock takes tens of nanoseconds
constexpr double longest_warmed = 2e-2;
constexpr int max_samples = 10;  ///< of a side in one turn
constexpr int least_turns = 7, max_iterations_ = 25;

/// The number of calls in one sample of a side, and whether an untimed call comes first.
struct plan {
    std::int64_t calls = 1;
    bool warmed = true;
};

plan make_plan(const timed_calls& side) {
    plan made;
    side(1);
    double seconds = side(1);
    // Waking threads takes less than a hundred microseconds, and an input this long leaves nothing in the
    // caches.
    made.warmed = seconds < longest_warmed;
    for (; seconds < least_sample; seconds = side(made.calls)) made.calls *= 2;
    return made;
}

}  // namespace

std::vector<std::vector<double>> take_turns(const std::vector<timed_calls>& sides) {
    std::vector<plan> plans;
    for (const timed_calls& side : sides) plans.push_back(make_plan(side));

    std::vector<std::vector<double>> samples(sides.size());
    const auto enough = clock::now() + milliseconds(2000);
    for (int turn = 0; turn < least_turns || (turn < max_iterations_ && clock::now() < enough); ++turn)
        for (std::size_t s = 0; s < sides.size(); ++s) {
            const auto [calls, warmed] = plans[s];
            // OpenMP's threads spin for milliseconds after their work, and must not disturb the next side.
            // One untimed call wakes the threads, and leaves the caches as this side does.
            std::this_thread::sleep_for(milliseconds(10));
            if (warmed) sides[s](1);
            const auto next_side = clock::now() + milliseconds(2);
            int taken = 0;
            do samples[s].push_back(sides[s](calls) / static_cast<double>(calls));
            while (++taken < max_samples && clock::now() < next_side);
        }
    return samples;
}

}  // namespace perf
