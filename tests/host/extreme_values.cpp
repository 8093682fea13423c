// SPDX-License-Identifier: Apache-2.0
// `min_value`, `max_value`, `minmax_value`, `argmin`, `argmax`: which item is extreme if some are NaN, zeros
// of both signs, or equal; and the results for no items.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>

#include <algorithm>

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

/// The position of the first item with the bits of `value`.
template <class T>
index_t first_of(const std::vector<T>& x, T value) {
    return std::find_if(x.begin(), x.end(),
                        [&](T item) { return static_cast<bool>(same_bits(item, value)); }) -
           x.begin();
}

/// Values and positions by every policy; the smallest and the largest item are known.
template <class T>
void check(const std::vector<T>& x, T smallest, T largest) {
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(same_bits(impulse::min_value(policy, x), smallest));
        CHECK(same_bits(impulse::max_value(policy, x), largest));
        const auto [lo, hi] = impulse::minmax_value(policy, x);
        CHECK(same_bits(lo, smallest));
        CHECK(same_bits(hi, largest));
        CHECK(impulse::argmin(policy, x) == first_of(x, smallest));
        CHECK(impulse::argmax(policy, x) == first_of(x, largest));
    });
}

}  // namespace

namespace {

/// Checks each pair of numbers, and the conversion to order bits and back.
template <class Compare, class T>
void check_order_bits(const std::vector<T>& numbers) {
    using namespace impulse::detail;
    static_assert(has_order_bits<T, Compare>);
    for (const T a : numbers) {
        CAPTURE(a);
        const T again = from_order_bits<T>(to_order_bits<Compare>(a));
        CHECK(!Compare{}(a, again));
        CHECK(!Compare{}(again, a));
        for (const T b : numbers) {
            CAPTURE(b);
            CHECK((to_order_bits<Compare>(a) < to_order_bits<Compare>(b)) == Compare{}(a, b));
        }
    }
}
template <class T>
std::vector<T> numbers_of_all_kinds() {
    using limits = std::numeric_limits<T>;
    std::vector<T> x{limits::lowest(), limits::min(), limits::max(), T(0), T(1), T(2)};
    if constexpr (std::is_signed_v<T>) x.insert(x.end(), {T(-1), T(-2)});
    if constexpr (std::is_floating_point_v<T>)
        x.insert(x.end(), {-T(0), limits::denorm_min(), -limits::denorm_min(), limits::infinity(),
                           -limits::infinity(), T(0.1), T(-0.1)});
    return x;
}

}  // namespace

TEST_CASE_TEMPLATE("the order of numbers is that of unsigned integers", T, bool, char, std::int8_t,
                   std::uint16_t, int, unsigned, std::int64_t, std::uint64_t, float, double) {
    using namespace impulse::detail;
    auto numbers = numbers_of_all_kinds<T>();
    check_order_bits<less>(numbers);
    if constexpr (std::is_floating_point_v<T>) {
        numbers.push_back(std::numeric_limits<T>::quiet_NaN());
        numbers.push_back(-std::numeric_limits<T>::quiet_NaN());
        check_order_bits<nan_below>(numbers);
        check_order_bits<nan_above>(numbers);
    }
}

TEST_CASE("extreme values: of integers and floats of any sign, with ties") {
    auto random = support::random_source(51);
    for (const index_t n : {1, 2, 17, 1000, 100'003}) {
        CAPTURE(n);
        std::vector<std::int8_t> bytes;
        std::vector<double> numbers;
        for (index_t i = 0; i < n; ++i) {
            bytes.push_back(static_cast<std::int8_t>(support::random_between(random, -100, 100)));
            numbers.push_back(static_cast<double>(support::random_between(random, -1000, -900)));
        }
        check(bytes, *std::min_element(bytes.begin(), bytes.end()),
              *std::max_element(bytes.begin(), bytes.end()));
        check(numbers, *std::min_element(numbers.begin(), numbers.end()),
              *std::max_element(numbers.begin(), numbers.end()));
    }
    static_assert(std::is_same_v<decltype(impulse::min_value(std::vector<std::int8_t>())), std::int8_t>);
    static_assert(std::is_same_v<decltype(impulse::argmin(std::vector<float>())), index_t>);
}

TEST_CASE("extreme values: NaN is both the smallest and the largest, and the first of them is found") {
    check<float>({3, not_a_number, -inf, not_a_number, inf}, not_a_number, not_a_number);
    check<float>({not_a_number, 1}, not_a_number, not_a_number);
    check<float>({1, not_a_number}, not_a_number, not_a_number);
    std::vector<float> x(5000, 2.f);
    x[4000] = x[4999] = -not_a_number;
    check<float>(x, not_a_number, not_a_number);
}

TEST_CASE("extreme values: -0 lies below +0") {
    check<float>({0.f, -0.f, 0.f, -0.f}, -0.f, 0.f);
    check<float>({-0.f, 0.f, -1.f}, -1.f, 0.f);
    check<float>({1.f, 0.f, -0.f}, -0.f, 1.f);
}

TEST_CASE("extreme values: of none") {
    const std::vector<float> none;
    const std::vector<int> no_integers;
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::min_value(policy, none) == inf);
        CHECK(impulse::max_value(policy, none) == -inf);
        CHECK(impulse::min_value(policy, no_integers) == std::numeric_limits<int>::max());
        CHECK(impulse::minmax_value(policy, no_integers) ==
              impulse::make_values(std::numeric_limits<int>::max(), std::numeric_limits<int>::min()));
        CHECK(impulse::argmin(policy, none) == 0);
        CHECK(impulse::argmax(policy, none) == 0);
    });
}

TEST_CASE("extreme values: every call form, layouts, and orders of one's own") {
    const std::vector<std::string> words{"pear", "fig", "apple", "fig", "quince"};
    const auto shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
    CHECK(impulse::argmin(words) == 2);
    CHECK(impulse::argmax(words) == 4);
    const std::vector<float> x{3, 1, 2, not_a_number, 1, 5};
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::argmin(policy, words, shorter) == 1);
        CHECK(impulse::argmax(policy, words.begin() + 1, words.end(), shorter) == 3);
        CHECK(impulse::argmin(policy, x.begin(), x.begin() + 3, std::greater<>{}) == 0);
        CHECK(impulse::argmin(policy, impulse::batches(x, 3)) == std::vector<index_t>{1, 0});
        CHECK(impulse::min_value(policy, impulse::batches(x.begin(), 3, 1)) == std::vector<float>{3, 1, 2});
        float lo = 0, hi = 0;
        index_t at = -1;
        impulse::min_value_into(policy, x.begin(), x.begin() + 3, &lo);
        impulse::max_value_into(policy, x.begin(), x.begin() + 3, &hi);
        CHECK(lo == 1);
        CHECK(hi == 3);
        impulse::minmax_value_into(policy, x.begin() + 4, x.end(), std::tuple{&lo, &hi});
        CHECK(lo == 1);
        CHECK(hi == 5);
        impulse::argmax_into(policy, x, &at);
        CHECK(at == 3);
        impulse::argmin_into(policy, x.begin(), x.begin() + 2, &at);
        CHECK(at == 1);
    });
}
