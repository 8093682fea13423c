// SPDX-License-Identifier: Apache-2.0
// Named aggregates on grids of emulated blocks, for one result and for groups: the host's bits.
#include <suite.hpp>

#include <emulated/inputs.hpp>
#include <host_bits.hpp>

TEST_CASE("emulated: moments, min_loc, compensated_sum" * doctest::skip(support::under_thread_sanitizer)) {
    emulated::for_each_place(9, [](const auto& at, index_t n, auto& random) {
        const auto x = support::make_numbers(n, 0, random());
        CAPTURE(n);
        support::check_moments(at, x, x);
        support::check_named_aggregates(at, x, x);
    });
}

TEST_CASE("emulated: groups of named aggregates" * doctest::skip(support::under_thread_sanitizer)) {
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 8> on(machine, emulated::machine_sizes[0]);
    const auto policy = impulse::last_block.on(on.place());
    const auto x = support::make_numbers(33 * 100);
    const auto check = [&](const auto& layout) {
        const auto expected = impulse::reduce(layout, support::named_aggregates);
        auto found = expected;
        std::vector<double> variances(expected.size());
        for (auto& each : found) each = {};
        impulse::reduce_into(policy, layout, found.data(), support::named_aggregates);
        impulse::variance_into(policy, layout, variances.data());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CHECK(same_bits(support::all_bits(found[i]), support::all_bits(expected[i])));
            CHECK(same_bits(variances[i], expected[i].template get<1>().variance()));
        }
    };
    check(impulse::batches(x, 33));
    check(impulse::batches(x, 1100));
    check(impulse::columns(impulse::matrix_view(x.data(), 33, 100)));
    const std::vector<index_t> offsets{0, 0, 1, 3, 34, 99, 131, 500, 532, 3300};
    check(impulse::segments(x, offsets));
}
