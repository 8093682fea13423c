// SPDX-License-Identifier: Apache-2.0
// `min_element`, `max_element`, `minmax_element`: positions, with ties resolved as in the standard.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/extrema.hpp>

#include <algorithm>

namespace {

/// Few different values, so that there are many ties.
std::vector<int> random_items(index_t n, std::mt19937_64& random) {
    std::vector<int> items;
    for (index_t i = 0; i < n; ++i) items.push_back(static_cast<int>(support::random_between(random, -3, 3)));
    return items;
}

/// Compares one policy with the standard's algorithms, in the form that returns and in the `_into` form.
template <class Policy, class Items, class Compare>
bool agrees(const Policy& policy, const Items& x, Compare compare) {
    const auto min = std::min_element(x.begin(), x.end(), compare);
    const auto max = std::max_element(x.begin(), x.end(), compare);
    const auto both = std::minmax_element(x.begin(), x.end(), compare);
    index_t min_at = -1, max_at = -1;
    impulse::minmax_positions both_at{-1, -1};
    impulse::min_element_into(policy, x, &min_at, compare);
    impulse::max_element_into(policy, x, &max_at, compare);
    impulse::minmax_element_into(policy, x, &both_at, compare);
    return impulse::min_element(policy, x, compare) == min &&
           impulse::max_element(policy, x, compare) == max &&
           impulse::minmax_element(policy, x, compare) == both && min_at == min - x.begin() &&
           max_at == max - x.begin() && both_at.min == both.first - x.begin() &&
           both_at.max == both.second - x.begin();
}

}  // namespace

TEST_CASE("extrema: the standard's, with its ties") {
    auto random = support::random_source(50);
    auto sizes = support::size_classes(64, 64, random);
    sizes.push_back(100'003);  // split among several blocks of a default grid
    for (const index_t n : sizes) {
        CAPTURE(n);
        const auto items = random_items(n, random);
        support::for_each_shape(
            [&](auto, const auto& policy) { CHECK(agrees(policy, items, std::less<>{})); });
        CHECK(agrees(impulse::automatic, items, std::greater<>{}));
    }
}

TEST_CASE("extrema: all equal") {
    const std::deque<int> items(70'000, 5);
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::min_element(policy, items) == items.begin());
        CHECK(impulse::max_element(policy, items) == items.begin());
        CHECK(impulse::minmax_element(policy, items) == std::pair(items.begin(), items.end() - 1));
    });
}

TEST_CASE("extrema: empty gives last, or n") {
    const std::vector<int> none;
    index_t at = -1;
    impulse::minmax_positions both{-1, -1};
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::min_element(policy, none) == none.end());
        CHECK(impulse::max_element(policy, none) == none.end());
        CHECK(impulse::minmax_element(policy, none) == std::pair(none.end(), none.end()));
        impulse::min_element_into(policy, none, &at);
        CHECK(std::exchange(at, -1) == 0);
        impulse::max_element_into(policy, none, &at);
        CHECK(std::exchange(at, -1) == 0);
        impulse::minmax_element_into(policy, none, &both);
        CHECK(std::exchange(both, {-1, -1}) == impulse::minmax_positions{0, 0});
    });
}

TEST_CASE("extrema: every call form, and values that are not numbers") {
    std::vector<std::string> words{"pear", "fig", "apple", "fig", "quince"};
    const auto shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
    static_assert(std::is_same_v<decltype(impulse::min_element(words)), std::vector<std::string>::iterator>);
    static_assert(std::is_same_v<decltype(impulse::min_element(words.data(), words.data())), std::string*>);
    CHECK(impulse::min_element(words) == words.begin() + 2);
    CHECK(impulse::max_element(words) == words.begin() + 4);
    CHECK(impulse::min_element(words.begin(), words.end(), shorter) == words.begin() + 1);
    CHECK(impulse::max_element(words.cbegin() + 1, words.cend(), shorter) == words.cbegin() + 4);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::min_element(policy, words) == words.begin() + 2);
        CHECK(impulse::min_element(policy, words.begin(), words.end()) == words.begin() + 2);
        CHECK(impulse::minmax_element(policy, words, shorter) ==
              std::pair(words.begin() + 1, words.begin() + 4));
        CHECK(impulse::minmax_element(policy, words.rbegin(), words.rend(), shorter) ==
              std::pair(words.rbegin() + 1, words.rbegin()));
        *impulse::max_element(policy, words) += "s";  // the result is an iterator that can be written through
    });
    CHECK(words[4].starts_with("quincess"));
}

namespace {

/// The minimum that the standard requires of the result of a comparison ([alg.sorting.general]).
struct truth {
    bool is;
    explicit operator bool() const { return is; }
};
struct compares {
    truth operator()(int a, int b) const { return {a < b}; }
};

}  // namespace

TEST_CASE("extrema: a comparison whose result converts to bool where it is asked for") {
    const std::vector<int> x{3, 1, 2, 1, 3};
    CHECK(impulse::min_element(x, compares{}) == x.begin() + 1);
    CHECK(impulse::max_element(x, compares{}) == x.begin());
    CHECK(impulse::minmax_element(x, compares{}) == std::pair(x.begin() + 1, x.begin() + 4));
}
