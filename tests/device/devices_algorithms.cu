// SPDX-License-Identifier: Apache-2.0
// Several devices: algorithms over one and two arrays, the order of streams, and large nodes of parts.
#include "tree.cuh"

#include <moments.hpp>

#include <impulse/aggregates/moments.hpp>
#include <impulse/devices.hpp>
#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/parts.hpp>
#include <impulse/sums.hpp>

#include <algorithm>

using impulse::devices;
using support::members_of;

TEST_CASE("devices: algorithms over one and two arrays, and positions") {
    const index_t n = 3'000'001;
    const auto x = support::make_items(n, gpu::make_uneven<float>{});
    const auto y = support::make_items(n, gpu::make_uneven<float>{7});
    const gpu::buffer<float> there(x);
    const auto policy = impulse::automatic.on(devices(0, 0));
    const impulse::distributed<float> apart{{0, there.data(), 1'000'001},
                                            {0, there.data() + 1'000'001, n - 1'000'001}};
    CHECK(gpu::same_bits(impulse::sum(policy, x), impulse::tree_fold(x, 0.f)));
    CHECK(gpu::same_bits(impulse::sum(policy, apart), impulse::tree_fold(x, 0.f)));
    CHECK(gpu::same_bits(impulse::dot(policy, x, y), impulse::dot(x, y)));
    const auto moments = members_of(impulse::reduce(x, impulse::moments{}));
    CHECK(gpu::same_bits(members_of(impulse::reduce(policy, x, impulse::moments{})), moments));
    CHECK(gpu::same_bits(members_of(impulse::reduce(policy, apart, impulse::moments{})), moments));
    const auto beside =
        impulse::reduce(policy, apart, impulse::together(impulse::plus{}, impulse::moments{}));
    CHECK(gpu::same_bits(beside.get<0>(), impulse::tree_fold(x, 0.f)));
    CHECK(gpu::same_bits(members_of(beside.get<1>()), moments));
    const auto least = std::min_element(x.begin(), x.end()) - x.begin();
    CHECK(impulse::min_element(policy, x) - x.begin() == least);
    CHECK(impulse::min_element(policy, apart) == least);
}

TEST_CASE("devices: no parts, and what a stream is still to write") {
    CHECK(impulse::reduce(impulse::automatic.on(devices(0)), impulse::distributed<float>{}, 3.f) == 3.f);
    const index_t n = 50'000'000;
    const auto x = support::make_items(n, gpu::make_uneven<float>{});
    const gpu::buffer<float> from(x), to(n);
    const gpu::stream s, t;
    for (int again = 0; again < 3; ++again) {
        gpu::must(cudaMemset(to.data(), 0, static_cast<std::size_t>(n) * sizeof(float)));
        for (int copy = 0; copy < 20; ++copy)
            gpu::must(cudaMemcpyAsync(to.data(), from.data(), static_cast<std::size_t>(n) * sizeof(float),
                                      cudaMemcpyDeviceToDevice, s));
        CHECK(gpu::same_bits(impulse::sum(impulse::automatic.on(devices(s, t)), to),
                             impulse::sum(impulse::automatic.on(impulse::device), from)));
    }
}

TEST_CASE("parts: large nodes, which are reduced alone") {
    const index_t n = (index_t{3} << 25) + 12'345, cut = 1234;  // contains a whole node of 256 MiB
    const auto x = support::make_items(n, gpu::make_uneven<float>{});
    const gpu::buffer<float> there(x);
    const auto left =
        impulse::reduce_part(impulse::last_block.on(impulse::device), there.data(), there.data() + cut, 0);
    const auto right = impulse::reduce_part(impulse::last_block.on(impulse::device), there.data() + cut,
                                            there.data() + n, cut);
    CHECK(right.begin == cut);
    CHECK(right.end == n);
    CHECK(gpu::same_bits(impulse::join(left, right, impulse::plus{}).value(0.f, impulse::plus{}),
                         impulse::tree_fold(x, 0.f)));
}
