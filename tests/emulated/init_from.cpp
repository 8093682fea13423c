// SPDX-License-Identifier: Apache-2.0
// Initial values in memory, on grids of emulated blocks: the host's bits.
#include <suite.hpp>

#include <emulated/check.hpp>

#include <impulse/accumulate.hpp>
#include <impulse/layouts.hpp>
#include <impulse/policies/last_block.hpp>
#include <impulse/sums.hpp>

TEST_CASE("emulated: init_from and accumulate_into" * doctest::skip(support::under_thread_sanitizer)) {
    auto random = support::random_source(8);
    emulated::fibers machine(emulated::turns::by_chance);
    for (const auto& size : emulated::machine_sizes) {
        emulated::gpu<emulated::fibers, 8> on(machine, size);
        const auto policy = impulse::last_block.on(on.place());
        for (const index_t n : support::size_classes(size.warps * size.tiles, 256, random)) {
            const auto x =
                support::make_items(n, [&](index_t) { return static_cast<float>(random() % 1000) * 0.37f; });
            const float init = 0.3f;
            CAPTURE(n);
            CHECK(support::same_bits(impulse::reduce(policy, x, impulse::init_from(&init)),
                                     impulse::reduce(x, init)));
            std::vector<float> here(static_cast<std::size_t>(n / 7), 0.9f), there = here;
            const auto groups = impulse::batches(x.data(), n / 7, 7);
            impulse::accumulate_into(policy, groups, there.data());
            impulse::accumulate_into(groups, here.data());
            CHECK(support::same_bits(there, here));
        }
    }
}
