// SPDX-License-Identifier: Apache-2.0
// Sums of powers of distances from the mean by their definition, independent of the library: variance and
// moments must equal them to the bit.
#pragma once

#include <monoids.hpp>
#include <numbers.hpp>

#include <cstddef>
#include <tuple>

namespace support {

struct central_sums {
    double n, center, squares, cubes, fourths;
};

/// All members; the library's own type has them, too.
template <class Sums>
auto members_of(const Sums& a) {
    return std::tuple(a.n, a.center, a.squares, a.cubes, a.fourths);
}

/// A product that is never fused with another operation.
inline double rounded_product(double a, double b) {
    volatile double rounded = a * b;
    return rounded;
}

/// The update of Chan, Golub and LeVeque, and of Pébay. If one side has no items, the other side is the
/// result.
inline central_sums join_central_sums(const central_sums& a, const central_sums& b) {
    const auto& times = rounded_product;
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    const double n = a.n + b.n;
    const double p = a.n / n, q = b.n / n, apart = b.center - a.center;
    const double between = times(times(apart, apart), times(a.n, q));
    const double of_a = times(q, a.squares), of_b = times(p, b.squares);
    const double even = times(between, 1 - times(3, times(p, q))) + times(6, times(p, of_b) + times(q, of_a));
    const double center = a.center + times(apart, q);
    return {n, center == center ? center : a.center + b.center, (a.squares + b.squares) + between,
            (a.cubes + b.cubes) + times(apart, times(3, of_b - of_a) + times(between, p - q)),
            (a.fourths + b.fourths) +
                (times(times(apart, apart), even) + times(4 * apart, times(p, b.cubes) - times(q, a.cubes)))};
}

/// T(begin, end) over leaves.
inline central_sums node_of_sums(const std::vector<central_sums>& leaves, std::size_t begin,
                                 std::size_t end) {
    if (end - begin == 1) return leaves[begin];
    std::size_t half = 1;
    while (2 * half < end - begin) half *= 2;
    return join_central_sums(support::node_of_sums(leaves, begin, begin + half),
                             support::node_of_sums(leaves, begin + half, end));
}

/// A leaf of up to 32 numbers: eight running sums for each power of the distances from the first number (from
/// 0, if it is not finite), joined by the tree.
inline central_sums leaf_of_sums(const std::vector<double>& x, bool skip_nan) {
    const auto& times = rounded_product;
    double sums[4][8] = {};
    double n = 0, about = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (skip_nan && x[i] != x[i]) continue;
        if (n == 0) about = x[i] - x[i] == 0 ? x[i] : 0;
        n += 1;
        const double d = x[i] - about;
        double power = d;
        for (auto& sum : sums) {
            sum[i % 8] += power;
            power = times(power, d);
        }
    }
    if (n == 0) return {};
    double s[4];
    for (int p = 0; p < 4; ++p) {
        const double* const of = sums[p];
        s[p] = ((of[0] + of[1]) + (of[2] + of[3])) + ((of[4] + of[5]) + (of[6] + of[7]));
    }
    volatile double apart = s[0] / n;
    const double mean = apart, mean2 = times(mean, mean);
    const double most = times(n, s[1]);
    const double squares = std::isinf(most) ? most : (most - times(s[0], s[0])) / n;
    const double fourths = ((s[3] - times(4 * mean, s[2])) + times(times(6, mean2), s[1])) -
                           times(times(3, s[0]), times(mean, mean2));
    return {n, about + mean, squares < 0 ? 0 : squares,
            (s[2] - times(times(3, mean), s[1])) + times(2 * s[0], mean2), fourths < 0 ? 0 : fourths};
}

/// The sums of all items, in leaves of 32 that the tree joins. With skip_nan, NaN are left out.
template <class T>
central_sums sums_by_definition(const std::vector<T>& x, bool skip_nan = false) {
    std::vector<central_sums> leaves;
    for (std::size_t begin = 0; begin < x.size(); begin += 32) {
        std::vector<double> leaf;
        for (std::size_t i = begin; i < x.size() && i < begin + 32; ++i)
            leaf.push_back(static_cast<double>(x[i]));
        leaves.push_back(support::leaf_of_sums(leaf, skip_nan));
    }
    if (leaves.empty()) return {};
    return support::node_of_sums(leaves, 0, leaves.size());
}

}  // namespace support
