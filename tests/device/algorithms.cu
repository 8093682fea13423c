// SPDX-License-Identifier: Apache-2.0
// The short algorithms on the GPU that return values, compared with the standard library on the host.
#include "gpu.cuh"

#include <same_bits.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/host.hpp>

#include <algorithm>
#include <numeric>

namespace {

struct is_odd {
    IMPULSE_SHARED bool operator()(int x) const { return x % 2 != 0; }
};
struct is_below {
    int limit;
    IMPULSE_SHARED bool operator()(int x) const { return x < limit; }
};
struct greater {
    IMPULSE_SHARED bool operator()(int a, int b) const { return a > b; }
};

/// Small numbers, so that many are equal.
struct input {
    std::vector<int> items;
    gpu::buffer<int> x;
    explicit input(index_t n) : items(support::make_items(n, make)), x(items) {}

    static int make(index_t i) {
        return static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) % 100) - 50;
    }
};

double mean_of(const std::vector<int>& x) {
    return static_cast<double>(std::accumulate(x.begin(), x.end(), 0LL)) / static_cast<double>(x.size());
}

double variance_of(const std::vector<int>& x, double ddof) {
    const double mean = mean_of(x);
    double squares = 0;
    for (const int each : x) squares += (each - mean) * (each - mean);
    return squares / (static_cast<double>(x.size()) - ddof);
}

const std::vector<index_t> some_sizes{1, 2, 33, 1000, 50'000, 300'007};

}  // namespace

TEST_CASE("algorithms: sum, product, dot") {
    const auto how = impulse::automatic.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const input in(n);
        CHECK(impulse::sum(how, in.x) == std::accumulate(in.items.begin(), in.items.end(), 0));
        const int squares = std::inner_product(in.items.begin(), in.items.end(), in.items.begin(), 0);
        CHECK(impulse::dot(how, in.x, in.x) == squares);
        CHECK(impulse::inner_product(how, in.x.begin(), in.x.end(), in.x.begin()) == squares);
        const gpu::buffer<std::uint64_t> odd(support::make_items(n, [](index_t i) {
            return support::scatter(static_cast<std::uint64_t>(i)) | 1;  // so no product is zero
        }));
        std::uint64_t product = 1;
        for (index_t i = 0; i < n; ++i) product *= support::scatter(static_cast<std::uint64_t>(i)) | 1;
        CHECK(impulse::product(how, odd) == product);
    }
    static_assert(std::is_same_v<decltype(impulse::sum(how, gpu::buffer<std::int8_t>(1))), int>);
}

TEST_CASE("algorithms: count, count_if, all_of, any_of, none_of") {
    const auto how = impulse::last_block.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const input in(n);
        const auto all = [&](auto predicate) {
            return std::all_of(in.items.begin(), in.items.end(), predicate);
        };
        const auto any = [&](auto predicate) {
            return std::any_of(in.items.begin(), in.items.end(), predicate);
        };
        CHECK(impulse::count(how, in.x, 7) == std::count(in.items.begin(), in.items.end(), 7));
        CHECK(impulse::count_if(how, in.x, is_odd{}) ==
              std::count_if(in.items.begin(), in.items.end(), is_odd{}));
        for (const int limit : {-50, -49, 0, 49, 50}) {
            CAPTURE(limit);
            const is_below below{limit};
            CHECK(impulse::all_of(how, in.x, below) == all(below));
            CHECK(impulse::any_of(how, in.x, below) == any(below));
            CHECK(impulse::none_of(how, in.x, below) == !any(below));
        }
    }
    static_assert(std::is_same_v<decltype(impulse::count(how, gpu::buffer<int>(1), 1)), index_t>);
}

TEST_CASE("algorithms: positions of extremes, ties as in the standard") {
    const auto how = impulse::work_queue.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const input in(n);
        const auto begin = in.items.begin();
        const auto end = in.items.end();
        const int* const first = in.x.begin();
        CHECK(impulse::min_element(how, in.x) - first == std::min_element(begin, end) - begin);
        CHECK(impulse::max_element(how, in.x) - first == std::max_element(begin, end) - begin);
        CHECK(impulse::min_element(how, in.x, greater{}) - first ==
              std::min_element(begin, end, greater{}) - begin);
        CHECK(impulse::max_element(how, in.x, greater{}) - first ==
              std::max_element(begin, end, greater{}) - begin);
        const auto both = impulse::minmax_element(how, in.x.begin(), in.x.end());
        const auto expected = std::minmax_element(begin, end);
        CHECK(both.first - first == expected.first - begin);
        CHECK(both.second - first == expected.second - begin);
    }
}

TEST_CASE("algorithms: mean and variance") {
    const auto how = impulse::two_pass.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const input in(n);
        CHECK(impulse::mean(how, in.x) == mean_of(in.items));  // the sum of integers is exact
        CHECK(impulse::variance(how, in.x) == doctest::Approx(variance_of(in.items, 0)).epsilon(1e-12));
        if (n == 1)
            CHECK(std::isnan(impulse::variance(how, in.x, 1)));
        else
            CHECK(impulse::variance(how, in.x, 1) ==
                  doctest::Approx(variance_of(in.items, 1)).epsilon(1e-12));
    }
    // Numbers far from zero: a sum of squares would lose all digits by cancellation.
    const gpu::buffer<double> far(
        support::make_items(100'000, [](index_t i) { return 1e9 + static_cast<double>(i % 2); }));
    CHECK(impulse::variance(how, far) == doctest::Approx(0.25).epsilon(1e-9));
}

TEST_CASE("algorithms: the host's bits of indices, norms, deviations and weighted means") {
    const auto how = impulse::automatic.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const auto items = support::make_items(n, [](index_t i) {
            const auto bits =
                support::scatter(static_cast<std::uint64_t>(i));  // covers the scales of all three sums
            return std::ldexp(static_cast<double>(bits % 1000) * 0.37,
                              700 * (static_cast<int>((bits >> 40) % 3) - 1));
        });
        const gpu::buffer<double> x(items);
        CHECK(support::same_bits(impulse::norm(how, x), impulse::norm(items)));
        const input in(n);
        CHECK(support::same_bits(impulse::stddev(how, in.x), impulse::stddev(in.items)));
        CHECK(support::same_bits(impulse::weighted_mean(how, x, x), impulse::weighted_mean(items, items)));
        CHECK(impulse::argmin(how, x) == impulse::argmin(items));
        CHECK(impulse::argmax(how, x) == impulse::argmax(items));
        const auto [lo, hi] = impulse::minmax_value(how, x);
        CHECK(support::same_bits(lo, impulse::min_value(items)));
        CHECK(support::same_bits(hi, impulse::max_value(how, x)));
    }
}

TEST_CASE("algorithms: of no items") {
    const auto how = impulse::automatic.on(impulse::device);
    const gpu::buffer<int> none(0);
    CHECK(impulse::sum(how, none) == 0);
    CHECK(impulse::product(how, none) == 1);
    CHECK(impulse::dot(how, none, none) == 0);
    CHECK(impulse::count(how, none, 1) == 0);
    CHECK(impulse::count_if(how, none, is_odd{}) == 0);
    CHECK(impulse::all_of(how, none, is_odd{}));
    CHECK(!impulse::any_of(how, none, is_odd{}));
    CHECK(impulse::none_of(how, none, is_odd{}));
    CHECK(impulse::min_element(how, none) == none.end());
    CHECK(impulse::max_element(how, none) == none.end());
    CHECK(impulse::minmax_element(how, none) == std::pair(none.end(), none.end()));
    CHECK(std::isnan(impulse::mean(how, none)));
    CHECK(std::isnan(impulse::variance(how, none)));
}
