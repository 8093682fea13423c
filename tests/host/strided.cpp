// SPDX-License-Identifier: Apache-2.0
/// \file
/// The strided iterator: every k-th item, forwards and backwards.
#include <doctest/doctest.h>

#include <monoids.hpp>
#include <policies.hpp>
#include <sizes.hpp>

#include <impulse/extrema.hpp>
#include <impulse/iterators.hpp>
#include <impulse/reduce.hpp>

#include <debug/vector>
#include <deque>
#include <iterator>
#include <vector>

using impulse::index_t;
using impulse::strided;
using support::stretch;

static_assert(std::random_access_iterator<impulse::strided_iterator<const int*>>);
static_assert(std::random_access_iterator<impulse::strided_iterator<std::deque<stretch>::iterator>>);

TEST_CASE("strided: reduces every k-th item in order") {
    constexpr index_t n = 20'000;
    for (const index_t stride : {1, 2, 7}) {
        CAPTURE(stride);
        const auto letter = [stride](index_t i) {
            return i % stride == 0 ? support::make_stretch{}(i / stride) : support::broken;
        };
        const auto items = support::make_items(n * stride, letter);
        const auto first = strided(items.data(), stride);
        support::for_some_policies([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(impulse::reduce(policy, first, first + n, stretch{-1, 0}, support::join_stretches{}) ==
                  stretch{-1, n});
        });
    }
}

TEST_CASE("strided: an iterator that checks where it goes is not moved past its end") {
    const __gnu_debug::vector<int> x{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const auto first = strided(x.begin(), 3), last = first + 4;  // of a pointer, at item 12
    CHECK(std::vector<int>(first, last) == std::vector<int>{1, 4, 7, 10});
    CHECK(impulse::reduce(first, last) == 22);
    CHECK(impulse::reduce(first + 1, last) == 21);
    CHECK((first + 1).base() == x.begin() + 3);
    CHECK(strided(x.begin() + 3, 3) == first + 1);
    CHECK(strided(x.begin() + 9, 3) - first == 3);
}

TEST_CASE("strided: backwards") {
    const std::vector<int> x{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto last_first = strided(x.end() - 1, -2);
    CHECK(std::vector<int>(last_first, last_first + 5) == std::vector<int>{9, 7, 5, 3, 1});
    CHECK(impulse::reduce(last_first, last_first + 5, 0, support::last{}) == 1);
    CHECK(impulse::reduce(last_first, last_first + 5, 0) == 25);
}

TEST_CASE("strided: counts, compares and moves by strides") {
    std::vector<int> x(12, 0);
    const auto first = strided(x.begin(), 3);
    const auto last = first + 4;
    CHECK(last - first == 4);
    CHECK(first - last == -4);
    CHECK(first < last);
    CHECK(last >= first);
    CHECK(2 + first == first + 2);
    CHECK(last - 4 == first);
    auto i = first;
    *i++ = 1;
    *i = 2;
    ++i;
    i[1] = 4;
    *i-- = 3;
    CHECK(*i == 2);
    CHECK(x == std::vector<int>{1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0});
    CHECK(impulse::max_element(first, last) == first + 3);
    CHECK(impulse::max_element(first, last).base() == x.begin() + 9);
    CHECK(first.stride() == 3);
}
