// SPDX-License-Identifier: Apache-2.0
// Masked items of groups on the GPU: the host's bits.
#include "host_bits.cuh"

using impulse::where;
using support::check_written;

TEST_CASE("where: groups, some of them empty") {
    const gpu::place_of_suite at;
    const auto items = support::make_numbers<float>(30'000);
    const auto flags = support::make_flags(30'000, 2);
    const auto x = at.put(items);
    const auto mask = at.put(flags);
    const auto offsets = support::rising_offsets(30'000);
    const auto offsets_there = at.put(offsets);
    check_written<float>(at, std::ssize(offsets) - 1, impulse::segments(where(x, mask), offsets_there),
                         impulse::segments(where(items, flags), offsets), impulse::reduce_into);

    const impulse::matrix_view there{where(x.data(), mask.data()), 300, 100};
    const impulse::matrix_view here{where(items.data(), flags.data()), 300, 100};
    check_written<double>(at, 100, impulse::columns(there), impulse::columns(here), impulse::mean_into);
    check_written<index_t>(at, 100, impulse::columns(there), impulse::columns(here), impulse::argmax_into);
    const gpu::buffer<float> products(300);
    impulse::dot_into(at.how, impulse::rows(there), x.data(), products.data());
    CHECK(support::same_bits(gpu::download(products), impulse::dot(impulse::rows(here), items)));
}
