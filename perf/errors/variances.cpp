// SPDX-License-Identifier: Apache-2.0
// The distance of variances of doubles from the exact variance: in two passes with pairwise sums (as in
// NumPy), one item after the other (Welford), by pairwise joins of single items, and by the library. Items
// are multiples of 2^-20, so the exact variance is a quotient of integers.
#include <impulse/statistics.hpp>

#include <cmath>
#include <random>

#include "errors.hpp"

namespace {

using doubles = std::vector<double>;

/// NumPy's sum: blocks of up to 128 items use eight accumulators; larger inputs are halved, at multiples of
/// eight.
template <class Item>
double pairwise_sum(std::size_t begin, std::size_t n, const Item& item) {
    if (n < 8) {
        double sum = -0.0;
        for (std::size_t i = 0; i < n; ++i) sum += item(begin + i);
        return sum;
    }
    if (n <= 128) {
        double r[8];
        for (std::size_t j = 0; j < 8; ++j) r[j] = item(begin + j);
        std::size_t i = 8;
        for (; i < n - n % 8; i += 8)
            for (std::size_t j = 0; j < 8; ++j) r[j] += item(begin + i + j);
        double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
        for (; i < n; ++i) sum += item(begin + i);
        return sum;
    }
    const std::size_t half = n / 2 - n / 2 % 8;
    return pairwise_sum(begin, half, item) + pairwise_sum(begin + half, n - half, item);
}
double two_passes(const doubles& x) {
    const auto n = static_cast<double>(x.size());
    const double mean = pairwise_sum(0, x.size(), [&](std::size_t i) { return x[i]; }) / n;
    return pairwise_sum(0, x.size(), [&](std::size_t i) { return (x[i] - mean) * (x[i] - mean); }) / n;
}

double welford(const doubles& x) {
    double n = 0, mean = 0, squares = 0;
    for (const double each : x) {
        n += 1;
        const double d = each - mean;
        mean += d / n;
        squares += d * (each - mean);
    }
    return squares / n;
}

/// Single items, joined by the formulas of Chan, Golub and LeVeque in tree order.
struct moments {
    double n, sum, squares;
};
moments joined(const doubles& x, std::size_t begin, std::size_t end) {
    if (end - begin == 1) return {1, x[begin], 0};
    std::size_t half = 1;
    while (2 * half < end - begin) half *= 2;
    const moments a = joined(x, begin, begin + half), b = joined(x, begin + half, end);
    const double d = b.sum * (a.n / b.n) - a.sum;
    return {a.n + b.n, a.sum + b.sum, a.squares + b.squares + d * d * (b.n / (a.n * (a.n + b.n)))};
}

/// Item i, in multiples of 2^-20.
using rule = std::function<std::int64_t(std::size_t, std::mt19937_64&)>;

/// The condition number, and the relative error of each way.
std::array<double, 5> errors_of(std::size_t n, const rule& make, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> units;
    for (std::size_t i = 0; i < n; ++i) units.push_back(make(i, random));
    __extension__ typedef __int128 wide;
    wide sum = 0, squares = 0, from_sum = 0;
    for (const auto each : units) sum += each;
    const auto about = static_cast<std::int64_t>(sum / static_cast<wide>(n));
    for (const auto each : units) {
        const wide d = each - about;
        squares += d * d, from_sum += d;
    }
    const auto count = static_cast<long double>(n);
    const long double exact = (count * static_cast<long double>(squares) -
                               static_cast<long double>(from_sum) * static_cast<long double>(from_sum)) /
                              count / count;
    doubles x;
    for (const auto each : units) x.push_back(std::ldexp(static_cast<double>(each), -20));
    const auto mean = static_cast<long double>(about);
    const moments all = joined(x, 0, n);
    const auto error = [&](double found) {
        const long double of = std::ldexp(static_cast<long double>(found), 40);
        return static_cast<double>(std::abs(of - exact) / exact);
    };
    return {static_cast<double>(std::sqrt(1 + mean * mean / exact)), error(two_passes(x)), error(welford(x)),
            error(all.squares / all.n), error(impulse::variance(x))};
}

}  // namespace

void perf::tell_errors_of_variances() {
    constexpr std::int64_t one = 1 << 20;
    const auto around = [](double mean) {
        const auto by = static_cast<std::int64_t>(mean * static_cast<double>(one));
        return [=](std::size_t, std::mt19937_64& random) {
            return by + static_cast<std::int64_t>(random() >> 44);
        };
    };
    for (const std::size_t n : {std::size_t{1000}, std::size_t{1} << 20}) {
        const auto row = [&](const char* what, const rule& make) {
            finding found;
            found.add("n", n);
            add_worst<5>(found,
                         {"condition", "two_passes", "Welford", "joins_of_single_items", "the_library's"}, 20,
                         [&](unsigned seed) { return errors_of(n, make, seed); });
            report::instance().tell("errors/variance, " + std::string(what) + "/" + std::to_string(n), found);
        };
        row("uniform in [0, 1)", around(0));
        row("uniform in [10^3, 10^3 + 1)", around(1e3));
        row("uniform in [10^6, 10^6 + 1)", around(1e6));
        row("uniform in [10^9, 10^9 + 1)", around(1e9));
        row("rising by 1", [](std::size_t i, std::mt19937_64& random) {
            return static_cast<std::int64_t>(i) * one + static_cast<std::int64_t>(random() >> 44);
        });
        row("every 32nd, the first of a leaf, 10^6 away", [](std::size_t i, std::mt19937_64& random) {
            return (i % 32 == 0 ? 1'000'000 * one : 0) + static_cast<std::int64_t>(random() >> 44);
        });
    }
}
