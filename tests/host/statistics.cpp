// SPDX-License-Identifier: Apache-2.0
// `mean`, `weighted_mean`, `variance` and `stddev`: in double, of the population by default, NaN if n <=
// ddof, without cancellation; in tree order, compared to the bit.
#include <suite.hpp>

#include <check.hpp>
#include <moments.hpp>

#include <impulse/aggregates/moments.hpp>
#include <impulse/layouts.hpp>
#include <impulse/norm.hpp>
#include <impulse/statistics.hpp>

namespace {

/// Two passes in long double.
template <class T>
double reference_variance(const std::vector<T>& x, index_t ddof) {
    long double sum = 0, squares = 0;
    for (const T value : x) sum += value;
    const long double mean = sum / static_cast<long double>(x.size());
    for (const T value : x) squares += (value - mean) * (value - mean);
    return static_cast<double>(squares / static_cast<long double>(static_cast<index_t>(x.size()) - ddof));
}

/// Sums of nonnegative terms in tree order: the error grows with the logarithm of n.
bool close(double a, double b) { return std::abs(a - b) <= 1e-13 * std::abs(b); }

/// The definition, in tree order.
template <class T>
double tree_variance(const std::vector<T>& x, index_t ddof) {
    const auto all = support::sums_by_definition(x);
    return all.squares / (all.n - static_cast<double>(ddof));
}
template <class T>
double tree_mean(const std::vector<T>& x) {
    const std::vector<double> items(x.begin(), x.end());
    return support::tree_by_definition(items, 0.0, std::plus<>{}) / static_cast<double>(x.size());
}

}  // namespace

TEST_CASE("statistics: mean and variance of integers and floats, in double") {
    auto random = support::random_source(60);
    static_assert(std::is_same_v<decltype(impulse::mean(std::vector<float>())), double>);
    static_assert(std::is_same_v<decltype(impulse::variance(std::vector<std::int8_t>())), double>);
    for (const index_t n : {1, 2, 7, 100, 5000, 100'003}) {
        CAPTURE(n);
        std::vector<int> integers;
        std::vector<float> floats;
        long double sum = 0;
        for (index_t i = 0; i < n; ++i) {
            integers.push_back(
                static_cast<int>(support::random_between(random, 1'999'999'000, 2'000'000'000)));
            floats.push_back(static_cast<float>(support::random_between(random, -1000, 1000)) / 64);
            sum += integers.back();
        }
        const double mean = static_cast<double>(sum / static_cast<long double>(n));
        CHECK(close(impulse::mean(integers), mean));
        // Values near 2e9 that differ by 1000: a sum of squares would lose all digits by cancellation.
        CHECK(std::abs(impulse::variance(integers) - reference_variance(integers, 0)) <= 1e-3);
        if (n > 1) CHECK(close(impulse::variance(floats, 1), reference_variance(floats, 1)));
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(same_bits(impulse::mean(policy, integers), tree_mean(integers)));
            CHECK(same_bits(impulse::mean(policy, floats.begin(), floats.end()), tree_mean(floats)));
            CHECK(same_bits(impulse::variance(policy, integers), tree_variance(integers, 0)));
            if (n > 1) CHECK(same_bits(impulse::variance(policy, floats, 1), tree_variance(floats, 1)));
        });
    }
}

TEST_CASE_TEMPLATE("statistics: means of integers of 8 bytes, each rounded once", T, std::int64_t,
                   std::uint64_t) {
    auto random = support::random_source(61);
    for (const index_t n : {1, 3, 4, 16, 64, 1000, 4096}) {
        CAPTURE(n);
        std::vector<T> x;
        for (index_t i = 0; i < n; ++i) x.push_back(static_cast<T>(random()) >> (random() % 64));
        for (const T special : {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(0), T(-1)})
            x[random() % x.size()] = special;
        CHECK(same_bits(impulse::mean(x), tree_mean(x)));
        std::vector<double> squares;
        for (const T item : x) squares.push_back(static_cast<double>(item) * static_cast<double>(item));
        CHECK(
            same_bits(impulse::norm(x), std::sqrt(support::tree_by_definition(squares, 0.0, std::plus<>{}))));
    }
}

TEST_CASE("statistics: exact where numbers are") {
    const std::vector<int> x{2, 4, 4, 4, 5, 5, 7, 9};
    double out = 0;
    CHECK(impulse::mean(x) == 5);
    CHECK(impulse::variance(x) == 4);
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::mean(policy, x) == 5);
        CHECK(impulse::variance(policy, x) == 4);
        CHECK(impulse::variance(policy, x, 1) == 32.0 / 7);
        impulse::mean_into(policy, x, &out);
        CHECK(out == 5);
        impulse::variance_into(policy, x.begin(), x.end(), &out, 4);
        CHECK(out == 8);
    });
}

TEST_CASE("statistics: NaN where n <= ddof") {
    const std::vector<float> none, one{3}, two{3, 5};
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(std::isnan(impulse::mean(policy, none)));
        CHECK(std::isnan(impulse::variance(policy, none)));
        CHECK(std::isnan(impulse::variance(policy, one, 1)));
        CHECK(std::isnan(impulse::variance(policy, two, 3)));
        CHECK(impulse::mean(policy, one) == 3);
        CHECK(impulse::variance(policy, one) == 0);
        CHECK(impulse::variance(policy, two, 1) == 2);
    });
}

TEST_CASE("statistics: NaN where an item is NaN or infinite, be it the only one, or a distance overflows") {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& x :
         {std::vector{nan}, std::vector{inf}, std::vector{-inf}, std::vector{inf, 1.0},
          std::vector{inf, -inf}, std::vector{1.0, nan, 2.0}, std::vector{1e308, -1e308}}) {
        CAPTURE(x.size());
        support::for_one_policy([&](auto, const auto& policy) {
            CHECK(std::isnan(impulse::variance(policy, x)));
            CHECK(std::isnan(impulse::stddev(policy, x)));
        });
    }
    const std::vector<double> each{nan, 3.0, inf};  // each is a group
    CHECK(same_bits(impulse::variance(impulse::batches(each, 1)), std::vector<double>{nan, 0.0, nan}));
}

TEST_CASE("statistics: a ddof that is negative, or no 64-bit index") {
    const std::vector<float> x{1, 2};
    CHECK(support::message_of([&] { (void)impulse::variance(x, -1); }) ==
          "impulse: ddof is -1; it must be 0 (population) or more");
    CHECK(support::message_of([&] { (void)impulse::stddev(x, ~std::uint64_t{0}); }) ==
          "impulse: ddof is 18446744073709551615; it must be less than 2^63");
}

TEST_CASE("statistics: the standard deviation is the root of the variance") {
    const std::vector<int> x{2, 4, 4, 4, 5, 5, 7, 9};
    static_assert(std::is_same_v<decltype(impulse::stddev(std::vector<float>())), double>);
    CHECK(impulse::stddev({2, 4, 4, 4, 5, 5, 7, 9}) == 2);
    double out = 0;
    const auto numbers = support::make_items(
        5000, [](index_t i) { return static_cast<float>(support::make_hash{}(i) % 1000) / 64; });
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::stddev(policy, x) == 2);
        CHECK(impulse::stddev(policy, x.begin(), x.end(), 6) == 4);
        CHECK(same_bits(impulse::stddev(policy, numbers, 1), std::sqrt(tree_variance(numbers, 1))));
        impulse::stddev_into(policy, x, &out, 6);
        CHECK(out == 4);
    });
    CHECK(std::isnan(impulse::stddev(std::vector<float>{3}, 1)));
    CHECK(std::isnan(impulse::stddev(std::vector<float>())));
    CHECK(support::message_of([&] { (void)impulse::stddev(x, -1); }) ==
          "impulse: ddof is -1; it must be 0 (population) or more");
}

TEST_CASE("statistics: a weighted mean") {
    const auto numbers = support::make_items(
        100'003, [](index_t i) { return static_cast<float>(support::make_hash{}(i) % 10'007) / 64 - 50; });
    const auto weights = support::make_items(
        100'003, [](index_t i) { return static_cast<double>(support::make_hash{3}(i) % 1009) / 7; });
    std::vector<double> products;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        products.push_back(support::rounded_product(static_cast<double>(numbers[i]), weights[i]));
    const double expected = support::tree_by_definition(products, 0.0, std::plus<>{}) /
                            support::tree_by_definition(weights, 0.0, std::plus<>{});
    static_assert(std::is_same_v<decltype(impulse::weighted_mean(numbers, weights)), double>);
    double out = 0;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(same_bits(impulse::weighted_mean(policy, numbers, weights), expected));
        CHECK(same_bits(impulse::weighted_mean(policy, numbers.begin(), numbers.end(), weights.begin()),
                        expected));
        impulse::weighted_mean_into(policy, numbers, weights, &out);
        CHECK(same_bits(out, expected));
    });
    CHECK(impulse::weighted_mean({1, 5}, {1, 3}) == 4);
    CHECK(impulse::weighted_mean({1, 5}, {2, -1}) == -3);
    CHECK(impulse::weighted_mean(impulse::batches(std::vector<int>{1, 5, 7, 9}, 2), {1, 3, 1, 1}) ==
          std::vector<double>{4, 8});
}

TEST_CASE("statistics: a weighted mean where weights sum to zero, and of none") {
    CHECK(std::isnan(impulse::weighted_mean(std::vector<int>(), std::vector<int>())));
    CHECK(std::isnan(impulse::weighted_mean({1, 2}, {0, 0})));
    CHECK(std::isnan(impulse::weighted_mean({1, 2}, {-1.5, 1.5})));
    CHECK(support::message_of([] {
              (void)impulse::weighted_mean({1, 2}, {1});
          }) == "impulse: second input has 1 item, but the first has 2");
}

TEST_CASE("statistics: moments where a leaf begins far away, or powers overflow, as tree.md says") {
    const auto beside = [](double far) {
        std::vector<double> x(32, 1.0);
        x[0] = far;
        x[1] = -far;
        return x;
    };
    const auto moments = [](const std::vector<double>& x) { return impulse::reduce(x, impulse::moments{}); };
    CHECK(moments(beside(1e17)).mean() == 0);
    CHECK(impulse::mean(beside(1e17)) == 0.9375);
    CHECK(std::isfinite(moments(beside(5.5e306)).mean()));
    CHECK(!std::isfinite(moments(beside(1e307)).mean()));  // the sum of 32 distances overflows
    CHECK(moments({1e308, 1e308, 1e308}).mean() == 1e308);
    CHECK(std::isfinite(moments({0, 1e76, 1e76}).excess_kurtosis()));
    CHECK(!std::isfinite(moments({0, 2e77, 2e77}).excess_kurtosis()));
    CHECK(std::isfinite(moments({0, 1e102, 1e102}).skewness()));
    CHECK(!std::isfinite(moments({0, 1e103, 1e103}).skewness()));
    CHECK(std::isnan(moments(std::vector<double>(32, 0.3)).skewness()));
    CHECK(std::isnan(moments(std::vector<double>(35, 0.3)).skewness()));
    CHECK(impulse::variance(std::vector<double>(35, 0.3)) == 0);
}
