// SPDX-License-Identifier: Apache-2.0
// Init takes part once, on the left, and need not be an identity.
//
// Without it the operator needs a known identity (identities.cpp).
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/reduce.hpp>

using support::stretch;

namespace {

template <class Op, class T>
constexpr T identity_of(Op op = {}) {
    return impulse::identity<Op, T>::of(op);
}

/// The maximum of non-negative numbers, with its own identity.
struct longest {
    std::size_t operator()(std::size_t a, std::size_t b) const { return a < b ? b : a; }
};

}  // namespace

template <>
struct impulse::identity<longest, std::size_t> {
    static constexpr std::size_t of(const longest&) { return 0; }
};
template <>
struct impulse::freedom<longest, std::size_t>
    : std::integral_constant<impulse::grouping, impulse::grouping::reorder> {};

TEST_CASE("init: takes part once, and on the left, whatever the size") {
    support::for_each_shape([](auto, const auto& policy) {
        for (const index_t n : {0, 1, 2, 3, 63, 64, 65, 1000, 50'000}) {
            CAPTURE(n);
            const auto items = support::make_items(n, support::make_stretch{});
            CHECK(impulse::reduce(policy, items, stretch{-7, 0}, support::join_stretches{}) ==
                  stretch{-7, n});
            // If init were on the right, in the middle or used twice, the stretches would not be adjacent.
            if (n > 0) {
                CHECK(impulse::reduce(policy, items, stretch{n, n + 1}, support::join_stretches{}) ==
                      support::broken);
            }
            const std::vector<int> ones(static_cast<std::size_t>(n), 1);
            CHECK(impulse::reduce(policy, ones, 1000) == 1000 + n);
            CHECK(impulse::reduce(policy, ones, 3, impulse::multiplies{}) == 3);
        }
    });
}

TEST_CASE("init: an empty range gives it") {
    const std::vector<int> none;
    const std::vector<std::string> no_words;
    const int* const nothing = nullptr;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, none, 42) == 42);
        CHECK(impulse::reduce(policy, none, 42, impulse::multiplies{}) == 42);
        CHECK(impulse::reduce(policy, none, 42, support::last{}) == 42);
        CHECK(impulse::reduce(policy, nothing, nothing, 42) == 42);  // a null pointer to no items is fine
        CHECK(impulse::reduce(policy, no_words, std::string("init"), impulse::plus{}) == "init");
        CHECK(impulse::transform_reduce(policy, none, 42, impulse::plus{}, std::negate<>{}) == 42);
        CHECK(impulse::transform_reduce(policy, none, none, 42) == 42);
        int out = 0;
        impulse::reduce_into(policy, none, &out, 42);
        CHECK(out == 42);
    });
}

TEST_CASE("identity: an empty range without init gives it") {
    const std::vector<int> none;
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, none) == 0);
        CHECK(impulse::reduce(policy, none, impulse::plus{}) == 0);
        CHECK(impulse::reduce(policy, none, impulse::multiplies{}) == 1);
        CHECK(impulse::reduce(policy, none, impulse::maximum{}) == std::numeric_limits<int>::lowest());
        CHECK(impulse::reduce(policy, none, impulse::minimum{}) == std::numeric_limits<int>::max());
        CHECK(impulse::reduce(policy, none, impulse::bit_and{}) == ~0);
        CHECK(impulse::reduce(policy, none, std::plus<>{}) == 0);
        CHECK(impulse::reduce(policy, none, impulse::with_identity(support::last{}, 17)) == 17);
        CHECK(impulse::reduce(policy, std::vector<double>(), impulse::minimum{}) ==
              std::numeric_limits<double>::infinity());
        CHECK(impulse::reduce(policy, std::vector<std::size_t>{3, 9, 4}, longest{}) == 9);
        CHECK(impulse::reduce(policy, std::vector<std::size_t>{}, longest{}) == 0);
    });
}

TEST_CASE("identity: known of the library's functors, and of std's, on numbers") {
    using namespace impulse;
    CHECK(identity_of<plus, int>() == 0);
    CHECK(identity_of<minimum_number, float>() != identity_of<minimum_number, float>());  // NaN
    CHECK(identity_of<maximum_number, int>() == std::numeric_limits<int>::lowest());
    CHECK(identity_of<multiplies, float>() == 1);
    CHECK(identity_of<minimum, unsigned char>() == 255);
    CHECK(identity_of<maximum, unsigned char>() == 0);
    CHECK(identity_of<minimum, float>() == std::numeric_limits<float>::infinity());
    CHECK(identity_of<maximum, float>() == -std::numeric_limits<float>::infinity());
    CHECK(identity_of<bit_and, std::uint8_t>() == 0xff);
    CHECK(identity_of<bit_or, int>() == 0);
    CHECK(identity_of<bit_xor, int>() == 0);
    CHECK(identity_of<logical_and, bool>() == true);
    CHECK(identity_of<logical_or, bool>() == false);
    CHECK(identity_of<logical_xor, bool>() == false);
    CHECK(identity_of<std::plus<>, long>() == 0);
    CHECK(identity_of<std::multiplies<int>, int>() == 1);
    CHECK(identity_of<std::bit_and<>, int>() == ~0);
    CHECK(identity_of<plus, std::complex<double>>() == 0.0);
    static_assert(!has_identity<bit_and, float>);
    static_assert(!has_identity<plus, std::string>);
    static_assert(!has_identity<support::last, int>);
    static_assert(!has_identity<std::minus<>, int>);
    static_assert(has_identity<decltype(unordered(plus{})), int>);
    static_assert(has_identity<decltype(ordered(plus{})), int>);
    static_assert(has_identity<decltype(assume_associative(with_identity(support::last{}, 1))), int>);
}

TEST_CASE("identity: none is needed, and no value is made up") {
    // A zero or a T{} would change the results: each operator here must see only init and the items.
    const std::vector<int> negative(777, -5);
    const std::vector<unsigned> large(777, 9u);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, negative, -9, [](int a, int b) { return a < b ? b : a; }) == -5);
        CHECK(impulse::reduce(policy, large, 10u, [](unsigned a, unsigned b) { return a < b ? a : b; }) ==
              9u);
        CHECK(impulse::reduce(policy, negative, -9,
                              impulse::unordered([](int a, int b) { return a < b ? b : a; })) == -5);
    });
}
