// SPDX-License-Identifier: Apache-2.0
// `together`: several results in one pass, each with the same bits as alone.
#include <suite.hpp>

#include <check.hpp>

#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

using impulse::make_values;
using impulse::together;

namespace {

float uneven(index_t i) {
    const std::uint64_t bits = support::scatter(static_cast<std::uint64_t>(i));
    return std::ldexp(static_cast<float>(bits % 2001) - 1000, static_cast<int>(bits >> 32 & 31) - 16);
}

/// Leaves of 16 items, summed from left to right in double.
struct leaves_of_16 {
    static constexpr int leaf = 16;
    double lift(float item) const { return item; }
    void accumulate(double& acc, float item) const { acc = acc * 1.0000001 + static_cast<double>(item); }
    double operator()(double a, double b) const { return a * 0.75 + b; }
    double identity() const { return 0; }
};

/// Leaves of 4 items; `finalize` adds the number of items.
struct leaves_of_4 {
    static constexpr int leaf = 4;
    std::uint64_t lift(float item) const { return std::bit_cast<std::uint32_t>(item); }
    void accumulate(std::uint64_t& acc, float item) const { acc = support::scatter(acc + 7 * lift(item)); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
    std::uint64_t finalize(std::uint64_t acc, index_t n) const { return acc ^ static_cast<std::uint64_t>(n); }
};

/// Has neither `lift` nor `accumulate`: its leaves are single items.
struct decay {
    float operator()(float a, float b) const { return a * 0.5f + b; }
};

/// Stateless: keeps the shorter of two texts.
struct shortest {
    std::string operator()(const std::string& a, const std::string& b) const {
        return b.size() < a.size() ? b : a;
    }
};

}  // namespace

TEST_CASE("together: each result as alone") {
    for (const index_t n : support::checked_sizes(80)) {
        CAPTURE(n);
        const auto items = support::make_items(n, uneven);
        const auto expected = std::tuple(impulse::tree_fold(items, 0.25f, impulse::plus{}),
                                         impulse::tree_fold(items, 1.0f, impulse::minimum{}),
                                         impulse::tree_fold(items, 1.0, leaves_of_16{}),
                                         impulse::tree_fold(items, std::uint64_t{3}, leaves_of_4{}),
                                         impulse::tree_fold(items, 0.0f, decay{}));
        const auto init = make_values(0.25f, 1.0f, 1.0, std::uint64_t{3}, 0.0f);
        const auto op = together(impulse::plus{}, impulse::minimum{}, leaves_of_16{}, leaves_of_4{}, decay{});
        const auto as_tuple = [](const auto& all) {
            const auto& [sum, least, sixteen, four, decayed] = all;
            return std::tuple(sum, least, sixteen, four, decayed);
        };
        CHECK(same_bits(as_tuple(impulse::tree_fold(items, init, op)), expected));
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(same_bits(as_tuple(impulse::reduce(policy, items, init, op)), expected));
        });
        CHECK(same_bits(as_tuple(impulse::tree_fold(items, init, impulse::ordered(op))), expected));
        support::for_one_policy([&](auto, const auto& policy) {
            CHECK(same_bits(as_tuple(impulse::reduce(policy, items, init, impulse::ordered(op))), expected));
            CHECK(same_bits(as_tuple(impulse::reduce(policy, items, init, impulse::with_identity(op, init))),
                            expected));
            CHECK(same_bits(as_tuple(impulse::reduce(policy, items, impulse::with_identity(op, init))),
                            as_tuple(impulse::tree_fold(items, impulse::with_identity(op, init)))));
            CHECK(same_bits(impulse::reduce(policy, items, 0.25f, impulse::plus{}), std::get<0>(expected)));
            CHECK(same_bits(impulse::reduce(policy, items, 1.0, leaves_of_16{}), std::get<2>(expected)));
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{3}, leaves_of_4{}),
                            std::get<3>(expected)));
        });
    }
}

TEST_CASE("together: without an initial value, by structured bindings") {
    const auto items = support::make_items(10'000, uneven);
    support::for_each_shape([&](auto, const auto& policy) {
        const auto [lo, hi] =
            impulse::reduce(policy, items, together(impulse::minimum{}, impulse::maximum{}));
        static_assert(std::is_same_v<decltype(lo), const float>);
        CHECK(same_bits(lo, impulse::reduce(items, impulse::minimum{})));
        CHECK(same_bits(hi, impulse::reduce(items, impulse::maximum{})));
        const auto [sum, sixteen] = impulse::reduce(policy, items, together(impulse::plus{}, leaves_of_16{}));
        CHECK(same_bits(sum, impulse::reduce(items, impulse::plus{})));
        CHECK(same_bits(sixteen, impulse::reduce(items, leaves_of_16{})));
    });
    const auto [lo, hi] =
        impulse::reduce(std::vector<int>{}, together(impulse::minimum{}, impulse::maximum{}));
    CHECK(lo == std::numeric_limits<int>::max());
    CHECK(hi == std::numeric_limits<int>::lowest());
}

TEST_CASE("together: exact operators may be reordered, and are with others by the tree") {
    using impulse::freedom_v;
    using impulse::grouping;
    using ints = impulse::values<int, int>;
    static_assert(freedom_v<decltype(together(impulse::minimum{}, impulse::plus{})), ints> ==
                  grouping::reorder);
    static_assert(
        freedom_v<decltype(together(impulse::minimum{}, impulse::assume_associative(impulse::plus{}))),
                  ints> == grouping::regroup);
    static_assert(
        freedom_v<decltype(together(impulse::minimum{}, impulse::plus{})), impulse::values<int, float>> ==
        grouping::tree);
    std::vector<int> items;
    for (int i = 0; i < 70'000; ++i)
        items.push_back(
            static_cast<int>(support::scatter(static_cast<std::uint64_t>(i))));  // their sum wraps around
    const int sum = impulse::sum(items), odd = impulse::reduce(items, impulse::bit_xor{});
    support::for_each_shape([&](auto, const auto& policy) {
        const auto [a, b] = impulse::reduce(policy, items, together(impulse::plus{}, impulse::bit_xor{}));
        CHECK(a == sum);
        CHECK(b == odd);
        CHECK(impulse::transform_reduce(policy, items, make_values(0, 0),
                                        together(impulse::plus{}, impulse::bit_xor{}),
                                        [](int x) { return x; }) == make_values(sum, odd));
    });
}

TEST_CASE("together: functors of the standard, wrapped ones, one alone, none trivial") {
    const std::vector<int> items{3, 1, 4, 1, 5, 9, 2, 6};
    const auto [sum, product, last] = impulse::reduce(
        items, make_values(0, 1L, 0), together(std::plus<>{}, std::multiplies<long>{}, support::last{}));
    CHECK(sum == 31);
    CHECK(product == 6480L);
    CHECK(last == 6);
    const auto [only] = impulse::reduce(items, together(impulse::with_identity(support::last{}, 17)));
    CHECK(only == 6);
    const auto [unordered, exact] = impulse::reduce(
        items,
        together(impulse::unordered(impulse::plus{}), impulse::assume_associative(impulse::maximum{})));
    CHECK(unordered == 31);
    CHECK(exact == 9);
    const std::vector<std::string> words{"pear", "fig", "apple"};
    const auto [all, least] = impulse::reduce(words, make_values(std::string(">"), std::string("quince")),
                                              together(impulse::plus{}, shortest{}));
    CHECK(all == ">pearfigapple");
    CHECK(least == "fig");
    auto both = impulse::reduce(items, together(impulse::minimum{}, impulse::maximum{}));
    CHECK(both.get<0>() == 1);
    CHECK(both.get<1>() == 9);
    both.get<1>() = 7;
    CHECK(both == make_values(1, 7));
}

TEST_CASE("together: with initial values each accumulates as alone") {
    const auto items = support::make_items(5000, uneven);
    const auto [wide, narrow, count] = impulse::reduce(
        items, make_values(0.0, 0, 0.5), together(impulse::plus{}, impulse::plus{}, leaves_of_16{}));
    static_assert(std::is_same_v<decltype(wide), const double> &&
                  std::is_same_v<decltype(narrow), const float>);
    CHECK(same_bits(wide, impulse::tree_fold(items, 0.0)));
    CHECK(same_bits(narrow, impulse::tree_fold(items, 0)));
    CHECK(same_bits(count, impulse::tree_fold(items, 0.5, leaves_of_16{})));
}

TEST_CASE("together: together of together") {
    const auto items = support::make_items(5000, uneven);
    const auto [extremes, sum] =
        impulse::reduce(items, together(together(impulse::minimum{}, impulse::maximum{}), impulse::plus{}));
    CHECK(same_bits(extremes, impulse::reduce(items, together(impulse::minimum{}, impulse::maximum{}))));
    CHECK(same_bits(sum, impulse::reduce(items, impulse::plus{})));
}

TEST_CASE("values: get by lookup, conversion to std::tuple, std::tie") {
    const std::vector<int> x{3, 1, 2};
    auto found =
        impulse::reduce(x, impulse::make_values(9, 0), together(impulse::minimum{}, impulse::plus{}));
    CHECK(get<0>(found) == 1);
    CHECK(get<1>(std::as_const(found)) == 6);
    get<1>(found) = 7;
    const std::tuple<int, long> copy = found;
    CHECK(copy == std::tuple(1, 7L));
    int least = 0, total = 0;
    std::tie(least, total) = found;
    CHECK(least == 1);
    CHECK(total == 7);
    std::tie(least, total) = impulse::make_values(2, 8);
    CHECK(least == 2);
    CHECK(total == 8);
    CHECK(std::apply([](int a, int b) { return 10 * a + b; }, std::tuple<int, int>(found)) == 17);
    CHECK(std::tuple<int>(impulse::make_values(5)) == std::tuple(5));
    static_assert(std::tuple_size_v<decltype(found)> == 2);
}
