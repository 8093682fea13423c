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

#include <string>

namespace emulated {

inline constexpr size machine_sizes[] = {{1, 1, 1}, {1, 4, 2}, {2, 3, 1}, {5, 2, 1}, {7, 4, 3}};

/// What is checked of one run; apart from the types, so that it is compiled once.
struct outcome {
    int writes;
    bool equal;
    int unwritten;
    impulse::counters counters;
};

inline void check_outcome(const std::string& policy, const size& size, index_t n, const outcome& got) {
    CAPTURE(policy);
    CAPTURE(size.blocks);
    CAPTURE(size.warps);
    CAPTURE(n);
    CHECK(got.writes == 1);
    CHECK(got.equal);
    CHECK(got.unwritten == 0);
    CHECK(got.counters.ticket == 0);
    CHECK(got.counters.next == 0);
}

/// Each of the strategies (run.hpp), machine sizes and size classes: each result must be the serial fold, written
/// once; the operator must see only what was written; and the counters must be zero again.
template <int Width, class Strategies, class Make, class Init, class Op>
void check_everywhere(const Strategies& strategies, const Make& make, const Init& init, const Op& op,
                      turns order) {
    using item = decltype(make(index_t{}));
    const index_t tile = impulse::tile_items<item, impulse::contiguous_source<item>, Op>(Width);
    auto random = support::random_source(1);
    fibers machine(order);
    for (const auto& size : machine_sizes) {
        executor<fibers, Width> on(machine, size);
        for (const index_t n : support::size_classes(size.blocks * size.warps, tile, random)) {
            const auto items = support::make_items(n, make);
            const auto expected = support::fold_serially(items, init, op);
            strategies([&]<class Strategy>(const char* policy) {
                int unwritten = 0;
                const auto result = reduce_on<Strategy>(on, items, init, watched<Op>{op, &unwritten});
                const bool equal = result.writes > 0 && *result.value == expected;
                check_outcome(policy, size, n, {result.writes, equal, unwritten, on.counters()});
            });
        }
    }
}

}  // namespace emulated
