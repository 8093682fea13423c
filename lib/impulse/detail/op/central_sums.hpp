// SPDX-License-Identifier: Apache-2.0
/// \file
/// Count, mean and sums of powers of distances from the mean, and their join for two adjacent parts.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/contraction_barrier.hpp>

#include <cstdint>
#include <limits>

namespace impulse::inline IMPULSE_ABI::detail {

// A constant, because device code may not call the function that returns it.
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The number of items of a leaf. The definition of variance and moments includes it.
inline constexpr int leaf_of_sums = 32;

/// Count, mean, and sum of squared distances from the mean. For one item the center is that item, so a leaf
/// can still be computed from such accumulators.
struct squared_distances {
    double n;
    double center;  ///< the mean, which is exact where all items are equal
    double squares;
};
template <>
inline constexpr int max_items_kept<squared_distances> = 2 * (leaf_of_sums - 1);

/// (a - b) / n, clamped to be nonnegative; a is n times the sum of squared distances from any number, b the
/// square of the sum of these distances. (Number may be a vector of numbers, here and in joined_sums; so may
/// counts and shares.)
template <class Number, class Count>
IMPULSE_SHARED Number squares_of(const Count& n, const Number& a, const Number& b) {
    const Number squares = (a - b) / n;
    // Underflow gives 0, overflow infinity; NaN stays NaN.
    const auto stays = (a - a == Number{}) | (a != a);
    return squares < Number{} ? Number{} : stays ? squares : a;
}

/// Whether there are sums of third and fourth powers too.
template <class Sums>
inline constexpr bool has_fourths = requires(const Sums& sums) {
    sums.fourths;
};

/// The fractions of all items that two parts have.
template <class Number>
struct shares {
    Number first;
    Number second;
};

/// The sums of two adjacent parts together; `product` returns a rounded product.
template <class Sums, class Number, class Product>
IMPULSE_SHARED Sums joined_sums(const Sums& a, const Sums& b, const shares<Number>& of,
                                const Product& product) {
    const Number p = of.first, q = of.second;
    const auto apart = b.center - a.center;
    const auto between = product(apart * apart, a.n * q);
    Sums both = a;
    both.n = a.n + b.n;
    // fault: join-centers
    both.center = a.center + product(apart, q);
    both.squares = (a.squares + b.squares) + between;
    if constexpr (has_fourths<Sums>) {
        // The difference of infinite means is NaN, but their mean may be infinite. (Variances do not return
        // it.)
        // fault: infinite-mean
        both.center = both.center != both.center ? a.center + b.center : both.center;
        const auto of_a = product(q, a.squares), of_b = product(p, b.squares);
        // fault: join-cubes
        both.cubes =
            (a.cubes + b.cubes) + product(apart, product(3.0, of_b - of_a) + product(between, p - q));
        const auto even = product(between, 1 - product(3.0, product(p, q))) +
                          product(6.0, product(p, of_b) + product(q, of_a));
        // fault: join-fourths
        both.fourths =
            (a.fourths + b.fourths) + (product(product(apart, apart), even) +
                                       product(4.0 * apart, product(p, b.cubes) - product(q, a.cubes)));
    }
    return both;
}

/// Joins sums of powers of distances by the pairwise update of Chan, Golub and LeVeque, "Updating formulae
/// and a pairwise algorithm for computing sample variances" (1979), formula 2.1, and for third and fourth
/// powers of Pébay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
/// statistical moments" (SAND2008-6212). It stores means, not sums, so that parts whose items are all equal
/// have distance zero, whatever their counts. Almost everywhere in the tree the counts are equal, and then it
/// needs no division. Each product that is added to something has a contraction barrier, so that no compiler
/// fuses it with the addition.
template <class Sums>
class join_central_sums {
  public:
    IMPULSE_SHARED explicit join_central_sums(std::uint32_t zero) : zero_(zero) {}

    IMPULSE_SHARED Sums operator()(const Sums& a, const Sums& b) const {
        // fault: equal-counts
        if (a.n != b.n) return join_unequal(a, b, zero_);
        return joined(a, b, {0.5, 0.5}, zero_);
    }

  private:
    /// For different counts. A function of its own, because this is rare and divisions are slow.
    IMPULSE_APART static Sums join_unequal(Sums a, Sums b, std::uint32_t zero) {
        if (a.n == 0) return b;
        if (b.n == 0) return a;
        const double n = a.n + b.n;
        return joined(a, b, {has_fourths<Sums> ? a.n / n : 0, b.n / n}, zero);
    }

    IMPULSE_SHARED static Sums joined(const Sums& a, const Sums& b, const shares<double>& of,
                                      std::uint32_t zero) {
        return detail::joined_sums(
            a, b, of, [zero](double x, double y) { return detail::rounded_product(x, y, zero); });
    }

    std::uint32_t zero_;
};

}  // namespace impulse::detail
