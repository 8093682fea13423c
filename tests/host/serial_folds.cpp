// SPDX-License-Identifier: Apache-2.0
// How one CPU thread folds numbers in memory, for every length and from every offset: callers' operators
// level by level, sums of small integers, means, norms, and several operators block by block.
#include <suite.hpp>

#include <impulse/aggregates/moments.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>
#include <impulse/norm.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <complex>

#ifndef IMPULSE_TEST_LENGTHS
#define IMPULSE_TEST_LENGTHS 700
#endif

namespace {

template <class T>
using items_of = std::span<const T>;

/// Numbers of all magnitudes; some floating-point numbers are NaN, infinite or -0.
template <class T>
std::vector<T> make_items(index_t n, std::mt19937_64& random) {
    std::vector<T> x;
    for (index_t i = 0; i < n; ++i) {
        const auto r = support::random_between(random, -1000, 1000);
        if constexpr (std::is_floating_point_v<T>)
            x.push_back(r % 100 == 0 ? -T(0) : static_cast<T>(r) / 7);
        else
            x.push_back(r % 10 == 0 ? std::numeric_limits<T>::lowest() : static_cast<T>(random()));
    }
    return x;
}

/// Calls check(x) for each length, at a random offset.
template <class T, class Check>
void for_each_length(unsigned salt, const Check& check) {
    auto random = support::random_source(salt);
    const auto x = make_items<T>(70'000, random);
    const auto of = [&](index_t n) {
        const auto offset = support::random_between(random, 0, 63);
        CAPTURE(n);
        check(items_of<T>(x).subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(n)));
    };
    for (index_t n = 1; n <= IMPULSE_TEST_LENGTHS; ++n) of(n);
    for (const index_t n : {1023, 1024, 1025, 4096, 5003, 8192, 33'000, 65'536, 69'001}) of(n);
}

/// A caller's operator whose members have the names of members of the library's operators.
struct named_as_norm {
    using joins_as = impulse::plus;
    [[maybe_unused]] static constexpr int summed_power = 2;
    double operator()(double a, double b) const { return a + b / 2; }
};
struct named_as_others : named_as_norm {
    using of_middling = impulse::plus;
    using selects = impulse::minimum;
    [[maybe_unused]] static constexpr bool several = true;
};

}  // namespace

TEST_CASE_TEMPLATE("serial folds: complex numbers are summed part by part", T, float, double) {
    for_each_length<T>(447, [](items_of<T> x) {
        const std::size_t n = x.size();
        std::vector<T> imaginary(n);
        std::vector<std::complex<T>> both(n);
        for (std::size_t i = 0; i < n; ++i) {
            imaginary[i] = x[(7 * i + 3) % n];
            both[i] = {x[i], imaginary[i]};
        }
        const std::complex<T> sum = impulse::sum(both);
        CHECK(same_bits(sum.real(), impulse::sum(x)));
        CHECK(same_bits(sum.imag(), impulse::sum(imaginary)));
        const std::vector<std::size_t> offsets{0, n / 3, n};
        const auto as_lambda = [](auto a, auto b) { return a + b; };
        CHECK(impulse::sum(impulse::segments(both, offsets)) ==
              impulse::reduce(impulse::segments(both, offsets), std::complex<T>(), as_lambda));
        const auto in_any_order = [&](auto op) {
            return impulse::reduce(both, std::complex<T>(), impulse::unordered(op));
        };
        CHECK(in_any_order(impulse::plus{}) == in_any_order(as_lambda));
    });
}

TEST_CASE_TEMPLATE("serial folds: a caller's operator with the library's names in it", T, std::int8_t, float,
                   double) {
    const auto plain = [](double a, double b) { return a + b / 2; };
    for_each_length<T>(441, [&](items_of<T> x) {
        const double expected = impulse::tree_fold(x, 1.0, plain);
        REQUIRE(same_bits(impulse::reduce(x, 1.0, named_as_norm{}), expected));
        REQUIRE(same_bits(impulse::reduce(x, 1.0, named_as_others{}), expected));
    });
}

TEST_CASE_TEMPLATE("serial folds: a caller's operator", T, float, double, std::int8_t, std::uint32_t) {
    const auto unlike = [](T a, T b) { return static_cast<T>(a + b / 2); };
    const auto greater = [](T a, T b) { return a < b ? b : a; };
    for_each_length<T>(431, [&](items_of<T> x) {
        REQUIRE(same_bits(impulse::reduce(x, T(1), unlike), impulse::tree_fold(x, T(1), unlike)));
        REQUIRE(same_bits(impulse::reduce(x, T(1), greater), impulse::tree_fold(x, T(1), greater)));
    });
}

TEST_CASE("serial folds: a caller's operator that contracts, on converted items") {
    const auto fused = [](double a, double b) { return a * 1.0001 + b; };
    for_each_length<std::int16_t>(432, [&](items_of<std::int16_t> x) {
        REQUIRE(same_bits(impulse::reduce(x, 1.0, fused), impulse::tree_fold(x, 1.0, fused)));
    });
}

TEST_CASE_TEMPLATE("serial folds: sums of small integers", T, std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t) {
    for_each_length<T>(433, [&](items_of<T> x) {
        std::int64_t total = 0;
        for (const T item : x) total += item;
        REQUIRE(impulse::sum(x) == static_cast<int>(total));
        REQUIRE(static_cast<std::int64_t>(impulse::sum(x, impulse::wide)) == total);
        REQUIRE(same_bits(impulse::mean(x), static_cast<double>(total) / static_cast<double>(x.size())));
        double squares = 0;
        for (const T item : x) squares += static_cast<double>(item) * static_cast<double>(item);
        REQUIRE(same_bits(impulse::norm(x), std::sqrt(squares)));
        const std::vector<T> y(x.rbegin(), x.rend());
        std::int64_t products = 0;
        for (std::size_t i = 0; i < y.size(); ++i) products += std::int64_t{x[i]} * y[i];
        REQUIRE(impulse::dot(x, y) == static_cast<int>(products));
    });
    // As many items as are added before they are widened, all of them the least or the greatest value.
    for (const T item : {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()}) {
        const std::vector<T> all(100'000, item);
        CHECK(same_bits(impulse::mean(all), static_cast<double>(item)));
        CHECK(same_bits(impulse::norm(all),
                        std::sqrt(1e5 * static_cast<double>(item) * static_cast<double>(item))));
    }
}

TEST_CASE_TEMPLATE("serial folds: means and norms", T, float, double, std::int32_t, std::int64_t,
                   std::uint64_t) {
    const auto square = [](T item) { return static_cast<double>(item) * static_cast<double>(item); };
    for_each_length<T>(434, [&](items_of<T> x) {
        const std::vector<double> wide(x.begin(), x.end());
        const double sum = impulse::tree_fold(wide, -0.0, impulse::plus{});
        REQUIRE(same_bits(impulse::mean(x), sum / static_cast<double>(x.size())));
        std::vector<double> numbers;
        for (const double item : wide) numbers.push_back(std::isnan(item) ? -0.0 : item);
        const auto nans =
            std::count_if(wide.begin(), wide.end(), [](double item) { return std::isnan(item); });
        const auto count = static_cast<double>(x.size()) - static_cast<double>(nans);
        const double total = impulse::tree_fold(numbers, -0.0, impulse::plus{});
        REQUIRE(
            same_bits(impulse::nanmean(x), count > 0 ? total / count : impulse::nanmean(std::vector<T>())));
        std::vector<double> squares;
        for (const T item : x) squares.push_back(square(item));
        if (!std::is_same_v<T, double>)
            REQUIRE(
                same_bits(impulse::norm(x), std::sqrt(impulse::tree_fold(squares, 0.0, impulse::plus{}))));
    });
}

TEST_CASE_TEMPLATE("serial folds: variances and moments", T, float, double, std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t, std::int32_t, std::int64_t) {
    auto random = support::random_source(440);
    auto x = make_items<T>(9000, random);
    // Behind an iterator that is not contiguous, leaves are made one by one.
    const auto check = [&](std::size_t first, std::size_t n) {
        CAPTURE(n);
        const auto all = items_of<T>(x).subspan(first, n);
        const std::deque<T> apart(all.begin(), all.end());
        REQUIRE(same_bits(impulse::variance(all), impulse::variance(apart)));
        const auto a = impulse::reduce(all, impulse::moments{}),
                   b = impulse::reduce(apart, impulse::moments{});
        REQUIRE(same_bits(std::array{a.n, a.center, a.squares, a.cubes, a.fourths},
                          std::array{b.n, b.center, b.squares, b.cubes, b.fourths}));
    };
    for (std::size_t n = 1; n < 66; ++n) check(n, n);
    for (std::size_t n = 960; n < 1120; ++n) check(n % 64, n);
    for (const std::size_t n : std::initializer_list<std::size_t>{2, 33, 2047, 2048, 3071, 5003, 8191})
        check(n % 64, n);
    if constexpr (std::is_floating_point_v<T>) {
        for (const T item : {std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN(),
                             std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min(), -T(0)}) {
            CAPTURE(item);
            for (std::size_t n = 1; n < 36; ++n)
                for (std::size_t at = 0; at < n; ++at) {
                    const T before = std::exchange(x[at], item);
                    check(0, n);
                    x[at] = before;
                }
            for (const std::size_t at : std::initializer_list<std::size_t>{0, 1, 31, 32, 700}) {
                const T before = std::exchange(x[at], item);
                check(0, 1024);
                x[at] = before;
            }
        }
        for (T& item : x) item = item * T(1e-3) + T(1e6);
        check(7, 8193);
    } else {
        // The largest powers: items that are far from the first item of their leaf, and items near it.
        for (const T item : {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()}) {
            std::fill(x.begin(), x.end(), item);
            check(1, 1024);
            for (std::size_t i = 0; i < x.size(); i += 32) x[i] = static_cast<T>(~item);
            check(0, 1024);
        }
    }
}

TEST_CASE("serial folds: norms of doubles, with tiny and large ones among them") {
    auto random = support::random_source(439);
    std::vector<double> x(9000);
    for (const int kind : {0, 1, 2, 3}) {
        CAPTURE(kind);
        for (double& item : x) {
            item = static_cast<double>(support::random_between(random, -50, 50));
            const bool is_rare = support::random_between(random, 0, 3000) == 0;
            if (kind == 1) item *= 0x1p-600;
            if (is_rare && kind == 2) item *= 0x1p600;
            if (is_rare && kind == 3) item *= support::random_between(random, 0, 1) == 0 ? 0x1p-600 : 0x1p600;
        }
        for (const std::size_t n :
             std::initializer_list<std::size_t>{1, 2, 3, 7, 64, 777, 2048, 2049, 5000, 9000}) {
            CAPTURE(n);
            const auto all = items_of<double>(x).first(n);
            // Behind an iterator that is not contiguous, items are read one by one.
            const std::deque<double> by_items(all.begin(), all.end());
            REQUIRE(same_bits(impulse::norm(all), impulse::norm(by_items)));
        }
    }
}

TEST_CASE("serial folds: several operators, each as alone") {
    const auto unlike = [](float a, float b) { return a + b / 2; };
    const auto all = impulse::together(impulse::plus{}, impulse::minimum{}, unlike);
    for_each_length<float>(435, [&](items_of<float> x) {
        const auto [sum, least, other] = impulse::reduce(x, impulse::make_values(0.f, 1.f, 2.f), all);
        REQUIRE(same_bits(sum, impulse::reduce(x, 0.f)));
        REQUIRE(same_bits(least, impulse::reduce(x, 1.f, impulse::minimum{})));
        REQUIRE(same_bits(other, impulse::tree_fold(x, 2.f, unlike)));
    });
    // One of the operators has longer leaves than the others.
    const auto longer = impulse::together(impulse::plus{}, impulse::maximum{}, impulse::plus{});
    for_each_length<std::int8_t>(436, [&](items_of<std::int8_t> x) {
        const auto [sum, most, wide] =
            impulse::reduce(x, impulse::make_values(0, std::int8_t{-128}, 0.0), longer);
        REQUIRE(sum == impulse::sum(x));
        REQUIRE(most == impulse::max_value(x));
        REQUIRE(same_bits(wide, static_cast<double>(sum)));
    });
}

TEST_CASE_TEMPLATE("serial folds: what a function makes of the items", T, float, std::uint32_t) {
    const auto halved = [](T item) { return static_cast<T>(item / 2); };
    for_each_length<T>(438, [&](items_of<T> x) {
        std::vector<T> halves;
        for (const T item : x) halves.push_back(halved(item));
        REQUIRE(same_bits(impulse::transform_reduce(x, T(1), impulse::ordered(impulse::plus{}), halved),
                          impulse::tree_fold(halves, T(1), impulse::plus{})));
    });
}

TEST_CASE_TEMPLATE("serial folds: counts", T, float, double, std::int8_t, std::uint16_t) {
    const auto is_less = [](T item) { return item < T(3); };
    for_each_length<T>(437, [&](items_of<T> x) {
        REQUIRE(impulse::count_if(x, is_less) == std::count_if(x.begin(), x.end(), is_less));
        REQUIRE(impulse::count(x, x[0]) == std::count(x.begin(), x.end(), x[0]));
    });
    const std::vector<T> all(100'000, T(1));
    CHECK(impulse::count(all, T(1)) == 100'000);
}

TEST_CASE_TEMPLATE("serial folds: one of many decides", T, float, std::int8_t, std::int64_t) {
    const auto is_one = [](T item) { return item == T(1); };
    const auto is_two = [](T item) { return item == T(2); };
    const auto check = [&](const std::vector<T>& x, bool all, bool any) {
        CHECK(impulse::all_of(x, is_one) == all);
        CHECK(impulse::any_of(x, is_two) == any);
        CHECK(impulse::none_of(x, is_two) == !any);
    };
    for (const int many : {1, 3, 100, 4095, 4096, 4097, 100'000}) {
        const auto n = static_cast<std::size_t>(many);
        std::vector<T> x(n, T(1));
        check(x, true, false);
        for (const std::size_t at : {std::size_t{0}, n / 2, std::size_t{4095}, std::size_t{4096}, n - 1}) {
            if (at >= n) continue;
            CAPTURE(at);
            x[at] = T(2);
            check(x, false, true);
            x[at] = T(1);
        }
    }
}
