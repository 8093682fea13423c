// SPDX-License-Identifier: Apache-2.0
// Initial values in GPU memory: calls read them in stream order, after earlier launches, and give the host's
// bits.
#include "host_bits.cuh"

TEST_CASE("init_from: what an earlier launch has left") {
    const gpu::stream s;
    const gpu::place_of_suite at{impulse::automatic.on(s)};
    for (const index_t n : {1, 33, 5000, 300'007}) support::check_init_from(at, n);
}

TEST_CASE("accumulate_into: groups, in two pieces") {
    const gpu::place_of_suite at;
    const auto items = support::make_numbers<float>(30'000);
    const auto x = at.put(items);
    support::check_accumulated(at, 100, impulse::columns(impulse::matrix_view{x.data(), 300, 100}),
                               impulse::columns(impulse::matrix_view{items.data(), 300, 100}));
    support::check_accumulated(at, 1000, impulse::batches(x.data(), 1000, 30),
                               impulse::batches(items.data(), 1000, 30), impulse::maximum{});
}
