// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every policy on grids of emulated blocks: the free monoid and its companions, every size class, every
/// order of arrival, in order and with the order dropped.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/run.hpp>
#include <monoids.hpp>
#include <sizes.hpp>
#include <values.hpp>

#include <impulse/operators.hpp>

using emulated::turns;
using impulse::index_t;
using support::stretch;

namespace {

constexpr emulated::size machine_sizes[] = {{1, 1, 1}, {1, 4, 2}, {2, 3, 1}, {5, 2, 1}, {7, 4, 3}};
constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

/// Every policy, machine size and size class; each result must be the serial fold, written once, and leave
/// the counters zero.
template <int Width, class Make, class Init, class Op>
void check_everywhere(const Make& make, const Init& init, const Op& op, turns order) {
    using item = decltype(make(index_t{}));
    const index_t tile = impulse::tile_items<item, impulse::contiguous_source<item>, Op>(Width);
    auto random = support::random_source(1);
    emulated::fibers machine(order);
    for (const auto& size : machine_sizes) {
        emulated::executor<emulated::fibers, Width> on(machine, size);
        for (const index_t n : support::size_classes(size.blocks * size.warps, tile, random)) {
            const auto items = support::make_items(n, make);
            const auto expected = support::fold_serially(items, init, op);
            emulated::for_each_strategy([&]<class Strategy>(const char* policy) {
                CAPTURE(policy);
                CAPTURE(size.blocks);
                CAPTURE(size.warps);
                CAPTURE(n);
                const auto result = emulated::reduce_on<Strategy>(on, items, init, op);
                CHECK(result.writes == 1);
                if (result.writes == 1) CHECK(*result.value == expected);
                CHECK(on.counters().ticket == 0);
                CHECK(on.counters().next == 0);
            });
        }
    }
}

/// No initial value: the operator says what the result of no items is.
struct join_or_say_nothing : support::join_stretches {
    static stretch nothing() { return {-1, -1}; }
};

}  // namespace

TEST_SUITE_BEGIN("emulated policies" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("the free monoid: nothing lost, repeated or reordered, init once and on the left") {
    for (const turns order : orders) {
        check_everywhere<4>(support::make_stretch{}, stretch{-3, 0}, support::join_stretches{}, order);
        check_everywhere<8>(support::make_stretch{}, stretch{-3, 0}, support::join_stretches{}, order);
    }
}

TEST_CASE("order dropped: nothing lost or repeated") {
    for (const turns order : orders)
        check_everywhere<4>(support::make_tally{}, support::tally{7, 7},
                            impulse::commutative(support::join_tallies{}), order);
}

TEST_CASE("matrices modulo a prime") {
    check_everywhere<4>(support::make_matrix{support::seed()}, support::matrix{{1, 2, 3, 4}},
                        support::matrix_product{}, turns::by_chance);
}

TEST_CASE("semigroups without an identity") {
    check_everywhere<4>(support::make_number{}, std::int64_t{1}, support::first{}, turns::by_chance);
    check_everywhere<4>(support::make_number{}, std::int64_t{1}, support::last{}, turns::by_chance);
}

TEST_CASE_TEMPLATE("values of 1 to 64 bytes, in order", T, support::value_of_size<1>,
                   support::value_of_size<2>, support::value_of_size<3>, support::value_of_size<4>,
                   support::value_of_size<8>, support::value_of_size<12, 4>, support::value_of_size<16, 4>,
                   support::value_of_size<32>, support::value_of_size<64>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(make, make(-1), support::compose{}, turns::by_chance);
}

TEST_CASE_TEMPLATE("values of 1 to 64 bytes, order dropped", T, support::bytes<1>, support::bytes<2>,
                   support::bytes<3>, support::bytes<4>, support::bytes<8>, support::bytes<12, 4>,
                   support::bytes<16, 4>, support::bytes<32>, support::bytes<64>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(make, make(-1), impulse::commutative(support::add_bytes{}), turns::by_chance);
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
