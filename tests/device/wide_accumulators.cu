// SPDX-License-Identifier: Apache-2.0
/// \file
/// Accumulators of 256 bytes, the most that a value on the GPU may have.
#include <doctest/doctest.h>

#include "gpu.cuh"
#include "shapes.cuh"

#include <policies.hpp>

#include <impulse/reduce.hpp>

#include <cstring>

using gpu::index_t;

namespace {

struct make_digit {
    IMPULSE_SHARED std::uint8_t operator()(index_t i) const {
        return static_cast<std::uint8_t>(support::scatter(static_cast<std::uint64_t>(i)));
    }
};

/// Counts of bytes by their value modulo 32.
struct histogram {
    std::uint64_t counts[32];
};
struct join_histograms {
    IMPULSE_SHARED histogram operator()(const histogram& a, const histogram& b) const {
        histogram sum;
        for (int i = 0; i < 32; ++i) sum.counts[i] = a.counts[i] + b.counts[i];
        return sum;
    }
};
struct count_one {
    IMPULSE_SHARED histogram operator()(std::uint8_t x) const {
        histogram one{};
        one.counts[x % 32] = 1;
        return one;
    }
};

}  // namespace

TEST_CASE("operators: accumulators of 256 bytes") {
    for (const index_t n : {0, 1, 1000, 100'003}) {
        CAPTURE(n);
        const auto items = support::make_items(n, make_digit{});
        const gpu::buffer<std::uint8_t> x(items);
        histogram expected{};
        for (const std::uint8_t item : items) ++expected.counts[item % 32];
        support::for_some_policies([&](const std::string& name, const auto& policy) {
            CAPTURE(name);
            const histogram got = impulse::transform_reduce(policy.on(impulse::device), x, histogram{},
                                                            join_histograms{}, count_one{});
            CHECK(std::memcmp(&got, &expected, sizeof(histogram)) == 0);
        });
    }
}
