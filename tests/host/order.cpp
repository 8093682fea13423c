// SPDX-License-Identifier: Apache-2.0
// Order: the result is init ∘ x0 ∘ x1 ∘ … ∘ xn-1 in tree order or, for an associative operator, in any
// grouping; it is never reordered unless the caller allows it, and init is used once, on the left.
#include <suite.hpp>

#include <check.hpp>

#include <impulse/reduce.hpp>

using support::check_fold;
using support::stretch;

TEST_CASE("order: the free monoid") {
    check_fold(support::for_each_shape, support::make_stretch{}, stretch{-3, 0}, support::join_stretches{},
               10);
    check_fold(support::for_each_shape, support::make_stretch{}, stretch{-3, 0},
               impulse::assume_associative(support::join_stretches{}), 16);
}

TEST_CASE("order: the free monoid shows what it should") {
    const support::join_stretches op;
    const stretch a{0, 1}, b{1, 2}, c{2, 3};
    CHECK(op(op(a, b), c) == op(a, op(b, c)));
    CHECK(op(b, a) == support::broken);
    CHECK(op(a, c) == support::broken);
    CHECK(op(a, a) == support::broken);
    CHECK(op(support::broken, a) == support::broken);
    CHECK(op(a, support::broken) == support::broken);
}

TEST_CASE("order: matrices modulo a prime") {
    check_fold(support::for_each_shape, support::make_matrix{support::seed()}, support::matrix{{1, 2, 3, 4}},
               support::matrix_product{}, 11);
    check_fold(support::for_some_policies, support::make_matrix{support::seed()},
               support::matrix{{1, 2, 3, 4}}, impulse::assume_associative(support::matrix_product{}), 17);
}

TEST_CASE("order: semigroups without an identity") {
    check_fold(support::for_each_shape, support::make_number{}, std::int64_t{1}, support::first{}, 12);
    check_fold(support::for_each_shape, support::make_number{}, std::int64_t{1}, support::last{}, 13);
}

TEST_CASE("order: strings concatenate") {
    const auto make = [](index_t i) { return std::to_string(i) + ","; };
    const auto concatenate = [](std::string a, const std::string& b) { return std::move(a += b); };
    auto random = support::random_source(14);
    for (const index_t n : support::size_classes(64, 4, random)) {
        const auto items = support::make_items(n, make);
        const auto expected = support::fold_serially(items, std::string("init:"), impulse::plus{});
        support::for_each_shape([&](auto, const auto& policy) {
            CAPTURE(n);
            CHECK(impulse::reduce(policy, items, std::string("init:"), impulse::plus{}) == expected);
            CHECK(impulse::reduce(policy, items, std::string("init:"), concatenate) == expected);
            CHECK(impulse::reduce(policy, items, std::string("init:"),
                                  impulse::assume_associative(concatenate)) == expected);
        });
    }
}

TEST_CASE("the tree: an operator that neither associates nor commutes") {
    support::check_tree(support::for_each_shape, support::make_hash{support::seed()}, std::uint64_t{5},
                        support::mix{}, 18);
}

TEST_CASE("the tree: floats of very different sizes") {
    const auto uneven = [](index_t i) {
        const std::uint64_t bits = support::scatter(static_cast<std::uint64_t>(i));
        return std::ldexp(static_cast<float>(bits % 2001) - 1000, static_cast<int>(bits >> 32 & 31) - 16);
    };
    support::check_tree(support::for_each_shape, uneven, 0.5f, impulse::plus{}, 19);
    support::check_tree(support::for_some_policies, uneven, 0.5, std::plus<>{},
                        20);  // float items, accumulated in double
    support::check_tree(
        support::for_some_policies, uneven, -0.0f, [](float a, float b) { return a * 0.75f + b; }, 21);
}

TEST_CASE("order dropped: nothing lost or repeated, init once") {
    check_fold(support::for_each_shape, support::make_tally{}, support::tally{7, 7},
               impulse::unordered(support::join_tallies{}), 15);
}
