// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of an operator, the library's functors, and the wrappers. Not known to commute means
/// ordered.
#include <doctest/doctest.h>

#include <monoids.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <string>
#include <vector>

TEST_CASE("operators: which are known to commute") {
    using namespace impulse;
    static_assert(is_commutative_v<plus, int> && is_commutative_v<plus, float>);
    static_assert(is_commutative_v<multiplies, double> && is_commutative_v<multiplies, std::complex<float>>);
    static_assert(is_commutative_v<minimum, int> && is_commutative_v<maximum, float>);
    static_assert(is_commutative_v<bit_and, unsigned> && is_commutative_v<bit_or, char> &&
                  is_commutative_v<bit_xor, long>);
    static_assert(is_commutative_v<logical_and, bool> && is_commutative_v<logical_or, bool> &&
                  is_commutative_v<logical_xor, bool>);

    static_assert(is_commutative_v<std::plus<>, int> && is_commutative_v<std::plus<int>, int>);
    static_assert(is_commutative_v<std::multiplies<>, float> && is_commutative_v<std::bit_and<>, int>);
    static_assert(is_commutative_v<std::bit_or<int>, int> && is_commutative_v<std::bit_xor<>, int>);
    static_assert(is_commutative_v<std::logical_and<>, bool> &&
                  is_commutative_v<std::logical_or<bool>, bool>);

    // A string's + joins; a matrix's * composes; of other operators nothing is known.
    static_assert(!is_commutative_v<plus, std::string> && !is_commutative_v<std::plus<>, std::string>);
    static_assert(!is_commutative_v<multiplies, support::matrix> && !is_commutative_v<std::minus<>, int>);
    static_assert(!is_commutative_v<support::last, int> && !is_commutative_v<int (*)(int, int), int>);
}

TEST_CASE("operators: what the wrappers say") {
    using namespace impulse;
    using join = support::join_stretches;
    static_assert(is_commutative_v<decltype(commutative(join{})), support::stretch>);
    static_assert(!is_commutative_v<decltype(ordered(plus{})), int>);
    static_assert(is_commutative_v<decltype(with_identity(plus{}, 0)), int>);
    static_assert(!is_commutative_v<decltype(with_identity(join{}, 0)), support::stretch>);
    static_assert(is_commutative_v<decltype(with_identity(commutative(join{}), 0)), support::stretch>);
    static_assert(is_commutative_v<decltype(commutative(with_identity(join{}, 0))), support::stretch>);
    static_assert(!is_commutative_v<decltype(ordered(commutative(join{}))), support::stretch>);
    static_assert(commutative(with_identity(support::last{}, 17)).neutral == 17);
    static_assert(identity<decltype(ordered(with_identity(support::last{}, 17))), int>::of(
                      ordered(with_identity(support::last{}, 17))) == 17);
}

TEST_CASE("operators: the wrappers call what they wrap") {
    const std::vector<int> x{3, 1, 4, 1, 5, 9, 2, 6};
    support::for_one_policy([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, x, 0, impulse::ordered(impulse::plus{})) == 31);
        CHECK(impulse::reduce(policy, x, 0, impulse::commutative(std::plus<>{})) == 31);
        CHECK(impulse::reduce(policy, x, impulse::with_identity(std::plus<>{}, 0)) == 31);
        CHECK(impulse::reduce(policy, x,
                              impulse::commutative(impulse::with_identity(impulse::maximum{}, 0))) == 9);
        CHECK(impulse::reduce(policy, x, 0, impulse::with_identity(support::last{}, 17)) == 6);
        CHECK(impulse::reduce(policy, x, impulse::with_identity(support::last{}, 17)) == 6);
    });
}

TEST_CASE("operators: the library's functors") {
    using namespace impulse;
    CHECK(plus{}(2, 3L) == 5);
    CHECK(multiplies{}(2, 1.5) == 3.0);
    CHECK(minimum{}(2, 1.5) == 1.5);
    CHECK(maximum{}(2, 1.5) == 2.0);
    CHECK(minimum{}(-0.0, 0.0) == 0.0);
    CHECK(std::signbit(minimum{}(-0.0, 0.0)));  // neither is smaller: the left one
    CHECK(!std::signbit(maximum{}(0.0, -0.0)));
    CHECK(bit_and{}(6, 3) == 2);
    CHECK(bit_or{}(6, 3) == 7);
    CHECK(bit_xor{}(6, 3) == 5);
    CHECK(logical_and{}(2, 1) == true);
    CHECK(logical_or{}(0, 0) == false);
    CHECK(logical_xor{}(2, 1) == false);
    CHECK(logical_xor{}(2, 0) == true);
    CHECK(plus{}(std::string("a"), "b") == "ab");
}

TEST_CASE("operators: each functor over a range, under every policy") {
    std::vector<unsigned> x;
    unsigned sum = 0, product = 1, all = ~0u, any = 0, odd = 0;
    for (unsigned i = 0; i < 5000; ++i) {
        x.push_back(static_cast<unsigned>(support::scatter(i)) | 1u);
        sum += x.back(), product *= x.back(), all &= x.back(), any |= x.back(), odd ^= x.back();
    }
    const unsigned smallest = *std::min_element(x.begin(), x.end());
    const unsigned largest = *std::max_element(x.begin(), x.end());
    support::for_one_policy([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, x, impulse::plus{}) == sum);
        CHECK(impulse::reduce(policy, x, impulse::multiplies{}) == product);
        CHECK(impulse::reduce(policy, x, impulse::minimum{}) == smallest);
        CHECK(impulse::reduce(policy, x, impulse::maximum{}) == largest);
        CHECK(impulse::reduce(policy, x, impulse::bit_and{}) == all);
        CHECK(impulse::reduce(policy, x, impulse::bit_or{}) == any);
        CHECK(impulse::reduce(policy, x, impulse::bit_xor{}) == odd);
        CHECK(impulse::reduce(policy, x, true, impulse::logical_and{}) == true);
        CHECK(impulse::reduce(policy, x, false, impulse::logical_or{}) == true);
        CHECK(impulse::reduce(policy, x, false, impulse::logical_xor{}) == false);
        CHECK(impulse::reduce(policy, x, std::multiplies<>{}) == product);
        CHECK(impulse::reduce(policy, x, 0u, std::bit_xor<unsigned>{}) == odd);
    });
}
