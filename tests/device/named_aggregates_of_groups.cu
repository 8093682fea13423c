// SPDX-License-Identifier: Apache-2.0
// Named aggregates of groups on the GPU: the host's bits.
#include "gpu.cuh"

#include <moments.hpp>
#include <same_bits.hpp>

#include <impulse/aggregates/all.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>

using support::members_of;
using support::same_bits;

namespace {

std::vector<float> make_numbers(index_t n) {
    return support::make_items(n, [](index_t i) {
        const auto bits = support::scatter(static_cast<std::uint64_t>(i) + 5);
        return static_cast<float>(static_cast<double>(bits % 1009) / 8.125 - 60.0);
    });
}

const auto on_host = impulse::automatic.on(impulse::host);
const auto on_gpu = impulse::automatic.on(impulse::device);

}  // namespace

TEST_CASE("named aggregates: groups have the host's bits") {
    const auto items = make_numbers(33 * 20'000);
    const gpu::buffer<float> x(items);
    const auto check = [&](const auto& here, const auto& there) {
        const auto expected = impulse::reduce(on_host, here, impulse::moments{});
        gpu::buffer<impulse::moments_result> out(static_cast<index_t>(expected.size()));
        impulse::reduce_into(on_gpu, there, out.data(), impulse::moments{});
        const auto found = gpu::download(out);
        for (std::size_t i = 0; i < expected.size(); ++i)
            REQUIRE(same_bits(members_of(found[i]), members_of(expected[i])));
    };
    for (const index_t length : {1, 3, 8, 20, 33, 64, 768, 5000}) {
        const auto here = impulse::batches(items.data(), 33 * 20'000 / length, length);
        const auto there = impulse::batches(x.data(), 33 * 20'000 / length, length);
        check(here, there);
        const gpu::buffer<double> variances(33 * 20'000 / length);
        impulse::variance_into(on_gpu, there, variances.data());
        CHECK(same_bits(gpu::download(variances), impulse::variance(on_host, here)));
    }
    check(impulse::columns(impulse::matrix_view(items.data(), 6600, 100)),
          impulse::columns(impulse::matrix_view(x.data(), 6600, 100)));
    check(impulse::columns(impulse::matrix_view(items.data(), 100, 6600)),
          impulse::columns(impulse::matrix_view(x.data(), 100, 6600)));
    std::vector<index_t> offsets{0};
    while (offsets.back() < 600'000) offsets.push_back(offsets.back() + (offsets.back() * 7 + 3) % 41);
    const gpu::buffer<index_t> there(offsets);
    check(impulse::segments(items, offsets), impulse::segments(x, there));
}
