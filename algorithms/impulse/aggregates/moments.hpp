// SPDX-License-Identifier: Apache-2.0
/// \file
/// `moments`: an operator that computes count, mean, variance, skewness and excess kurtosis in one pass.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/leaf_by_vectors.hpp>
#include <impulse/detail/cpu/sums_of_leaves.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/central_sums.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/operators.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The result and the accumulator of `moments`: the number of items, their mean, and the sums of the second,
/// third and fourth powers of their distances from the mean. It is plain data in double. It can be stored,
/// sent, and joined with the result for the items that follow, `moments{}(left, right)`.
struct moments_result {
    double n;
    double center;  ///< the mean; 0 for no items
    double squares;
    double cubes;
    double fourths;

    /// The number of items.
    IMPULSE_SHARED index_t count() const { return static_cast<index_t>(n); }
    /// The mean; for equal items it is exactly that item, for no items NaN. Its bits are not those of
    /// `mean(x)`, and it is less exact if a leaf of 32 items begins with an item of large magnitude
    /// (docs/explanation/tree.md, "Moments"). It is infinite if items are infinite, and also if distances
    /// between finite items overflow.
    IMPULSE_SHARED double mean() const { return n > 0 ? center : detail::not_a_number; }
    /// The variance of the population, or with ddof = 1 of a sample, with the bits of `variance(x, ddof)`. It
    /// is 0 if all items are equal, and NaN for ddof items or fewer or if an item is not finite.
    IMPULSE_SHARED double variance(index_t ddof = 0) const {
        const double freedom = n - static_cast<double>(ddof);
        return freedom > 0 ? (squares + (center - center)) / freedom : detail::not_a_number;
    }
    /// The standard deviation, the root of `variance(ddof)`.
    IMPULSE_SHARED double stddev(index_t ddof = 0) const { return detail::square_root(variance(ddof)); }
    /// The third standardized moment of the population. It is NaN if `squares` is 0, as for equal items;
    /// unspecified if items differ only by rounding errors; and not finite if third powers overflow
    /// (distances of about 5e102).
    IMPULSE_SHARED double skewness() const {
        return detail::square_root(n) * (cubes + (center - center)) /
               (squares * detail::square_root(squares));
    }
    /// The fourth standardized moment of the population minus 3. It is NaN and unspecified as `skewness` is,
    /// and not finite if fourth powers overflow (distances of about 1e77).
    IMPULSE_SHARED double excess_kurtosis() const {
        return n * (fourths + (center - center)) / (squares * squares) - 3;
    }

    friend bool operator==(const moments_result&, const moments_result&) = default;
};

/// Count, mean, variance, skewness and excess kurtosis in one pass: `reduce(x, moments{}).variance()`. It is
/// an operator on numbers, in double, which also works in `together`, over layouts, keys, streams, ranks and
/// devices. Its result is a `moments_result`; for no items its count is 0. Its variance has the bits of
/// `variance(x)`.
///
/// Requires: items that static_cast converts to double.
/// Complexity: five additions and three multiplications for each item, and a join for every 32 items.
/// Memory: 40 bytes for each accumulator.
/// Throws: nothing.
/// Method: Pébay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
/// statistical moments" (SAND2008-6212); for the variance these are the formulas of Chan, Golub and LeVeque.
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
