// SPDX-License-Identifier: Apache-2.0
// Aggregates: operators that lift items, accumulate them one by one or a run at a time, combine in place and
// finalize, give the same as the plain operator, by every policy and shape.
#include "aggregates.hpp"

using namespace aggregate_tests;

TEST_CASE("aggregates: in order, by every policy, whatever the operator says of itself") {
    auto random = support::random_source(31);
    const polynomial init{5, 1};
    for (const index_t n : support::size_classes(64, 64, random)) {
        CAPTURE(n);
        const std::string text = random_text(n, 32);
        polynomial expected = init;
        for (const char letter : text)
            expected = join_polynomials{}(expected, join_polynomials{}.lift(letter));
        const std::string apart(text.rbegin(), text.rend());  // read backwards: not contiguous
        CHECK(same_bits(impulse::tree_fold(text, init, join_polynomials{}), expected));
        CHECK(same_bits(impulse::tree_fold(text, init, in_place{}), expected));
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(same_bits(impulse::reduce(policy, text, init, join_polynomials{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, stepping{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, in_place{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, impulse::assume_associative(running{})),
                            expected));
            CHECK(same_bits(impulse::reduce(policy, apart.rbegin(), apart.rend(), init,
                                            impulse::assume_associative(running{})),
                            expected));
            CHECK(impulse::reduce(policy, text, init, impulse::unordered(stepping{})).power ==
                  expected.power);
        });
        support::for_one_policy([&](auto, const auto& policy) {
            CHECK(same_bits(impulse::reduce(policy, text, init, chained{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, running{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, impulse::assume_associative(in_place{})),
                            expected));
            CHECK(impulse::reduce(policy, text, init, impulse::assume_associative(finishing{})) ==
                  std::to_string(expected.value));
        });
    }
}

TEST_CASE("aggregates: an exact operator takes items in itself, by runs where they lie side by side") {
    const std::string text = random_text(10'000, 33);
    stepping::steps = 0;
    (void)impulse::reduce(text, polynomial{0, 1}, impulse::assume_associative(stepping{}));
    CHECK(stepping::steps > 9'000);
    stepping::steps = 0;
    running::runs = 0;
    (void)impulse::reduce(text, polynomial{0, 1}, impulse::assume_associative(running{}));
    CHECK(running::runs > 0);
    CHECK(stepping::steps == 0);
    const std::deque<char> apart(text.begin(), text.end());
    (void)impulse::reduce(apart, polynomial{0, 1}, impulse::assume_associative(running{}));
    CHECK(stepping::steps > 9'000);
    stepping::steps = 0;
    running::runs = 0;
    (void)impulse::reduce(impulse::batches(text, 20), polynomial{0, 1},
                          impulse::assume_associative(running{}));
    CHECK(running::runs == 500);  // short groups too, each with one call
    CHECK(stepping::steps == 0);
}

TEST_CASE("aggregates: leaves are aligned by index, and the tree joins them") {
    for (const index_t n : support::checked_sizes(34)) {
        CAPTURE(n);
        const auto items = support::make_items(n, support::make_hash{support::seed()});
        const std::deque<std::uint64_t> apart(items.begin(), items.end());
        const auto sixteen = mixed_by_definition<16>(items, 9);
        const auto two = mixed_by_definition<2>(items, 9);
        const auto many = mixed_by_definition<1024>(items, 9);
        CHECK(same_bits(impulse::tree_fold(items, std::uint64_t{9}, mixed_leaves<16>{}), sixteen));
        CHECK(same_bits(impulse::tree_fold(items, std::uint64_t{9}, mixed_leaves<1024>{}), many));
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{9}, mixed_leaves<16>{}), sixteen));
            CHECK(same_bits(impulse::reduce(policy, apart, std::uint64_t{9}, mixed_leaves<2>{}), two));
        });
        support::for_one_policy([&](auto, const auto& policy) {
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{9}, mixed_leaves<1024>{}), many));
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{9}, mixed_leaves<1>{}),
                            mixed_by_definition<1>(items, 9)));
        });
    }
}

TEST_CASE("aggregates: whole leaves are taken in at once, as packs") {
    for (const index_t n : support::checked_sizes(38)) {
        CAPTURE(n);
        const auto items = support::make_items(n, support::make_hash{support::seed()});
        const std::deque<std::uint64_t> apart(items.begin(), items.end());
        const auto twice = [](std::uint64_t item) { return 2 * item; };
        std::vector<std::uint64_t> doubled(items);
        for (std::uint64_t& item : doubled) item *= 2;
        const std::uint64_t init = 9;
        const auto sixteen = mixed_by_definition<16>(items, init);
        const auto two = mixed_by_definition<2>(items, init);
        const auto of_doubled = mixed_by_definition<16>(doubled, init);
        using op = packed_leaves<16>;
        const auto counted = [&](const auto& reduced) {
            op::packs = 0;
            const auto result = reduced();
            CHECK(op::packs.load() == n / 16);
            return result;
        };
        CHECK(same_bits(counted([&] { return impulse::tree_fold(items, init, op{}); }), sixteen));
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(same_bits(counted([&] { return impulse::reduce(policy, items, init, op{}); }), sixteen));
            CHECK(same_bits(counted([&] { return impulse::reduce(policy, apart, init, op{}); }), sixteen));
            CHECK(same_bits(
                counted([&] { return impulse::transform_reduce(policy, items, init, op{}, twice); }),
                of_doubled));
        });
        support::for_one_policy([&](auto, const auto& policy) {
            CHECK(same_bits(impulse::reduce(policy, items, init, impulse::ordered(op{})), sixteen));
            CHECK(same_bits(impulse::reduce(policy, items, impulse::with_identity(op{}, init)),
                            impulse::tree_fold(items, impulse::with_identity(op{}, init))));
            const auto [a, b] = counted([&] {
                return impulse::reduce(policy, items, impulse::make_values(init, init),
                                       impulse::together(packed_leaves<2>{}, op{}));
            });
            CHECK(same_bits(a, two));
            CHECK(same_bits(b, sixteen));
        });
    }
    const std::vector<double> some{1, 2, 3, 4, 5};
    CHECK(impulse::reduce(some, 0.0, lifts_anything{}) == 22.5);
}

// ---- each node once ---------------------------------------------------------------------------------------

namespace {

/// Joins stretches, counts its calls, and counts operands that are not adjacent.
struct watched {
    std::atomic<index_t>* calls;
    std::atomic<index_t>* wrong;
    support::stretch operator()(const support::stretch& a, const support::stretch& b) const {
        ++*calls;
        const index_t size = b.end - b.begin;
        // If the result has two or more items, the left operand has a power of two of them, aligned to it;
        // init is [-5, 0).
        const index_t left = a.end - a.begin;
        const bool of_tree =
            a.begin == -5 || ((left & (left - 1)) == 0 && a.begin % (2 * left) == 0 && size <= left);
        if (a.end != b.begin || !of_tree) ++*wrong;
        return support::join_stretches{}(a, b);
    }
};

}  // namespace

TEST_CASE("aggregates: the operator is applied n times, to adjacent nodes of the tree alone") {
    for (const index_t n : support::checked_sizes(37)) {
        CAPTURE(n);
        const auto items = support::make_items(n, support::make_stretch{});
        support::for_each_shape([&](auto, const auto& policy) {
            std::atomic<index_t> calls = 0, wrong = 0;
            CHECK(impulse::reduce(policy, items, support::stretch{-5, 0}, watched{&calls, &wrong}) ==
                  support::stretch{-5, n});
            CHECK(calls == n);
            CHECK(wrong == 0);
        });
        std::atomic<index_t> calls = 0, wrong = 0;
        CHECK(impulse::tree_fold(items, support::stretch{-5, 0}, watched{&calls, &wrong}) ==
              support::stretch{-5, n});
        CHECK(calls == n);
        CHECK(wrong == 0);
    }
}
