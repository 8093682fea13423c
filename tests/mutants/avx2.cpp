// SPDX-License-Identifier: Apache-2.0
// Integers of 8 bytes become doubles by vectors of AVX2.
#include <doctest/doctest.h>

#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <cstdint>
#include <vector>

TEST_CASE_TEMPLATE("avx2: means of long integers have the bits of means of doubles", T, std::int64_t,
                   std::uint64_t) {
    std::vector<T> x;
    for (std::uint64_t i = 1; i <= 1000; ++i)
        x.push_back(static_cast<T>((i * 0x9E3779B97F4A7C15) >> (i % 60)));
    const std::vector<double> same(x.begin(), x.end());
    CHECK(impulse::mean(x) == impulse::mean(same));
}
