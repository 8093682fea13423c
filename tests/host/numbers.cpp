// SPDX-License-Identifier: Apache-2.0
// The table of docs/reference/numbers.md: the magnitude at which each call overflows, and its results for
// NaN, infinities, -0 and no items.
#include <suite.hpp>

#include <impulse/algorithms.hpp>

namespace {

using numbers = std::vector<double>;
constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr float most = std::numeric_limits<float>::max();

/// `low` in the first half and `high` in the second.
numbers halves(std::size_t n, double low, double high) {
    numbers x(n, low);
    for (std::size_t i = n / 2; i < n; ++i) x[i] = high;
    return x;
}

bool is_positive(double x) { return x > 0; }

}  // namespace

TEST_CASE("numbers: what overflows, and from where on") {
    SUBCASE("sums, by the tree") {
        CHECK(impulse::sum({1e308, 1e308}) == inf);
        CHECK(impulse::reduce({1e308, 1e308}) == inf);
        CHECK(std::isnan(impulse::sum({1e308, 1e308, -1e308, -1e308})));
        CHECK(impulse::sum({1e308, -1e308, 1e308, -1e308}) == 0);
        CHECK(impulse::sum({most, most}) == std::numeric_limits<float>::infinity());
        CHECK(impulse::sum({most, most}, impulse::wide) == 2.0 * most);
        CHECK(impulse::sum({2'000'000'000, 2'000'000'000}) == -294'967'296);
        CHECK(impulse::sum({2'000'000'000, 2'000'000'000}, impulse::wide) == 4'000'000'000);
        CHECK(impulse::nansum({1e308, nan_, 1e308}) == inf);
    }
    SUBCASE("products") {
        CHECK(impulse::product({1e200, 1e200}) == inf);
        CHECK(std::isnan(impulse::product({1e200, 1e200, 1e-200, 1e-200})));
        CHECK(impulse::product({1e200, 1e-200, 1e200, 1e-200}) == doctest::Approx(1));
        CHECK(impulse::nanprod({1e200, nan_, 1e200}) == inf);
        CHECK(impulse::dot({1e200}, {1e200}) == inf);
        CHECK(impulse::dot({1e154}, {1e154}) == doctest::Approx(1e308));
    }
    SUBCASE("a norm alone guards") {
        CHECK(impulse::norm({1e308, 1e308}) == doctest::Approx(std::sqrt(2.0) * 1e308));
        CHECK(impulse::norm({1e-300, 1e-300}) == doctest::Approx(std::sqrt(2.0) * 1e-300));
        CHECK(impulse::norm({1.5e308, 1.5e308}) == inf);
        CHECK(impulse::norm({most, most}) == doctest::Approx(std::sqrt(2.0) * most));
    }
    SUBCASE("means") {
        CHECK(impulse::mean({1e308, 1e308, 1e308}) == inf);
        CHECK(impulse::nanmean({1e308, nan_, 1e308, 1e308}) == inf);
        CHECK(impulse::mean({most, most}) == most);
        CHECK(impulse::mean({INT64_MAX, INT64_MAX}) == 0x1p63);
        CHECK(impulse::weighted_mean({1e300}, {1e10}) == inf);
        CHECK(impulse::weighted_mean({1.0, 0.5}, {1e308, 1e308}) == 0);  // the weights alone matter
        CHECK(std::isnan(impulse::weighted_mean({1.0, 1.0}, {1e308, 1e308})));
    }
    SUBCASE("variances") {
        CHECK(impulse::variance({1e200, -1e200}) == inf);
        CHECK(impulse::stddev({1e200, -1e200}) == inf);
        CHECK(impulse::nanvar({1e200, nan_, -1e200}) == inf);
        CHECK(impulse::variance({4.73e153, -4.73e153}) == doctest::Approx(4.73e153 * 4.73e153));
        CHECK(impulse::variance({4.75e153, -4.75e153}) == inf);
        CHECK(impulse::stddev(halves(1 << 20, -1.3e151, 1.3e151)) == doctest::Approx(1.3e151));
        CHECK(impulse::stddev(halves(1 << 20, -1.4e151, 1.4e151)) == inf);
        CHECK(impulse::stddev({1e200, 1e200, 1e200, 1e200}) == 0);  // deviations matter, not the numbers
        CHECK(impulse::variance({1e308, 1e308, 1e308}) == 0);
        CHECK(impulse::variance({most, -most}) == static_cast<double>(most) * most);
        CHECK(impulse::stddev({1e-170, -1e-170}) == 0);
    }
}

TEST_CASE("numbers: NaN") {
    const numbers x{1, nan_, 2};
    for (const double each :
         {impulse::sum(x), impulse::reduce(x), impulse::sum(x, impulse::wide), impulse::product(x),
          impulse::dot(x, numbers(3, 1)), impulse::norm(x), impulse::norm({inf, nan_}), impulse::mean(x),
          impulse::weighted_mean(x, numbers(3, 1)), impulse::weighted_mean(numbers(3, 1), x),
          impulse::variance(x), impulse::stddev(x), impulse::variance({nan_}), impulse::min_value(x),
          impulse::max_value(x), impulse::minmax_value(x).get<0>(), impulse::minmax_value(x).get<1>()})
        CHECK(std::isnan(each));
    CHECK(impulse::argmin(x) == 1);
    CHECK(impulse::argmax(x) == 1);
    CHECK(impulse::count(x, nan_) == 0);
    CHECK(impulse::count_if(x, is_positive) == 2);
    CHECK(!impulse::all_of(x, is_positive));

    CHECK(impulse::nansum(x) == 3);
    CHECK(impulse::nanprod(x) == 2);
    CHECK(impulse::nanmean(x) == 1.5);
    CHECK(impulse::nanvar(x) == 0.25);
    CHECK(impulse::nanstd(x) == 0.5);
    CHECK(impulse::nanmin(x) == 1);
    CHECK(impulse::nanmax(x) == 2);
    CHECK(impulse::reduce(x, impulse::minimum_number{}) == 1);
    CHECK(impulse::nanargmin(x) == 0);
    CHECK(impulse::nanargmax(x) == 2);
}

TEST_CASE("numbers: infinities") {
    const numbers one{1, inf, 2}, both{1, inf, -inf};
    for (const double each :
         {impulse::sum(one), impulse::product(one), impulse::dot(one, numbers(3, 1)), impulse::norm(one),
          impulse::norm(both), impulse::mean(one), impulse::weighted_mean(one, numbers(3, 1)),
          impulse::max_value(both), impulse::nansum(one), impulse::nanprod(one), impulse::nanmean(one),
          impulse::nanmax(both)})
        CHECK(each == inf);
    for (const double each :
         {impulse::sum(both), impulse::product({inf, 0.0}), impulse::dot(one, numbers{1, 0, 1}),
          impulse::mean(both), impulse::weighted_mean(one, numbers{1, 0, 1}),
          impulse::weighted_mean(numbers(3, 1), one), impulse::variance(one), impulse::variance(both),
          impulse::variance({inf}), impulse::stddev({inf, inf}), impulse::nansum(both),
          impulse::nanprod({inf, 0.0}), impulse::nanmean(both), impulse::nanvar(one), impulse::nanstd({inf})})
        CHECK(std::isnan(each));
    CHECK(impulse::min_value(both) == -inf);
    CHECK(impulse::nanmin(both) == -inf);
    CHECK(impulse::argmin(both) == 2);
    CHECK(impulse::argmax(both) == 1);
    CHECK(impulse::nanargmin(both) == 2);
    CHECK(impulse::nanargmax(both) == 1);
    CHECK(impulse::count(both, inf) == 1);
}

TEST_CASE("numbers: zeros of both signs") {
    const numbers negative{-0.0, -0.0}, mixed{0.0, -0.0};
    for (const double each :
         {impulse::sum(negative), impulse::reduce(negative), impulse::dot(negative, numbers(2, 1)),
          impulse::product({-0.0}), impulse::nansum(negative), impulse::nanprod({-0.0, nan_}),
          impulse::min_value(mixed), impulse::max_value(negative), impulse::nanmin(mixed),
          impulse::nanmax(negative), impulse::reduce(mixed, impulse::minimum_number{}),
          impulse::sum(negative, impulse::wide), impulse::mean(negative), impulse::nanmean({-0.0, nan_}),
          impulse::weighted_mean(negative, numbers(2, 1))})
        CHECK(same_bits(each, -0.0));
    for (const double each :
         {impulse::sum(mixed), impulse::reduce(negative, 0.0), impulse::product(negative),
          impulse::norm(negative), impulse::mean(mixed), impulse::variance(negative),
          impulse::stddev(negative), impulse::max_value(mixed), impulse::nansum({-0.0, nan_}),
          impulse::nanmean(mixed), impulse::nanvar(negative), impulse::nanmax(mixed)})
        CHECK(same_bits(each, 0.0));
    CHECK(impulse::argmin(mixed) == 1);
    CHECK(impulse::argmax({-0.0, 0.0}) == 1);
    CHECK(impulse::nanargmin(mixed) == 1);
    CHECK(impulse::min_element(mixed) == mixed.begin());
    CHECK(impulse::minmax_element(mixed).second == mixed.begin() + 1);  // the last of equal items
    CHECK(impulse::count(negative, 0.0) == 2);
}

TEST_CASE("numbers: of nothing, and of NaN alone where NaN is skipped") {
    const numbers none, all(3, nan_);
    for (const double each : {impulse::sum(none), impulse::reduce(none), impulse::sum(none, impulse::wide),
                              impulse::dot(none, none), impulse::norm(none), impulse::nansum(none),
                              impulse::nansum(all), impulse::nansum(all, impulse::wide)})
        CHECK(same_bits(each, 0.0));
    for (const double each : {impulse::product(none), impulse::nanprod(none), impulse::nanprod(all)})
        CHECK(each == 1);
    for (const double each :
         {impulse::mean(none), impulse::weighted_mean(none, none),
          impulse::weighted_mean({1.0, 2.0}, {1.0, -1.0}), impulse::variance(none), impulse::stddev(none),
          impulse::variance({1.0}, 1), impulse::nanmean(none), impulse::nanmean(all), impulse::nanvar(none),
          impulse::nanvar(all), impulse::nanstd(all), impulse::nanvar({1.0, nan_}, 1), impulse::nanmin(none),
          impulse::nanmin(all), impulse::nanmax(all), impulse::reduce(all, impulse::minimum_number{}),
          impulse::reduce(none, impulse::maximum_number{})})
        CHECK(std::isnan(each));
    CHECK(impulse::variance({1.0}) == 0);
    CHECK(impulse::min_value(none) == inf);
    CHECK(impulse::max_value(none) == -inf);
    const std::vector<int> no_integers;
    CHECK(impulse::min_value(no_integers) == INT32_MAX);
    CHECK(impulse::nanmin(no_integers) == INT32_MAX);
    CHECK(impulse::nanmax(no_integers) == INT32_MIN);
    CHECK(impulse::argmin(none) == 0);
    CHECK(impulse::argmax(none) == 0);
    CHECK(impulse::nanargmin(none) == 0);
    CHECK(impulse::nanargmin(all) == 3);
    CHECK(impulse::nanargmax(all) == 3);
    CHECK(impulse::min_element(none) == none.end());
    index_t at = -1;
    impulse::max_element_into(none, &at);
    CHECK(at == 0);
    CHECK(impulse::count(none, 0.0) == 0);
    CHECK(impulse::count_if(none, is_positive) == 0);
    CHECK(impulse::all_of(none, is_positive));
    CHECK(!impulse::any_of(none, is_positive));
    CHECK(impulse::none_of(none, is_positive));
}
