// SPDX-License-Identifier: Apache-2.0
// Masked items of groups on the GPU: the host's bits.
#include "where.cuh"

#include <same_bits.hpp>

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

using impulse::where;

TEST_CASE("where: groups, some of them empty") {
    const auto items = gpu::make_numbers<float>(30'000);
    const auto of_items = gpu::make_flags(30'000, 2);
    const gpu::buffer<float> x(items);
    const gpu::buffer<unsigned char> mask(of_items);
    const auto how = impulse::automatic.on(impulse::device);
    std::vector<int> offsets{0};
    for (int length = 0; offsets.back() + length <= 30'000; ++length)
        offsets.push_back(offsets.back() + length % 170);
    const gpu::buffer<int> at(offsets);
    const auto groups = static_cast<index_t>(offsets.size()) - 1;
    const gpu::buffer<float> sums(groups);
    impulse::reduce_into(how, impulse::segments(where(x, mask), at), sums.data());
    CHECK(support::same_bits(gpu::download(sums),
                             impulse::reduce(impulse::segments(where(items, of_items), offsets))));

    const impulse::matrix_view there{where(x.data(), mask.data()), 300, 100};
    const impulse::matrix_view here{where(items.data(), of_items.data()), 300, 100};
    const gpu::buffer<double> means(100);
    impulse::mean_into(how, impulse::columns(there), means.data());
    CHECK(support::same_bits(gpu::download(means), impulse::mean(impulse::columns(here))));
    const gpu::buffer<float> products(300);
    impulse::dot_into(how, impulse::rows(there), x.data(), products.data());
    CHECK(support::same_bits(gpu::download(products), impulse::dot(impulse::rows(here), items)));
    const gpu::buffer<index_t> positions(100);
    impulse::argmax_into(how, impulse::columns(there), positions.data());
    CHECK(gpu::download(positions) == impulse::argmax(impulse::columns(here)));
}
