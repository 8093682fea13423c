// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every policy on grids of emulated blocks: the free monoid and its companions, every size class, every
/// order of arrival, in order and with the order dropped.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <monoids.hpp>

#include <impulse/operators.hpp>

using emulated::check_everywhere;
using emulated::turns;
using impulse::index_t;
using support::stretch;

namespace {

constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

/// No initial value: the operator says what the result of no items is.
struct join_or_say_nothing : support::join_stretches {
    static stretch nothing() { return {-1, -1}; }
};

}  // namespace

TEST_SUITE_BEGIN("emulated policies" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("the free monoid: nothing lost, repeated or reordered, init once and on the left") {
    for (const turns order : orders) {
        check_everywhere<4>(emulated::for_each_strategy, support::make_stretch{}, stretch{-3, 0},
                            support::join_stretches{}, order);
        check_everywhere<8>(emulated::for_each_strategy, support::make_stretch{}, stretch{-3, 0},
                            support::join_stretches{}, order);
    }
}

TEST_CASE("order dropped: nothing lost or repeated") {
    for (const turns order : orders)
        check_everywhere<4>(emulated::for_each_strategy, support::make_tally{}, support::tally{7, 7},
                            impulse::commutative(support::join_tallies{}), order);
}

TEST_CASE("matrices modulo a prime") {
    check_everywhere<4>(emulated::for_each_strategy, support::make_matrix{support::seed()},
                        support::matrix{{1, 2, 3, 4}}, support::matrix_product{}, turns::by_chance);
}

TEST_CASE("semigroups without an identity") {
    check_everywhere<4>(emulated::for_each_strategy, support::make_number{}, std::int64_t{1},
                        support::first{}, turns::by_chance);
    check_everywhere<4>(emulated::for_each_strategy, support::make_number{}, std::int64_t{1}, support::last{},
                        turns::by_chance);
}

TEST_CASE("without an initial value") {
    emulated::fibers machine(turns::by_chance);
    emulated::executor<emulated::fibers, 4> on(machine, {3, 2, 1});
    for (const index_t n : {0, 1, 5, 100, 1000})
        emulated::for_each_strategy([&]<class Strategy>(const char* policy) {
            CAPTURE(policy);
            const auto result =
                emulated::reduce_on<Strategy>(on, support::make_items(n, support::make_stretch{}),
                                              impulse::no_init{}, join_or_say_nothing{});
            CHECK(result.writes == 1);
            CHECK(*result.value == (n == 0 ? stretch{-1, -1} : stretch{0, n}));
        });
}

TEST_SUITE_END();
