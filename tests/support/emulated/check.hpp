// SPDX-License-Identifier: Apache-2.0
// One operator on every emulated machine: every policy, machine size and size class.
#pragma once

#include <doctest/doctest.h>

#include <emulated/run.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>

namespace emulated {

inline constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

/// Blocks of one warp; of several warps; and of several warps that take more than a tile each, together with
/// other blocks.
inline constexpr size machine_sizes[] = {{1, 1, 1}, {4, 1, 2}, {2, 2, 3}, {3, 1, 5}};

/// The items that a warp reduces at once.
template <int Width, class Acc, class Op>
constexpr index_t tile_items() {
    using source = const impulse::contiguous_source<Acc>;
    using leaves = impulse::detail::leaves<Acc, source, const Op,
                                           impulse::detail::in_flight_of_subtree<Acc, source, const Op>>;
    return index_t{Width} * leaves::shape.per_lane();
}

/// The checks of one call. They do not depend on its types, so they are compiled once.
struct outcome {
    int writes;
    bool equal;
    int unwritten;
    bool counters_are_zero;
};

inline void check_outcome(const std::string& policy, const size& size, index_t n, const outcome& got) {
    CAPTURE(policy);
    CAPTURE(size.warps);
    CAPTURE(size.tiles);
    CAPTURE(size.resident);
    CAPTURE(n);
    CHECK(got.writes == 1);
    CHECK(got.equal);
    CHECK(got.unwritten == 0);
    CHECK(got.counters_are_zero);
}

/// Checks all the policies, machine sizes and size classes: each result must be the serial fold and be
/// written once, the operator must see only values that were written, and the counters must be zero again.
template <int Width, class Policies, class Make, class Init, class Op>
void check_everywhere(const Policies& policies, const Make& make, const Init& init, const Op& op,
                      turns order) {
    using item = decltype(make(index_t{}));
    const index_t tile = tile_items<Width, item, Op>();
    auto random = support::random_source(1);
    fibers machine(order);
    for (const auto& size : machine_sizes) {
        gpu<fibers, Width> on(machine, size);
        for (const index_t n : support::size_classes(size.warps * size.tiles, tile, random)) {
            const auto items = support::make_items(n, make);
            const auto expected = support::fold_serially(items, init, op);
            policies([&](const std::string& name, const auto& policy) {
                int unwritten = 0;
                result_cell<Init> result;
                impulse::reduce_into(policy.on(on.place()), items, &result, init,
                                     watched<Op>{op, &unwritten});
                const bool equal = result.writes > 0 && *result.value == expected;
                check_outcome(name, size, n, {result.writes, equal, unwritten, on.counters_are_zero()});
            });
        }
    }
}

}  // namespace emulated
