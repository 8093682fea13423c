// SPDX-License-Identifier: Apache-2.0
// Masked items on the GPU, for one result: the host's bits.
#include "where.cuh"

#include <same_bits.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/host.hpp>

using impulse::where;

namespace {

/// It has no identity and does not commute. Half of `a` is exact: otherwise nvcc might fuse the caller's
/// product and sum.
struct damped {
    IMPULSE_SHARED float operator()(float a, float b) const { return 0.5f * a + b; }
};

}  // namespace

TEST_CASE("where: the host's bits") {
    const auto here = impulse::automatic.on(impulse::host);
    const auto there = impulse::automatic.on(impulse::device);
    for (const index_t n : {0, 1, 2, 33, 1000, 50'000, 300'007})
        for (const std::uint64_t every : {1u, 3u, 1000u}) {
            CAPTURE(n);
            CAPTURE(every);
            const auto items = gpu::make_numbers<float>(n);
            const auto of_items = gpu::make_flags(n, every);
            const gpu::buffer<float> x(items);
            const gpu::buffer<unsigned char> mask(of_items);
            const auto check = [&](const auto& call) {
                CHECK(support::same_bits(call(there, where(x, mask)), call(here, where(items, of_items))));
            };
            check([](const auto& how, const auto& in) { return impulse::sum(how, in); });
            check([](const auto& how, const auto& in) { return impulse::mean(how, in); });
            check([](const auto& how, const auto& in) { return impulse::variance(how, in, 1); });
            check([](const auto& how, const auto& in) { return impulse::max_value(how, in); });
            check([](const auto& how, const auto& in) { return impulse::argmin(how, in); });
            check([](const auto& how, const auto& in) { return impulse::reduce(how, in, 2.f, damped{}); });
        }
}
