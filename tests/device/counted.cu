// SPDX-License-Identifier: Apache-2.0
// Inputs whose number of items the GPU reads when the work runs.
#include "tree.cuh"

#include <impulse/layouts.hpp>

#include <ranges>

TEST_CASE("counted: from 0 to most, and beyond") {
    const gpu::stream s;
    const auto items = support::make_items(200'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const index_t n : {index_t{-3}, index_t{0}, index_t{1}, index_t{777}, index_t{199'999},
                            index_t{200'000}, index_t{1} << 40}) {
        const gpu::buffer<index_t> count(std::vector<index_t>{n});
        const auto expected = impulse::tree_fold(
            std::ranges::subrange(items.begin(), items.begin() + std::clamp<index_t>(n, 0, 200'000)),
            gpu::mix_init, gpu::mix{});
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            gpu::check_equal(name, n,
                             impulse::reduce(policy.on(s), impulse::counted(x, count.data()), gpu::mix_init,
                                             gpu::mix{}) == expected);
        });
    }
}

TEST_CASE("counted: fewer than a cluster was planned for") {
    const gpu::stream s;
    const auto items = support::make_items(30'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    REQUIRE(impulse::reduce.plan(impulse::automatic.on(s), x, gpu::mix_init, gpu::mix{}).tiles.single_tile);
    for (const index_t n : {0, 1, 255, 256, 257, 4095, 4096, 4097, 12'288, 29'999, 30'000}) {
        CAPTURE(n);
        const gpu::buffer<index_t> count(std::vector<index_t>{n});
        const auto there = std::ranges::subrange(items.begin(), items.begin() + n);
        gpu::for_each_policy([&](auto, const auto& policy) {
            CHECK(impulse::reduce(policy.on(s), impulse::counted(x, count.data()), gpu::mix_init,
                                  gpu::mix{}) == impulse::tree_fold(there, gpu::mix_init, gpu::mix{}));
        });
    }
}
