// SPDX-License-Identifier: Apache-2.0
// Named aggregates on grids of emulated blocks, for one result and for groups: the host's bits.
#include <suite.hpp>

#include <emulated/check.hpp>
#include <moments.hpp>

#include <impulse/algorithms.hpp>

using support::members_of;

namespace {

std::vector<double> make_numbers(index_t n, std::uint64_t salt) {
    return support::make_items(n, [=](index_t i) {
        return static_cast<double>(support::scatter(static_cast<std::uint64_t>(i) + salt) % 1009) / 64.1 -
               3.0;
    });
}

template <class Values>
auto all_bits(const Values& found) {
    return std::tuple_cat(std::tuple(found.template get<0>(), found.template get<2>().value,
                                     found.template get<2>().index, found.template get<3>()),
                          members_of(found.template get<1>()));
}

}  // namespace

TEST_CASE("emulated: moments, min_loc, compensated_sum" * doctest::skip(support::under_thread_sanitizer)) {
    auto random = support::random_source(9);
    emulated::fibers machine(emulated::turns::by_chance);
    const auto several = impulse::together(impulse::maximum{}, impulse::moments{}, impulse::min_loc{},
                                           impulse::compensated_sum{});
    for (const auto& size : emulated::machine_sizes) {
        emulated::gpu<emulated::fibers, 8> on(machine, size);
        const auto policy = impulse::last_block.on(on.place());
        for (const index_t n : support::size_classes(size.warps * size.tiles, 256, random)) {
            const auto x = make_numbers(n, random());
            CAPTURE(n);
            CHECK(same_bits(members_of(impulse::reduce(policy, x, impulse::moments{})),
                            members_of(support::sums_by_definition(x))));
            CHECK(impulse::reduce(policy, x, impulse::min_loc{}) == impulse::reduce(x, impulse::min_loc{}));
            CHECK(same_bits(all_bits(impulse::reduce(policy, x, several)),
                            all_bits(impulse::reduce(x, several))));
            double value = 0;
            index_t index = 0;
            impulse::argmin_into(policy, x, &value, &index);
            CHECK(same_bits(value, impulse::min_value(x)));
            CHECK(index == impulse::argmin(x));
        }
    }
}

TEST_CASE("emulated: groups of named aggregates" * doctest::skip(support::under_thread_sanitizer)) {
    emulated::fibers machine(emulated::turns::by_chance);
    const auto several = impulse::together(impulse::plus{}, impulse::moments{}, impulse::max_loc{},
                                           impulse::compensated_sum{});
    emulated::gpu<emulated::fibers, 8> on(machine, emulated::machine_sizes[0]);
    const auto policy = impulse::last_block.on(on.place());
    const auto x = make_numbers(33 * 100, 1);
    const auto check = [&](const auto& layout) {
        const auto expected = impulse::reduce(layout, several);
        auto found = expected;
        std::vector<double> variances(expected.size());
        for (auto& each : found) each = {};
        impulse::reduce_into(policy, layout, found.data(), several);
        impulse::variance_into(policy, layout, variances.data());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CHECK(same_bits(all_bits(found[i]), all_bits(expected[i])));
            CHECK(same_bits(variances[i], expected[i].template get<1>().variance()));
        }
    };
    check(impulse::batches(x, 33));
    check(impulse::batches(x, 1100));
    check(impulse::columns(impulse::matrix_view(x.data(), 33, 100)));
    const std::vector<index_t> offsets{0, 0, 1, 3, 34, 99, 131, 500, 532, 3300};
    check(impulse::segments(x, offsets));
}
