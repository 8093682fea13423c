// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every policy on grids of emulated blocks: the free monoid and its companions, every size class, every
/// order of arrival, in order and with the order dropped.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <monoids.hpp>
#include <policies.hpp>

#include <vector>

using emulated::check_everywhere;
using emulated::orders;
using emulated::turns;
using impulse::index_t;
using support::for_each_policy;
using support::stretch;

namespace {

/// No initial value: the operator says what the result of no items is.
struct join_or_say_nothing : support::join_stretches {
    static stretch nothing(index_t) { return {-1, -1}; }
};

}  // namespace

TEST_SUITE_BEGIN("emulated policies" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("the free monoid: nothing lost, repeated or reordered, init once and on the left") {
    for (const turns order : orders) {
        check_everywhere<4>(for_each_policy, support::make_stretch{}, stretch{-3, 0},
                            support::join_stretches{}, order);
        check_everywhere<8>(for_each_policy, support::make_stretch{}, stretch{-3, 0},
                            support::join_stretches{}, order);
    }
}

TEST_CASE("every shape by hand") {
    check_everywhere<4>(support::for_each_shape, support::make_stretch{}, stretch{-3, 0},
                        support::join_stretches{}, turns::by_chance);
}

TEST_CASE("order dropped: nothing lost or repeated") {
    for (const turns order : orders)
        check_everywhere<4>(for_each_policy, support::make_tally{}, support::tally{7, 7},
                            impulse::unordered(support::join_tallies{}), order);
}

TEST_CASE("matrices modulo a prime") {
    check_everywhere<4>(for_each_policy, support::make_matrix{support::seed()}, support::matrix{{1, 2, 3, 4}},
                        impulse::exact(support::matrix_product{}), turns::by_chance);
}

TEST_CASE("semigroups without an identity") {
    check_everywhere<4>(for_each_policy, support::make_number{}, std::int64_t{1}, support::first{},
                        turns::by_chance);
    check_everywhere<4>(for_each_policy, support::make_number{}, std::int64_t{1}, support::last{},
                        turns::by_chance);
}

TEST_CASE("without an initial value") {
    emulated::fibers machine(turns::by_chance);
    emulated::gpu<emulated::fibers, 4> on(machine, {2, 1, 3});
    for (const index_t n : {0, 1, 5, 100, 1000})
        for_each_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            const auto items = support::make_items(n, support::make_stretch{});
            CHECK(impulse::reduce(policy.on(on.place()), items, join_or_say_nothing{}) ==
                  (n == 0 ? stretch{-1, -1} : stretch{0, n}));
        });
}

TEST_SUITE_END();
