// SPDX-License-Identifier: Apache-2.0
// Masked items, items of which some are NaN, and initial values in memory, on grids of emulated blocks: the
// host's bits.
#include <suite.hpp>

#include <emulated/inputs.hpp>
#include <host_bits.hpp>

#include <impulse/nan.hpp>

TEST_CASE("emulated: where" * doctest::skip(support::under_thread_sanitizer)) {
    emulated::for_each_place(8, [](const auto& at, index_t n, auto& random) {
        support::check_where(at, n, random() % 4 + 1);  // 1: no item takes part
    });
}

TEST_CASE("emulated: nansum, nanmean, nanvar, nanargmin" * doctest::skip(support::under_thread_sanitizer)) {
    emulated::for_each_place(8, [](const auto& at, index_t n, auto& random) {
        const std::uint64_t every = random() % 4 + 1;  // 1: all
        CAPTURE(n);
        CAPTURE(every);
        const auto items = support::make_numbers<float>(n, every, random());
        const auto same = support::same_as_host(at, items, items);
        same(impulse::nansum);
        same(impulse::nanmean);
        same(impulse::nanvar);
        same(impulse::nanargmin);
    });
}

TEST_CASE("emulated: init_from and accumulate_into" * doctest::skip(support::under_thread_sanitizer)) {
    emulated::for_each_place(8, [](const auto& at, index_t n, auto&) {
        support::check_init_from(at, n);
        const auto x = support::make_numbers<float>(n);
        const auto groups = impulse::batches(x.data(), n / 7, 7);
        support::check_accumulated(at, n / 7, groups, groups);
    });
}
