// SPDX-License-Identifier: Apache-2.0
// A process that was forked after calls, without exec, has none of the library's threads: its own calls are
// right, and end.
#include <suite.hpp>

#include <child.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

using support::stretch;

TEST_CASE("forked: calls in the child of a process that has called") {
    const index_t n = support::scaled(1'000'000);
    const auto items = support::make_items(n, support::make_stretch{});
    const auto is_right = [&](const auto& policy) {
        return impulse::reduce(policy, items, stretch{-1, 0}, support::join_stretches{}) == stretch{-1, n};
    };
    for (int round = 0; round < 20; ++round)  // after a call, oneTBB's threads stay for a while
        support::for_each_policy([&](auto, const auto& policy) {
            CHECK(is_right(policy));
            CHECK(support::said_by_child(10, [&] { return is_right(policy) && is_right(policy) ? 0 : 1; }) ==
                  "said 0");
        });
}
