// SPDX-License-Identifier: Apache-2.0
/// \file
/// `moments`: count, mean, variance, skewness and excess kurtosis in one pass, as an operator.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/cpu/leaf_by_vectors.hpp>
#include <impulse/detail/cpu/leaves_of_columns.hpp>
#include <impulse/detail/cpu/sums_of_leaves.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/central_sums.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/operators.hpp>

#include <cmath>

namespace impulse::inline IMPULSE_ABI {

/// What `moments` returns, and accumulates in: the count of items, their mean, and the sums of the second,
/// third and fourth powers of their distances from the mean. Plain data, in double: it can be stored, sent,
/// and joined with that of the items that follow, `moments{}(left, right)`.
struct moments_result {
    double n;
    double center;  ///< the mean; 0 of no items
    double squares;
    double cubes;
    double fourths;

    /// How many items there are.
    IMPULSE_SHARED index_t count() const { return static_cast<index_t>(n); }
    /// Of equal items it is exactly that item. It has not the bits of `mean(x)`, and is less exact where a
    /// leaf of 32 items begins with one of large magnitude (docs/explanation/tree.md, "Moments"); NaN of no
    /// items.
    /// Infinite where items are, and also where distances between finite items overflow.
    IMPULSE_SHARED double mean() const { return n > 0 ? center : detail::not_a_number; }
    /// Of the population, or with ddof = 1 of a sample, with the bits of `variance(x, ddof)`; 0 where all
    /// items are equal; NaN of ddof items or fewer, and where an item is not finite.
    IMPULSE_SHARED double variance(index_t ddof = 0) const {
        const double freedom = n - static_cast<double>(ddof);
        return freedom > 0 ? (squares + (center - center)) / freedom : detail::not_a_number;
    }
    /// The standard deviation, the root of `variance(ddof)`.
    IMPULSE_SHARED double stddev(index_t ddof = 0) const { return std::sqrt(variance(ddof)); }
    /// The third standardized moment of the population; NaN where `squares` is 0, as of equal items.
    /// Unspecified where items differ by rounding errors alone; not finite where third powers overflow
    /// (distances of about 5e102).
    IMPULSE_SHARED double skewness() const {
        return std::sqrt(n) * (cubes + (center - center)) / (squares * std::sqrt(squares));
    }
    /// The fourth standardized moment of the population less 3; NaN and unspecified as `skewness`, and not
    /// finite where fourth powers overflow (distances of about 1e77).
    IMPULSE_SHARED double excess_kurtosis() const {
        return n * (fourths + (center - center)) / (squares * squares) - 3;
    }

    friend bool operator==(const moments_result&, const moments_result&) = default;
};

/// Count, mean, variance, skewness and excess kurtosis in one pass: `reduce(x, moments{}).variance()`. An
/// operator on numbers, in double; alone, in `together`, over layouts, keys, streams, ranks and devices. Its
/// result is a `moments_result`; of no items its count is 0. Its variance has the bits of `variance(x)`.
///
/// Requires: items that static_cast makes a double of.
/// Complexity: five additions and three multiplications for each item, and a join for each 32 of them.
/// Memory: 40 bytes an accumulator.
/// Throws: nothing.
/// Method: Pébay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
/// statistical moments" (SAND2008-6212), which begins with Chan, Golub and LeVeque's for the variance.
struct moments : detail::sums_by_leaves<moments_result> {
    IMPULSE_SHARED moments() { zero = detail::thread_zero(); }
};

namespace detail {
template <>
inline constexpr int max_items_kept<moments_result> = 2 * (leaf_of_sums - 1);
}  // namespace detail

IMPULSE_NAMED(moments_result, "moments_result");
IMPULSE_NAMED(moments, "moments");

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
