// SPDX-License-Identifier: Apache-2.0
// `moments`: compared to the bit with its definition, and approximately with two passes in long double.
#include <suite.hpp>

#include <check.hpp>
#include <moments.hpp>

#include <impulse/algorithms.hpp>

using support::make_numbers;
using support::members_of;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

struct trade {
    double price;
    int amount;
};

/// Two passes in long double.
long double central_moment(const std::vector<double>& x, int power) {
    long double sum = 0, moment = 0;
    for (const double each : x) sum += each;
    const long double mean = sum / static_cast<long double>(x.size());
    for (const double each : x) moment += std::pow(each - mean, power);
    return moment / static_cast<long double>(x.size());
}

bool close(double a, long double b, double by = 1e-13) {
    return std::abs(a - static_cast<double>(b)) <= by * std::abs(static_cast<double>(b));
}

}  // namespace

TEST_CASE("named aggregates: count, mean, deviation, extremes and where they are, of a column of structs") {
    const std::vector<trade> trades{{1, 2}, {7, 3}, {-2, 4}, {3, 5}, {7, 1}};
    const auto [prices, low, high] = impulse::transform_reduce(
        trades, impulse::together(impulse::moments{}, impulse::min_loc{}, impulse::max_loc{}), &trade::price);
    CHECK(prices.count() == 5);
    CHECK(prices.mean() == 3.2);
    CHECK(close(prices.stddev(), std::sqrt(12.16L)));
    CHECK(close(prices.stddev(1), std::sqrt(15.2L)));
    CHECK(low == impulse::value_and_index<double>{-2, 2});
    CHECK(high == impulse::value_and_index<double>{7, 1});
}

TEST_CASE("named aggregates: moments are those of two passes") {
    for (const index_t n : {2, 3, 10, 1000, 4096, 50'001}) {
        CAPTURE(n);
        const auto x = make_numbers(n);
        const auto found = impulse::reduce(x, impulse::moments{});
        const long double second = central_moment(x, 2);
        CHECK(found.count() == n);
        CHECK(close(found.variance(), second));
        CHECK(close(found.excess_kurtosis() + 3, central_moment(x, 4) / (second * second)));
        const double skewness = static_cast<double>(central_moment(x, 3) / (second * std::sqrt(second)));
        CHECK(std::abs(found.skewness() - skewness) < 1e-12);
        CHECK(same_bits(found.variance(1), impulse::variance(x, 1)));
        CHECK(same_bits(found.stddev(), impulse::stddev(x)));
        CHECK(close(found.mean(), impulse::mean(x)));
    }
}

TEST_CASE("named aggregates: a leaf that begins with an outlier keeps the digits of the variance") {
    std::vector<double> x(32, 1.0);
    x[0] = 1e17, x[1] = -1e17;
    const auto found = impulse::reduce(x, impulse::moments{});
    CHECK(std::abs(found.mean()) <= 1e17 * 0x1p-52);
    CHECK(close(found.variance(), 2e34L / 32));
    CHECK(impulse::variance(std::vector<double>{1e308, 1e308, 1e308}) == 0);  // 32 times 1e308 overflows
    CHECK(impulse::variance(std::vector<double>{1.5e308, 1e308 + 1e292, 1.5e308}) == inf);
}

TEST_CASE("named aggregates: equal items have the variance 0, and no skewness, in any number and parts") {
    for (const index_t n : {1, 2, 3, 7, 31, 32, 33, 35, 64, 65, 97, 1000, 3001})
        for (const double item : {0.3, -1e9 / 3, 1.7e308, 5e-324, 0.0}) {
            CAPTURE(n);
            CAPTURE(item);
            const std::vector<double> x(static_cast<std::size_t>(n), item);
            CHECK(impulse::variance(x) == 0);
            CHECK(impulse::variance(std::vector<float>(x.size(), 0.3f)) == 0);
            const index_t cut = n / 3;
            const auto all =
                impulse::moments{}(impulse::reduce(x.data(), x.data() + cut, impulse::moments{}),
                                   impulse::reduce(x.data() + cut, x.data() + n, impulse::moments{}));
            CHECK(all.count() == n);
            CHECK(same_bits(all.center, item));
            CHECK(all.squares == 0);
            CHECK(std::isnan(all.skewness()));
            CHECK(std::isnan(all.excess_kurtosis()));
        }
}

TEST_CASE("named aggregates: moments by the definition, to the bit, by every policy and shape") {
    for (const index_t n : {0, 1, 2, 7, 31, 32, 33, 64, 100, 1000, 3001}) {
        CAPTURE(n);
        const auto x = make_numbers(n);
        const auto expected = members_of(support::sums_by_definition(x));
        support::for_some_policies([&](auto, const auto& policy) {
            CHECK(same_bits(members_of(impulse::reduce(policy, x, impulse::moments{})), expected));
        });
        CHECK(same_bits(members_of(impulse::tree_fold(x, impulse::moments{})), expected));
    }
}

TEST_CASE_TEMPLATE("named aggregates: moments of rows and columns of numbers, to the bit", Type, float,
                   double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, std::int16_t) {
    for (const index_t width : {5, 31, 32, 33, 64, 100}) {
        CAPTURE(width);
        const index_t height = 70;
        std::vector<Type> x(static_cast<std::size_t>(height * width));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<Type>(static_cast<Type>(support::scatter(i) % 32000) / Type{3});
        const impulse::matrix_view matrix(x.data(), height, width);
        const auto rows = impulse::reduce(impulse::rows(matrix), impulse::moments{});
        const auto columns = impulse::reduce(impulse::columns(matrix), impulse::moments{});
        const auto spread = impulse::variance(impulse::columns(matrix));
        const auto definition = [&](index_t first, index_t stride, index_t n) {
            std::vector<double> items;
            for (index_t i = 0; i < n; ++i)
                items.push_back(static_cast<double>(x[static_cast<std::size_t>(first + i * stride)]));
            return support::sums_by_definition(items);
        };
        bool same = true;
        for (index_t r = 0; r < height; ++r)
            same = same && same_bits(members_of(rows[static_cast<std::size_t>(r)]),
                                     members_of(definition(r * width, 1, width)));
        for (index_t c = 0; c < width; ++c) {
            const auto expected = definition(c, width, height);
            same = same &&
                   same_bits(members_of(columns[static_cast<std::size_t>(c)]), members_of(expected)) &&
                   same_bits(spread[static_cast<std::size_t>(c)],
                             expected.squares / static_cast<double>(height));
        }
        CHECK(same);
    }
}

TEST_CASE("named aggregates: moments of nothing, of one, and of what is not finite") {
    const auto of = [](const std::vector<double>& x) { return impulse::reduce(x, impulse::moments{}); };
    CHECK(of({}).count() == 0);
    CHECK(std::isnan(of({}).mean()));
    CHECK(std::isnan(of({}).variance()));
    CHECK(of({5}).mean() == 5);
    CHECK(of({5}).variance() == 0);
    CHECK(std::isnan(of({5}).variance(1)));
    CHECK(std::isnan(of({5, 5}).skewness()));
    CHECK(std::isnan(of({5, 5}).excess_kurtosis()));
    for (const double odd : {not_a_number, inf, -inf}) {
        const auto found = of({1, odd, 2});
        CHECK(found.count() == 3);
        CHECK(same_bits(found.mean(), odd));
        CHECK(std::isnan(found.variance()));
        CHECK(std::isnan(found.skewness()));
        CHECK(std::isnan(found.excess_kurtosis()));
    }
    for (const double odd : {inf, -inf})  // alone in a leaf, in several leaves, and next to finite ones
        for (const std::size_t other : {std::size_t{0}, std::size_t{40}, std::size_t{71}}) {
            std::vector<double> x(100, 1.0);
            x[70] = x[other] = odd;
            CHECK(same_bits(of(x).mean(), odd));
            CHECK(same_bits(of(x).mean(), impulse::mean(x)));
            CHECK(std::isnan(of(x).variance()));
            x[5] = -odd;
            CHECK(std::isnan(of(x).mean()));
        }
}

TEST_CASE(
    "named aggregates: small integers, exactly; items that are not finite, wherever they stand in a leaf") {
    const auto check = [](const auto& x) {
        const auto expected = support::sums_by_definition(x);
        CHECK(same_bits(impulse::variance(x),
                        (expected.squares + (expected.center - expected.center)) / expected.n));
        CHECK(same_bits(members_of(impulse::reduce(x, impulse::moments{})), members_of(expected)));
    };
    auto random = support::random_source(42);
    for (const index_t n : {1, 2, 31, 32, 33, 100, 999}) {
        CAPTURE(n);
        const auto draw = [&](auto least, auto most) {
            return support::make_items(n, [&](index_t) {
                return static_cast<decltype(least)>(support::random_between(random, least, most));
            });
        };
        check(draw(std::int8_t{-128}, std::int8_t{127}));
        check(draw(std::uint8_t{0}, std::uint8_t{255}));
        check(draw(std::int16_t{-32768}, std::int16_t{32767}));
        check(draw(std::uint16_t{0}, std::uint16_t{65535}));
        check(draw(std::uint16_t{65534}, std::uint16_t{65535}));
        check(draw(-1'000'000'000, 1'000'000'000));
    }
    for (const std::size_t at : {0u, 1u, 7u, 8u, 31u, 32u, 63u})
        for (const double odd : {not_a_number, inf, -inf, 1e200, -0.0}) {
            auto x = make_numbers(64);
            x[at] = odd;
            check(x);
        }
}

TEST_CASE("moments: the mean of leaves that begin with an outlier keeps its bound") {
    for (const index_t n : {32, 1000}) {
        for (const double far : {1e3, 1e9, 1e15}) {
            CAPTURE(far);
            auto x = support::make_items(n, [](index_t i) {
                return static_cast<double>(support::scatter(static_cast<std::uint64_t>(i)) % 1021);
            });
            for (std::size_t i = 0; i + 1 < x.size(); i += 32) {
                x[i] = far + x[i];
                x[i + 1] = -far;  // cancels, so that the mean is small
            }
            std::int64_t sum = 0;
            double all = 0;
            for (const double item : x) {
                sum += static_cast<std::int64_t>(item);  // exact: integers
                all += std::abs(item);
            }
            const double apart = impulse::reduce(x, impulse::moments{}).mean() -
                                 static_cast<double>(sum) / static_cast<double>(n);
            const double unit = std::numeric_limits<double>::epsilon() / 2;
            CHECK(std::abs(apart) <= 33 * 9 * unit * all / static_cast<double>(n));
        }
    }
}
