// SPDX-License-Identifier: Apache-2.0
// The strided iterator: every k-th item, forwards and backwards.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/extrema.hpp>
#include <impulse/iterators.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <debug/vector>

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
        support::for_some_policies([&](auto, const auto& policy) {
            CHECK(impulse::reduce(policy, first, first + n, stretch{-1, 0}, support::join_stretches{}) ==
                  stretch{-1, n});
        });
    }
}

TEST_CASE("strided: an iterator that checks where it goes is not moved past its end") {
    const __gnu_debug::vector<int> x{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const auto first = strided(x.begin(), 3), last = first + 4;  // a pointer would end at item 12
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

TEST_CASE("strided: a difference is a number of items, and rounds up") {
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    CHECK(strided(x.end(), 4) - strided(x.begin(), 4) == 2);
    CHECK(impulse::reduce(strided(x.begin(), 4), strided(x.end(), 4)) == 1 + 5);
    const auto check = [](auto first, int length) {
        for (const int stride : {-7, -4, -3, -2, -1, 1, 2, 3, 4, 7})
            for (int a = 0; a < length; ++a)
                for (int b = 0; b < length; ++b)
                    for (const int moved : {-1, 0, 2}) {
                        CAPTURE(stride);
                        CAPTURE(a);
                        CAPTURE(b);
                        CAPTURE(moved);
                        const auto from = strided(first + b, stride), to = strided(first + a, stride) + moved;
                        const int items = a - b + moved * stride, strides = std::abs(stride);
                        const int sign = (items > 0) == (stride > 0) ? 1 : -1;
                        const int expected = sign * ((std::abs(items) + strides - 1) / strides);
                        CHECK(to - from == expected);
                        CHECK(from - to == -expected);
                        CHECK((to == from) == (items == 0));
                        CHECK((to > from) == (expected > 0));
                        CHECK((to < from) == (expected < 0));
                        CHECK((to <= from) == (expected <= 0));
                        if (items % stride == 0) CHECK(from + (to - from) == to);
                    }
    };
    check(std::deque<int>(40, 0).begin() + 17, 9);
    int items[40] = {};
    check(items + 17, 9);
}

TEST_CASE("strided: a negated unsigned stride is refused where it would be a large one") {
    std::vector<int> x{1, 2, 3, 4, 5, 6, 7};
    const unsigned k = 3;
    const std::string sentence =
        "impulse: stride is 4294967293; an unsigned stride is at most 2147483647 (to go backwards, negate a "
        "signed number)";
    CHECK(support::message_of([&] { (void)strided(x, -k); }) == sentence);
    CHECK(support::message_of([&] { (void)strided(x.data() + 6, -k); }) == sentence);
    CHECK(impulse::sum(strided(x, k)) == 1 + 4 + 7);
    CHECK(impulse::sum(strided(x, std::uint8_t{200})) == 1);
    CHECK(impulse::sum(strided(x, -std::ptrdiff_t{k})) == 7 + 4 + 1);
}

TEST_CASE("strided: a stride of 0 is refused") {
    const std::vector<int> x{1, 2};
    const char* const sentence = "impulse: stride is 0; it must not be 0";
    CHECK(support::message_of([&] { (void)strided(x.begin(), 0); }) == sentence);
    CHECK(support::message_of([&] { (void)strided(x.data(), 0); }) == sentence);
    CHECK(support::message_of([&] { (void)strided(x, 0); }) == sentence);
    CHECK(support::message_of([&] { (void)strided(std::deque<int>{1}, 0); }) == sentence);
}

TEST_CASE("strided: of a range, from its first item on or from its last back") {
    using ints = std::vector<int>;
    const auto all = [](const auto& range) { return ints(range.begin(), range.end()); };
    ints x{1, 2, 3, 4, 5, 6, 7};
    for (const int n : {0, 1, 2, 3, 5, 7})
        for (const int k : {-9, -3, -2, -1, 1, 2, 3, 6, 7, 8}) {
            CAPTURE(n);
            CAPTURE(k);
            ints expected;
            for (int i = k > 0 ? 0 : n - 1; 0 <= i && i < n; i += k) expected.push_back(i + 1);
            const auto view = strided(std::span(x.data(), static_cast<std::size_t>(n)), k);
            CHECK(all(view) == expected);
            CHECK(view.size() == expected.size());
            CHECK(all(strided(std::deque<int>(x.begin(), x.begin() + n), k)) == expected);
            ints looped;
            for (const int item : view) looped.push_back(item);
            CHECK(looped == expected);
        }
    CHECK(impulse::sum(strided(x, 2)) == 1 + 3 + 5 + 7);
    CHECK(impulse::sum(strided(x, -3)) == 7 + 4 + 1);
    CHECK(impulse::dot(strided(x, 3), strided(x, -3)) == 7 + 16 + 7);
    CHECK(impulse::max_element(strided(x, 4)).base() == x.data() + 4);
    CHECK(strided(x, 3)[1] == 4);
    for (int& item : strided(x, 6)) item = 0;
    CHECK(x == ints{0, 2, 3, 4, 5, 6, 0});
    // A checked iterator must not move past its end.
    const __gnu_debug::vector<int> checked{1, 2, 3, 4};
    CHECK(all(strided(checked, 3)) == ints{1, 4});
}

TEST_CASE("strided: of a range, as long as it has to live") {
    using ints = std::vector<int>;
    ints x{1, 2, 3, 4, 5, 6};
    const auto named = strided(x, 2);
    const auto owned = strided(ints{1, 2, 3, 4, 5, 6}, 2);
    static_assert(std::ranges::view<std::remove_const_t<decltype(named)>>);
    static_assert(std::ranges::random_access_range<decltype(named)>);
    static_assert(std::ranges::borrowed_range<std::remove_const_t<decltype(named)>>);
    static_assert(std::ranges::view<std::remove_const_t<decltype(owned)>>);
    static_assert(!std::ranges::borrowed_range<std::remove_const_t<decltype(owned)>>);
    static_assert(!std::is_copy_constructible_v<std::remove_const_t<decltype(owned)>>);
    CHECK(impulse::sum(owned) == 9);
    x[0] = 10;
    CHECK(impulse::sum(named) == 18);
    const auto pairs = impulse::batches(strided(strided(ints{1, 2, 3, 4, 5, 6, 7, 8}, 2), -1), 2);
    CHECK(impulse::sum(pairs) == ints{12, 4});
}

TEST_CASE("strided: a range that ends before it begins") {
    const std::vector<int> x{1, 2, 3, 4, 5};
    const struct {
        const int *first, *last;
        const int* begin() const { return first; }
        const int* end() const { return last; }
    } back{x.data() + 4, x.data() + 1};
    CHECK_THROWS_AS(impulse::sum(impulse::strided(back, 2)), std::invalid_argument);
}
