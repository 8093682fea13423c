// SPDX-License-Identifier: Apache-2.0
// Lists of items, and views without a known length or without any length.
#include <suite.hpp>

#include <own_place.hpp>
#include <policies.hpp>
#include <segments.hpp>
#include <use_stack.hpp>
#include <values.hpp>

#include <impulse/algorithms.hpp>

/// A view with its own iterators and sentinel: the squares below a limit, from an infinite sequence.
struct squares_below : std::ranges::view_interface<squares_below> {
    int limit = 0;

    struct iterator {
        using value_type = int;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::random_access_iterator_tag;
        int at = 0;
        int operator*() const { return at * at; }
        int operator[](difference_type n) const { return *(*this + n); }
        iterator& operator++() { return ++at, *this; }
        iterator operator++(int) { return {at++}; }
        iterator operator+(difference_type n) const { return {static_cast<int>(at + n)}; }
        difference_type operator-(iterator other) const { return at - other.at; }
        bool operator==(const iterator&) const = default;
    };
    struct sentinel {
        int most;
        bool operator==(const iterator& i) const { return *i >= most; }
    };
    iterator begin() const { return {0}; }
    sentinel end() const { return {limit}; }
    std::ranges::iota_view<int> base() const { return std::views::iota(0); }
};

TEST_CASE("views: one with an end, of what has none") {
    squares_below squares;
    squares.limit = 50;
    CHECK(impulse::sum(squares) == 140);
}

TEST_CASE("lists: in every form of a call") {
    static_assert(std::is_same_v<decltype(impulse::sum({1.f, 2.f})), float>);
    CHECK(impulse::sum({1, 2, 3}) == 6);
    CHECK(impulse::reduce({1, 2, 3}) == 6);
    CHECK(impulse::reduce({"a", "b", "c"}, std::string("init "), impulse::plus{}) == "init abc");
    CHECK(impulse::tree_fold({0.5f, 0.25f}, 1.f) == 1.75f);
    CHECK(impulse::argmax({3, 1, 4, 1, 5, 9, 2, 6}) == 5);
    CHECK(impulse::count_if({1, 2, 3}, [](int x) { return x > 1; }) == 2);
    CHECK(impulse::dot({1, 2}, {3, 4}) == 11);
    const std::vector<int> x{1, 2, 3};
    CHECK(impulse::dot(x, {1, 10, 100}) == 321);
    CHECK(impulse::transform_reduce({1, 2}, {3, 4}, 5, impulse::plus{}, impulse::multiplies{}) == 16);
    support::for_one_policy([](auto, const auto& policy) {
        int out = 0;
        CHECK(impulse::reduce(policy, {1, 2, 3}, 4, support::last{}) == 3);
        CHECK(impulse::dot(policy, {1, 2}, {3, 4}) == 11);
        impulse::sum_into(policy, {1, 2, 3}, &out);
        CHECK(out == 6);
        impulse::dot_into(policy.on(own::serial_machine{3}), {1, 2}, {3, 4}, &out);
        CHECK(out == 11);
    });
    int out = 0;
    impulse::sum_into({1, 2, 4}, &out);
    CHECK(out == 7);
    CHECK(support::message_of([] {
              (void)impulse::dot({1, 2, 3}, {1, 2});
          }) == "impulse: second input has 2 items, but the first has 3");
}

// clang++ before 16 cannot use the views of libstdc++.
#if !defined(__clang__) || __clang_major__ >= 16
TEST_CASE("views: whose length nobody knows are walked once") {
    std::vector<int> items(5000);
    std::iota(items.begin(), items.end(), 1);
    index_t looked_at = 0;
    const auto up_to_4000 = [&](int x) {
        ++looked_at;
        return x <= 4000;
    };
    const auto all = [](int) { return true; };
    const auto none = [](int) { return false; };
    constexpr long sum = 4000L * 4001 / 2;
    support::for_one_policy([&](auto, const auto& policy) {
        looked_at = 0;
        CHECK(impulse::reduce(policy, items | std::views::take_while(up_to_4000), 0L) == sum);
        CHECK(looked_at == 4001);
        CHECK(impulse::reduce(policy, items | std::views::take_while(up_to_4000), 0, support::last{}) ==
              4000);
        CHECK(impulse::reduce(policy, std::views::iota(1) | std::views::take_while(up_to_4000), 0L) == sum);
        CHECK(impulse::reduce(policy, items | std::views::take_while(none), -7) == -7);
        CHECK(impulse::reduce(policy, items | std::views::take_while(all), 0L) == 5000L * 5001 / 2);
    });
    const auto few = items | std::views::take_while(up_to_4000);
    CHECK(impulse::max_element(few) == items.begin() + 3999);
    CHECK(impulse::dot(few, std::vector<int>(4000, 2)) == 2 * sum);
    CHECK(impulse::dot(std::vector<int>(4000, 2), few) == 2 * sum);
    CHECK(support::message_of([&] { (void)impulse::dot(items, few); }) ==
          "impulse: second input has 4000 items, but the first has 5000");
}

TEST_CASE("views: without an end are enough for a second input, and some of them for the first") {
    const auto twice = [](int x) { return 2 * x; };
    CHECK(impulse::reduce(std::views::iota(1) | std::views::take(1000)) == 500'500);
    CHECK(impulse::dot({1, 2, 3}, std::views::iota(1)) == 14);
    CHECK(impulse::dot({1, 2, 3}, std::views::iota(1) | std::views::transform(twice)) == 28);
    const auto fourfold = std::views::iota(1) | std::views::transform(twice) | std::views::transform(twice);
    CHECK(impulse::dot({1, 2, 3}, fourfold | std::views::drop(1)) == 80);
    CHECK_THROWS_AS(impulse::dot({1, 2, 3}, fourfold | std::views::take(2)), std::invalid_argument);
    CHECK_THROWS_AS(impulse::dot({1, 2, 3}, fourfold | std::views::take_while([](int i) { return i < 9; })),
                    std::invalid_argument);
}

TEST_CASE("call forms: views of known length") {
    std::vector<int> items(1000);
    std::iota(items.begin(), items.end(), 1);
    constexpr int total = 500'500;
    const auto doubled = [](int x) { return 2 * x; };
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, std::views::iota(1, 1001), 0) == total);
        CHECK(impulse::reduce(policy, std::views::iota(index_t{1}, index_t{1001}), index_t{0}) == total);
        CHECK(impulse::reduce(policy, items | std::views::transform(doubled), 0) == 2 * total);
        CHECK(impulse::reduce(policy, items | std::views::reverse, 0, support::last{}) == 1);
        CHECK(impulse::reduce(policy, items | std::views::drop(990) | std::views::take(3), 0) ==
              991 + 992 + 993);
    });
}

TEST_CASE("segments: offsets of any integers, and computed ones") {
    using support::mix;
    constexpr std::uint64_t init = 5;
    const auto x = support::make_items(1000, support::make_hash{support::seed()});
    const support::offsets at{0, 3, 3, 700, 1000};
    const auto right = support::trees(x, at, init, mix{});
    CHECK((impulse::reduce(impulse::segments(x, std::vector<int>(at.begin(), at.end())), init, mix{}) ==
           right));
    CHECK((impulse::reduce(impulse::segments(x, std::vector<std::uint32_t>(at.begin(), at.end())), init,
                           mix{}) == right));
    CHECK((impulse::reduce(impulse::segments(x, std::vector<unsigned short>(at.begin(), at.end())), init,
                           mix{}) == right));
    const auto tens = std::views::iota(0, 101) | std::views::transform([](int i) { return 10 * i; });
    CHECK((impulse::reduce(impulse::segments(x, tens), init, mix{}) ==
           impulse::reduce(impulse::batches(x, 10), init, mix{})));
}
#endif

// ---- layouts of views that are gone -----------------------------------------------------------------------

namespace {

using impulse::batches;
using impulse::by_key;
using impulse::counted;
using impulse::segments;
using impulse::sum;
using ints = std::vector<int>;
using support::use_stack;

}  // namespace

TEST_CASE("lifetimes: a layout has a copy of a view") {
    const ints x{1, 2, 3, 4};
    const auto scaled = [&](int by) {
        auto view = x | std::views::transform([by](int item) { return by * item; });
        return std::pair(batches(view, 2), batches(std::move(view) | std::views::reverse, 2));
    };
    const auto [there, back] = scaled(10);
    use_stack();
    CHECK(sum(there) == ints{30, 70});
    CHECK(sum(back) == ints{70, 30});
    auto copy = there;
    copy = scaled(100).first;
    use_stack();
    CHECK(sum(copy) == ints{300, 700});
    const auto offsets = [step = 2] {
        return std::views::iota(0, 3) | std::views::transform([step](int i) { return step * i; });
    };
    const auto computed = segments(x, offsets());
    use_stack();
    CHECK(sum(computed) == ints{3, 7});
    int n = 2;
    const auto first = counted(x | std::views::transform([three = 3](int i) { return three * i; }), &n);
    use_stack();
    CHECK(sum(first) == 9);
    const auto runs = by_key(x | std::views::transform([two = 2](int i) { return i / two; }), x);
    use_stack();
    CHECK(sum(runs) == ints{1, 5, 4});
    ints keys(3), sums(3);
    impulse::sum_into(runs.into(keys.begin(), &n), sums.begin());
    CHECK(keys == ints{0, 1, 2});
    // Only a view that is not const has iterators.
    int calls = 0;
    const auto counts = batches(x | std::views::transform([calls](int i) mutable { return ++calls, i; }), 4);
    CHECK(sum(counts) == ints{10});
}
