// SPDX-License-Identifier: Apache-2.0
// Initial values in GPU memory: calls read them in stream order, after earlier launches, and give the host's
// bits.
#include "gpu.cuh"

#include <same_bits.hpp>

#include <impulse/accumulate.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

namespace {

std::vector<float> make_numbers(index_t n) {
    return support::make_items(n, [](index_t i) { return static_cast<float>(i % 97) * 0.37f - 11.f; });
}

}  // namespace

TEST_CASE("init_from: what an earlier launch has left") {
    const gpu::stream s;
    const auto how = impulse::automatic.on(s);
    for (const index_t n : {1, 33, 5000, 300'007}) {
        CAPTURE(n);
        const auto items = make_numbers(n);
        const gpu::buffer<float> x(items), total(1), again(1);
        impulse::sum_into(how, x, total.data());
        impulse::reduce_into(how, x, again.data(), impulse::init_from(total.data()));
        impulse::accumulate_into(how, x, total.data());
        s.wait();
        const float expected = impulse::reduce(items, impulse::sum(items));
        CHECK(support::same_bits(gpu::download(again)[0], expected));
        CHECK(support::same_bits(gpu::download(total)[0], expected));
    }
}

TEST_CASE("accumulate_into: groups, in two pieces") {
    const auto how = impulse::automatic.on(impulse::device);
    const auto items = make_numbers(30'000);
    const gpu::buffer<float> x(items);
    const impulse::matrix_view there{x.data(), 300, 100};
    const impulse::matrix_view here{items.data(), 300, 100};
    const gpu::buffer<float> sums(std::vector<float>(100, 0.25f));
    std::vector<float> expected(100, 0.25f);
    for (int piece = 0; piece < 2; ++piece) {
        impulse::accumulate_into(how, impulse::columns(there), sums.data());
        impulse::accumulate_into(impulse::columns(here), expected.data());
    }
    CHECK(support::same_bits(gpu::download(sums), expected));
    const gpu::buffer<float> of_rows(std::vector<float>(1000, 0.5f));
    std::vector<float> expected_rows(1000, 0.5f);
    impulse::accumulate_into(how, impulse::batches(x.data(), 1000, 30), of_rows.data(), impulse::maximum{});
    impulse::accumulate_into(impulse::batches(items.data(), 1000, 30), expected_rows.data(),
                             impulse::maximum{});
    CHECK(support::same_bits(gpu::download(of_rows), expected_rows));
}
