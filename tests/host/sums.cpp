// SPDX-License-Identifier: Apache-2.0
// The short algorithms that sum and count: `sum`, `product`, `dot`, `count`, `count_if`, `all_of`,
// `any_of`, `none_of`.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/layouts.hpp>
#include <impulse/norm.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <atomic>

namespace {

const std::vector<int> items = [] {
    std::vector<int> made;
    for (index_t i = 0; i < 50'000; ++i)
        made.push_back(static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) % 100));
    return made;
}();
const std::vector<int> none;

constexpr auto is_seven = [](int x) { return x == 7; };
constexpr auto is_small = [](int x) { return x < 100; };
constexpr auto is_large = [](int x) { return x >= 100; };

}  // namespace

TEST_CASE("sums: sum and product, from the value type's zero and one") {
    const std::vector<std::int8_t> bytes(1000, 100);
    const std::vector<unsigned> odd(100, 3);
    static_assert(std::is_same_v<decltype(impulse::sum(bytes)), int>);
    static_assert(std::is_same_v<decltype(impulse::sum(std::vector<float>())), float>);
    static_assert(std::is_same_v<decltype(impulse::product(std::vector<std::int16_t>())), int>);
    const int total = std::accumulate(items.begin(), items.end(), 0);
    const unsigned power = std::accumulate(odd.begin(), odd.end(), 1u, std::multiplies<>{});
    CHECK(impulse::sum(items) == total);
    CHECK(impulse::sum(items.begin(), items.end()) == total);
    CHECK(impulse::product(odd.begin(), odd.end()) == power);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::sum(policy, items) == total);
        CHECK(impulse::sum(policy, items.begin(), items.end()) == total);
        CHECK(impulse::sum(policy, bytes) == 100'000);
        CHECK(impulse::product(policy, odd) == power);
        CHECK(impulse::sum(policy, none) == 0);
        CHECK(impulse::product(policy, none) == 1);
        int out = -1;
        impulse::sum_into(policy, items, &out);
        CHECK(out == total);
        impulse::product_into(policy, items.begin(), items.begin(), &out);
        CHECK(out == 1);
    });
}

TEST_CASE("sums: of what is no number, too; of nothing T{}") {
    const std::vector<std::string> words{"a", "b", "c"};
    const std::vector<float> zeros(3, -0.0f);
    CHECK(impulse::sum(words) == "abc");
    CHECK(impulse::sum(std::vector<std::string>{}).empty());
    CHECK(impulse::sum(std::vector<bool>{true, true}) == 2);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::sum(policy, words) == "abc");
        CHECK(same_bits(impulse::sum(policy, zeros), -0.0f));  // no zero is added in front
    });
}

TEST_CASE("sums: wide products, dots and norms") {
    using impulse::wide;
    const std::vector<std::int8_t> bytes(1000, 100);
    const std::vector<int> ints{2'000'000'000, 2'000'000'000};
    const std::vector<float> floats{16'777'217.f * 1.f, 3.f, 1e30f};
    static_assert(std::is_same_v<decltype(impulse::dot(bytes, ints, wide)), std::int64_t>);
    static_assert(std::is_same_v<decltype(impulse::dot(ints, floats, wide)), double>);
    CHECK(impulse::product(ints, wide) == 4'000'000'000'000'000'000);
    CHECK(impulse::dot(ints, ints, wide) == 8'000'000'000'000'000'000);
    CHECK(impulse::dot(bytes, bytes, wide) == 10'000'000);
    const std::vector<std::uint32_t> most{~0u, ~0u};
    const std::vector<int> below{-2'000'000'000, 1};
    static_assert(std::is_same_v<decltype(impulse::dot(most, below, wide)), std::int64_t>);
    static_assert(std::is_same_v<decltype(impulse::dot(most, most, wide)), std::uint64_t>);
    CHECK(impulse::dot(most, below, wide) == -8'589'934'585'705'032'705);
    CHECK(impulse::dot(below, most, wide) == impulse::dot(most, below, wide));
    CHECK(impulse::product(floats, wide) == static_cast<double>(floats[0]) * 3 * static_cast<double>(1e30f));
    double out = 0;
    impulse::dot_into(floats, floats, &out, wide);
    const auto square = [](float v) { return static_cast<double>(v) * static_cast<double>(v); };
    CHECK(same_bits(out, impulse::transform_reduce(floats, impulse::plus{}, square)));
    CHECK(same_bits(impulse::norm(floats, wide), impulse::norm(floats)));
    std::vector<std::int64_t> rows(2);
    impulse::dot_into(impulse::rows(impulse::matrix_view{ints.data(), 2, 1}), ints, rows.data(), wide);
    CHECK(rows[1] == 4'000'000'000'000'000'000);
}

TEST_CASE("sums: wide") {
    const std::vector<int> large(1000, 2'000'000'000);
    const std::vector<unsigned char> bytes(1000, 200);
    const std::vector<float> floats(1000, 0.1f);
    static_assert(std::is_same_v<decltype(impulse::sum(large, impulse::wide)), std::int64_t>);
    static_assert(std::is_same_v<decltype(impulse::sum(bytes, impulse::wide)), std::uint64_t>);
    static_assert(std::is_same_v<decltype(impulse::sum(floats, impulse::wide)), double>);
    const double expected = impulse::tree_fold(floats, 0.0);
    CHECK(impulse::sum(large, impulse::wide) == 2'000'000'000'000);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::sum(policy, large, impulse::wide) == 2'000'000'000'000);
        CHECK(impulse::sum(policy, bytes.begin(), bytes.end(), impulse::wide) == 200'000);
        CHECK(same_bits(impulse::sum(policy, floats, impulse::wide), expected));
        std::int64_t out = 0;
        impulse::sum_into(policy, large, &out, impulse::wide);
        CHECK(out == 2'000'000'000'000);
    });
}

TEST_CASE("sums: pointers to members are predicates") {
    struct page {
        int words;
        bool printed;
        bool is_long() const { return words > 500; }
    };
    std::vector<page> pages;
    for (int i = 0; i < 1000; ++i) pages.push_back({i, i % 3 == 0});
    std::vector<const page*> pointers;
    for (const page& each : pages) pointers.push_back(&each);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::count_if(policy, pages, &page::printed) == 334);
        CHECK(impulse::count_if(policy, pages, &page::is_long) == 499);
        CHECK(impulse::count_if(policy, pointers, &page::is_long) == 499);
        CHECK(impulse::any_of(policy, pointers, &page::printed));
        CHECK(!impulse::all_of(policy, pages, &page::printed));
        CHECK(!impulse::none_of(policy, pages, &page::is_long));
    });
}

TEST_CASE("sums: dot, also named inner_product") {
    const std::vector<double> weights(items.size() + 5, 0.5);
    static_assert(std::is_same_v<decltype(impulse::dot(items, weights)), double>);
    static_assert(
        std::is_same_v<decltype(impulse::dot(std::vector<std::int8_t>(), std::vector<std::int8_t>())), int>);
    const int squares = std::inner_product(items.begin(), items.end(), items.begin(), 0);
    CHECK(impulse::dot(items, items) == squares);
    CHECK(impulse::inner_product(items.begin(), items.end(), items.begin()) == squares);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::dot(policy, items, items) == squares);
        CHECK(impulse::dot(policy, items, items.data()) == squares);
        CHECK(impulse::dot(policy, items.begin(), items.end(), items) == squares);
        CHECK(impulse::dot(policy, std::vector<int>(100, 3), weights) == 150);
        CHECK(impulse::dot(policy, none, weights) == 0);
        int out = -1;
        impulse::dot_into(policy, items, items, &out);
        CHECK(out == squares);
        impulse::inner_product_into(policy, none, none, &out);
        CHECK(out == 0);
    });
}

TEST_CASE("sums: count and count_if, in 64 bits") {
    static_assert(std::is_same_v<decltype(impulse::count(items, 7)), index_t>);
    static_assert(std::is_same_v<decltype(impulse::count_if(items, is_seven)), index_t>);
    const auto sevens = std::count(items.begin(), items.end(), 7);
    REQUIRE(sevens > 0);
    CHECK(impulse::count(items, 7) == sevens);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::count(policy, items, 7) == sevens);
        CHECK(impulse::count(policy, items.begin(), items.end(), 7.0) == sevens);
        CHECK(impulse::count_if(policy, items, is_seven) == sevens);
        CHECK(impulse::count_if(policy, items, is_large) == 0);
        CHECK(impulse::count(policy, none, 7) == 0);
        CHECK(impulse::count(policy, std::vector<std::string>{"a", "b", "a"}, "a") == 2);
        index_t out = -1;
        impulse::count_into(policy, items, &out, 7);
        CHECK(out == sevens);
        impulse::count_if_into(policy, items, &out, is_small);
        CHECK(out == 50'000);
    });
}

TEST_CASE("sums: all_of, any_of, none_of") {
    CHECK(impulse::any_of(items, is_seven));
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::all_of(policy, items, is_small));
        CHECK(!impulse::all_of(policy, items, is_seven));
        CHECK(impulse::any_of(policy, items, is_seven));
        CHECK(!impulse::any_of(policy, items, is_large));
        CHECK(impulse::none_of(policy, items, is_large));
        CHECK(!impulse::none_of(policy, items, is_seven));
        CHECK(impulse::all_of(policy, none, is_seven));
        CHECK(!impulse::any_of(policy, none, is_seven));
        CHECK(impulse::none_of(policy, none, is_seven));
        bool out = false;
        impulse::all_of_into(policy, items, &out, is_small);
        CHECK(out);
        impulse::any_of_into(policy, items, &out, is_large);
        CHECK(!out);
        impulse::none_of_into(policy, items.begin(), items.end(), &out, is_large);
        CHECK(out);
    });
}

TEST_CASE("any_of, all_of and none_of end once the answer is known") {
    constexpr index_t n = 1 << 22;
    const std::vector<int> items(static_cast<std::size_t>(n), 1);
    std::atomic<index_t> calls = 0;
    const auto is_one = [&](int item) { return ++calls, item == 1; };
    const auto is_two = [&](int item) { return ++calls, item == 2; };
    support::for_each_policy([&](const char* name, const auto& policy) {
        if constexpr (std::decay_t<decltype(policy)>::schedule_type::cuts) {
            CAPTURE(name);
            CHECK(impulse::any_of(policy, items, is_one));
            CHECK(calls.exchange(0) < n / 2);
            CHECK_FALSE(impulse::all_of(policy, items, is_two));
            CHECK(calls.exchange(0) < n / 2);
            CHECK_FALSE(impulse::none_of(policy, items, is_one));
            CHECK(calls.exchange(0) < n / 2);
            CHECK_FALSE(impulse::any_of(policy, items, is_two));  // it calls the predicate for all items
            CHECK(calls.exchange(0) == n);
        }
    });
}
