// SPDX-License-Identifier: Apache-2.0
#include "row.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

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
    std::vector<float> values;
    for (const host_entrant& each : sides) values.push_back(each.call(x));  // starts the threads too

    const auto repetitions =
        static_cast<std::size_t>(std::clamp<std::int64_t>((std::int64_t{1} << 31) / n, 21, 501));
    std::vector<std::vector<double>> samples(sides.size());
    for (std::size_t r = 0; r < repetitions; ++r)
        for (std::size_t k = 0; k < sides.size(); ++k) {
            const std::size_t s = (r + k) % sides.size();  // each side follows each other one
            const auto begin = clock::now();
            values[s] = sides[s].call(x);
            samples[s].push_back(std::chrono::duration<double>(clock::now() - begin).count());
        }

    outcome found{row, n, static_cast<double>(n) * sizeof(float), median(samples[0]), {}};
    for (std::size_t s = 1; s < sides.size(); ++s)
        found.rivals.push_back({sides[s].name, median(samples[s]), sides[s].floor, values[s] == values[0]});
    return found;
}

}  // namespace perf
