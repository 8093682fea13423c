// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sums of powers of distances from the mean, by their definition, apart from the library: what variance and
/// moments must give, to the bit.
#pragma once

#include <cstddef>
#include <tuple>
#include <vector>

namespace support {

struct central_sums {
    double n, sum, squares, cubes, fourths;
};

/// Those of the library too, member by member.
template <class Sums>
auto members_of(const Sums& a) {
    return std::tuple(a.n, a.sum, a.squares, a.cubes, a.fourths);
}

/// A product that nothing is fused with.
inline double rounded_product(double a, double b) {
    volatile double rounded = a * b;
    return rounded;
}

/// The update of Chan, Golub and LeVeque, and of Pébay. Of none the others, as they are.
inline central_sums join_central_sums(const central_sums& a, const central_sums& b) {
    const auto& times = rounded_product;
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    const bool equal = a.n == b.n;
    const double n = a.n + b.n;
    const double distance = (equal ? b.sum : times(b.sum, a.n / b.n)) - a.sum;
    const double weight = equal ? 0.5 / a.n : b.n / times(a.n, n);
    const double between = times(times(distance, distance), weight);
    const double p = a.n / n, q = b.n / n, apart = distance / a.n;
    const double of_a = times(q, a.squares), of_b = times(p, b.squares);
    const double even = times(between, 1 - times(3, times(p, q))) + times(6, times(p, of_b) + times(q, of_a));
    return {n, a.sum + b.sum, (a.squares + b.squares) + between,
            (a.cubes + b.cubes) + times(apart, times(3, of_b - of_a) + times(between, p - q)),
            (a.fourths + b.fourths) +
                (times(times(apart, apart), even) + times(4 * apart, times(p, b.cubes) - times(q, a.cubes)))};
}

/// T(begin, end) of leaves.
inline central_sums node_of_sums(const std::vector<central_sums>& leaves, std::size_t begin,
                                 std::size_t end) {
    if (end - begin == 1) return leaves[begin];
    std::size_t half = 1;
    while (2 * half < end - begin) half *= 2;
    return join_central_sums(support::node_of_sums(leaves, begin, begin + half),
                             support::node_of_sums(leaves, begin + half, end));
}

/// Of items, of which NaN may count as none.
template <class T>
central_sums sums_by_definition(const std::vector<T>& x, bool skip_nan = false) {
    std::vector<central_sums> leaves;
    for (const T each : x) {
        const auto item = static_cast<double>(each);
        leaves.push_back(skip_nan && item != item ? central_sums{} : central_sums{1, item, 0, 0, 0});
    }
    if (leaves.empty()) return {};
    return support::node_of_sums(leaves, 0, leaves.size());
}

}  // namespace support
