// SPDX-License-Identifier: Apache-2.0
#include "row.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace perf {

namespace {

/// Small integers of both signs: every sum is exact in any grouping.
const std::vector<float>& items(std::int64_t n) {
    static std::vector<float> all;
    const auto count = static_cast<std::size_t>(n);
    if (all.size() != count) {
        all.clear();
        all.reserve(count);
        std::uint32_t x = 1;
        for (std::size_t i = 0; i < count; ++i) {
            x = x * 1664525 + 1013904223;
            all.push_back(static_cast<float>(static_cast<int>((x >> 16) % 21) - 10));
        }
    }
    return all;
}

}  // namespace

outcome host_row::measure() const {
    using clock = std::chrono::steady_clock;
    const std::vector<float>& x = items(n);
    std::vector<float> values(sides.size());

    const std::int64_t turns = std::clamp<std::int64_t>((std::int64_t{1} << 30) / n, 11, 51);
    const std::int64_t calls = std::clamp<std::int64_t>((std::int64_t{1} << 24) / n, 1, 10);
    std::vector<std::vector<double>> samples(sides.size());
    for (std::int64_t t = 0; t < turns; ++t)
        for (std::size_t s = 0; s < sides.size(); ++s) {
            // OpenMP's threads spin for milliseconds after their work is done: they are not to run against
            // the next side. One call that is not timed wakes the threads and leaves the caches as this side
            // does.
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            for (std::int64_t c = -1; c < calls; ++c) {
                const auto begin = clock::now();
                values[s] = sides[s].call(x);
                if (c >= 0) samples[s].push_back(std::chrono::duration<double>(clock::now() - begin).count());
            }
        }

    outcome found{row, n, static_cast<double>(n) * sizeof(float), median(samples[0]), {}, spread(samples[0])};
    for (std::size_t s = 1; s < sides.size(); ++s)
        found.rivals.push_back(
            {sides[s].name, median(samples[s]), sides[s].floor, values[s] == values[0], spread(samples[s])});
    return found;
}

}  // namespace perf
