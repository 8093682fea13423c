// SPDX-License-Identifier: Apache-2.0
// Reductions that skip NaN on grids of emulated blocks: the host's bits, whichever items are NaN.
#include <suite.hpp>

#include <emulated/check.hpp>

#include <impulse/nan.hpp>
#include <impulse/policies/last_block.hpp>

TEST_CASE("emulated: nansum, nanmean, nanvar, nanargmin" * doctest::skip(support::under_thread_sanitizer)) {
    auto random = support::random_source(8);
    emulated::fibers machine(emulated::turns::by_chance);
    for (const auto& size : emulated::machine_sizes) {
        emulated::gpu<emulated::fibers, 8> on(machine, size);
        const auto policy = impulse::last_block.on(on.place());
        for (const index_t n : support::size_classes(size.warps * size.tiles, 256, random)) {
            const std::uint64_t every = random() % 4 + 1;  // 1: all
            const auto items = support::make_items(n, [&](index_t) {
                const auto bits = random();
                return bits % every == 0 ? std::numeric_limits<float>::quiet_NaN()
                                         : static_cast<float>(bits % 1000) * 0.37f;
            });
            CAPTURE(n);
            CAPTURE(every);
            CHECK(same_bits(impulse::nansum(policy, items), impulse::nansum(items)));
            CHECK(same_bits(impulse::nanmean(policy, items), impulse::nanmean(items)));
            CHECK(same_bits(impulse::nanvar(policy, items), impulse::nanvar(items)));
            CHECK(impulse::nanargmin(policy, items) == impulse::nanargmin(items));
        }
    }
}
