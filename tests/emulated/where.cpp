// SPDX-License-Identifier: Apache-2.0
// Masked items on grids of emulated blocks: the host's bits, whatever the mask.
#include <suite.hpp>

#include <emulated/check.hpp>

#include <impulse/algorithms.hpp>

using impulse::where;

TEST_CASE("emulated: where" * doctest::skip(support::under_thread_sanitizer)) {
    auto random = support::random_source(8);
    emulated::fibers machine(emulated::turns::by_chance);
    for (const auto& size : emulated::machine_sizes) {
        emulated::gpu<emulated::fibers, 8> on(machine, size);
        const auto policy = impulse::last_block.on(on.place());
        for (const index_t n : support::size_classes(size.warps * size.tiles, 256, random)) {
            const std::uint64_t every = random() % 4 + 1;  // 1: no item takes part
            const auto x =
                support::make_items(n, [&](index_t) { return static_cast<float>(random() % 1000) * 0.37f; });
            const auto mask = support::make_items(n, [&](index_t) { return random() % every != 0; });
            CAPTURE(n);
            CAPTURE(every);
            CHECK(same_bits(impulse::sum(policy, where(x, mask)), impulse::sum(where(x, mask))));
            CHECK(same_bits(impulse::mean(policy, where(x, mask)), impulse::mean(where(x, mask))));
            CHECK(same_bits(impulse::variance(policy, where(x, mask)), impulse::variance(where(x, mask))));
            CHECK(impulse::argmin(policy, where(x, mask)) == impulse::argmin(where(x, mask)));
            CHECK(impulse::max_value(policy, where(x, mask)) == impulse::max_value(where(x, mask)));
        }
    }
}
