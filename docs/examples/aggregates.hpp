// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: aggregates with names.

// [
struct trade {
    double price;
    int amount;
};
// ]

TEST_CASE("reference: moments, moments_result") {
    const std::vector<trade> trades{{1, 20}, {3, 50}, {2, 10}, {2, 40}};
    // One pass over a column of structs: count, mean, deviation, and both extremes with their indices.
    const auto [prices, low, high] = impulse::transform_reduce(
        trades, impulse::together(impulse::moments{}, impulse::min_loc{}, impulse::max_loc{}), &trade::price);
    CHECK(prices.count() == 4);
    static_assert(std::is_same_v<decltype(prices), const impulse::moments_result>);
    CHECK(prices.mean() == 2);
    CHECK(prices.stddev() == std::sqrt(0.5));
    CHECK(prices.variance(1) == 2.0 / 3);  // the sample variance
    CHECK(prices.skewness() == 0);
    CHECK(std::abs(prices.excess_kurtosis() + 1) < 1e-15);
    CHECK((low.value == 1 && low.index == 0));
    CHECK((high.value == 3 && high.index == 1));
}

TEST_CASE("reference: min_loc, max_loc, value_and_index") {
    const std::vector<float> x{3, 1, 4, 1};
    const auto [value, index] = impulse::reduce(x, impulse::min_loc{});
    CHECK((value == 1 && index == 1));  // the first of equal values
    const auto rows = impulse::reduce(impulse::batches(x, 2), impulse::max_loc{});
    CHECK(rows == std::vector<impulse::value_and_index<float>>{{3, 0}, {4, 0}});
}

TEST_CASE("reference: compensated_sum") {
    const std::vector<double> x{1, 1e100, 1, -1e100};
    CHECK(impulse::sum(x) == 0);
    CHECK(impulse::reduce(x, impulse::compensated_sum{}) == 2);
}
