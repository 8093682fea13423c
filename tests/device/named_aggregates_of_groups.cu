// SPDX-License-Identifier: Apache-2.0
// Named aggregates of groups on the GPU: the host's bits.
#include "host_bits.cuh"

TEST_CASE("named aggregates: groups have the host's bits") {
    const gpu::place_of_suite at;
    const auto items = support::make_numbers<float>(33 * 20'000);
    const auto x = at.put(items);
    const auto check = [&](const auto& here, const auto& there) {
        const auto expected = impulse::reduce(support::on_host, here, impulse::moments{});
        auto out = at.room<impulse::moments_result>(std::ssize(expected));
        impulse::reduce_into(at.how, there, out.data(), impulse::moments{});
        const auto found = at.get(out);
        for (std::size_t i = 0; i < expected.size(); ++i)
            REQUIRE(support::same_bits(support::members_of(found[i]), support::members_of(expected[i])));
    };
    for (const index_t length : {1, 3, 8, 20, 33, 64, 768, 5000}) {
        const index_t groups = 33 * 20'000 / length;
        const auto here = impulse::batches(items.data(), groups, length);
        const auto there = impulse::batches(x.data(), groups, length);
        check(here, there);
        support::check_written<double>(at, groups, there, here, impulse::variance_into);
    }
    for (const index_t width : {100, 6600})
        check(impulse::columns(impulse::matrix_view(items.data(), 660'000 / width, width)),
              impulse::columns(impulse::matrix_view(x.data(), 660'000 / width, width)));
    std::vector<index_t> offsets{0};
    while (offsets.back() < 600'000) offsets.push_back(offsets.back() + (offsets.back() * 7 + 3) % 41);
    const auto there = at.put(offsets);
    check(impulse::segments(items, offsets), impulse::segments(x, there));
}
