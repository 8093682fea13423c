// SPDX-License-Identifier: Apache-2.0
/// \file
/// One operator on all that the emulated machine can be: every policy, machine size and size class.
#pragma once

#include <doctest/doctest.h>

#include <emulated/run.hpp>
#include <seed.hpp>
#include <sizes.hpp>

#include <impulse/sources.hpp>
#include <impulse/tile.hpp>

namespace emulated {

inline constexpr size machine_sizes[] = {{1, 1, 1}, {1, 4, 2}, {2, 3, 1}, {5, 2, 1}, {7, 4, 3}};

/// Every policy, machine size and size class; each result must be the serial fold, written once, and leave
/// the counters zero.
template <int Width, class Make, class Init, class Op>
void check_everywhere(const Make& make, const Init& init, const Op& op, turns order) {
    using item = decltype(make(index_t{}));
    const index_t tile = impulse::tile_items<item, impulse::contiguous_source<item>, Op>(Width);
    auto random = support::random_source(1);
    fibers machine(order);
    for (const auto& size : machine_sizes) {
        executor<fibers, Width> on(machine, size);
        for (const index_t n : support::size_classes(size.blocks * size.warps, tile, random)) {
            const auto items = support::make_items(n, make);
            const auto expected = support::fold_serially(items, init, op);
            for_each_strategy([&]<class Strategy>(const char* policy) {
                CAPTURE(policy);
                CAPTURE(size.blocks);
                CAPTURE(size.warps);
                CAPTURE(n);
                const auto result = reduce_on<Strategy>(on, items, init, op);
                CHECK(result.writes == 1);
                if (result.writes == 1) CHECK(*result.value == expected);
                CHECK(on.counters().ticket == 0);
                CHECK(on.counters().next == 0);
            });
        }
    }
}

}  // namespace emulated
