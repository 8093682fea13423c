// SPDX-License-Identifier: Apache-2.0
/// \file
/// The same call gives the same bits: whoever arrives first, wherever the items lie, however many blocks
/// fetch.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/run.hpp>
#include <seed.hpp>

#include <impulse/functors.hpp>
#include <impulse/operators.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

using emulated::turns;
using impulse::index_t;

namespace {

using fiber_executor = emulated::executor<emulated::fibers, 4>;

/// Numbers of very different sizes, whose sum depends on the grouping.
std::vector<float> uneven_floats(index_t n, std::mt19937_64& random) {
    std::vector<float> items;
    for (index_t i = 0; i < n; ++i) {
        const auto exponent = static_cast<int>(support::random_between(random, -20, 20));
        items.push_back(
            std::ldexp(static_cast<float>(support::random_between(random, -1000, 1000)), exponent));
    }
    return items;
}

std::uint32_t bits(const emulated::result_cell<float>& result) {
    REQUIRE(result.writes == 1);
    return std::bit_cast<std::uint32_t>(*result.value);
}

template <class Op>
void check_any_arrival(Op op) {
    auto random = support::random_source(2);
    for (const index_t n : {1, 77, 1000, 5003}) {
        const auto items = uneven_floats(n, random);
        emulated::for_each_strategy([&]<class Strategy>(const char* policy) {
            CAPTURE(policy);
            CAPTURE(n);
            emulated::fibers in_turn(turns::oldest);
            fiber_executor reference(in_turn, {6, 3, 2});
            const auto expected = bits(emulated::reduce_on<Strategy>(reference, items, 0.5f, op));
            for (const turns order : {turns::newest, turns::by_chance, turns::by_chance, turns::by_chance}) {
                emulated::fibers machine(order);
                fiber_executor on(machine, {6, 3, 2});
                CHECK(bits(emulated::reduce_on<Strategy>(on, items, 0.5f, op)) == expected);
            }
        });
    }
}

template <class Op>
void check_any_number_of_fetchers(Op op) {
    auto random = support::random_source(3);
    emulated::fibers machine(turns::by_chance);
    for (const index_t n : {77, 1000, 5003}) {
        const auto items = uneven_floats(n, random);
        fiber_executor alone(machine, {1, 3, 2});
        const auto expected = bits(emulated::reduce_on<impulse::work_queue_strategy>(alone, items, 0.5f, op));
        for (const int blocks : {2, 3, 8, 50}) {
            CAPTURE(n);
            CAPTURE(blocks);
            fiber_executor on(machine, {blocks, 3, 2});
            CHECK(bits(emulated::reduce_on<impulse::work_queue_strategy>(on, items, 0.5f, op)) == expected);
        }
    }
}

}  // namespace

TEST_SUITE_BEGIN("emulated repeatability" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("the same bits whichever block arrives first") {
    check_any_arrival(impulse::plus{});
    check_any_arrival(impulse::ordered(impulse::plus{}));
}

TEST_CASE("a work queue gives the same bits however many blocks fetch from it") {
    check_any_number_of_fetchers(impulse::plus{});
    check_any_number_of_fetchers(impulse::ordered(impulse::plus{}));
}

TEST_SUITE_END();
