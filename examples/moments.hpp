// SPDX-License-Identifier: Apache-2.0
/// \file
/// Count, mean, variance, minimum and maximum with their positions, in one pass, as an ordered operator.
///
/// Moments are joined by the formulas of Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm
/// for computing sample variances" (1979). They keep their precision where the mean is much larger than the
/// deviation.
#pragma once

#include <impulse/operators.hpp>

#include <cstdint>

namespace examples {

/// The moments of a piece of a sequence. Positions count from the beginning of the piece; of equal extremes
/// the first counts. Without items the mean and the extremes mean nothing.
struct moments {
    std::int64_t count = 0;
    double mean = 0;
    double squares = 0;  ///< the sum of the squared deviations from the mean
    std::int32_t minimum = 0;
    std::int32_t maximum = 0;
    std::int64_t minimum_at = 0;
    std::int64_t maximum_at = 0;

    moments() = default;
    IMPULSE_SHARED moments(std::int32_t item) : count(1), mean(item), minimum(item), maximum(item) {}

    double variance() const { return squares / static_cast<double>(count); }
};

/// 1 / i, computed by the compiler.
struct reciprocals_to_32 {
    double of[33] = {};
    constexpr reciprocals_to_32() {
        for (int i = 1; i <= 32; ++i) of[i] = 1.0 / i;
    }
};

/// Joins the moments of two adjacent pieces. Their order decides the positions.
struct join_moments {
    /// A leaf takes its items one by one: a join costs as much as about ten items.
    static constexpr int leaf = 32;

    IMPULSE_SHARED moments lift(std::int32_t item) const { return {item}; }

    IMPULSE_SHARED moments operator()(const moments& a, const moments& b) const {
        moments both = a;
        both.count = a.count + b.count;
        const double apart = b.mean - a.mean;
        const double of_b =
            a.count == b.count ? 0.5 : static_cast<double>(b.count) / static_cast<double>(both.count);
        both.mean += apart * of_b;
        both.squares += b.squares + apart * apart * static_cast<double>(a.count) * of_b;
        const bool first = a.count == 0, none = b.count == 0;
        if (first || (!none && b.minimum < a.minimum))
            both.minimum = b.minimum, both.minimum_at = a.count + b.minimum_at;
        if (first || (!none && b.maximum > a.maximum))
            both.maximum = b.maximum, both.maximum_at = a.count + b.maximum_at;
        return both;
    }

    /// A whole leaf. It gives what `accumulate` gives for its items, but the compiler knows the number of
    /// earlier items for each.
    IMPULSE_SHARED moments lift(const impulse::pack<std::int32_t, leaf>& items) const {
        constexpr reciprocals_to_32 reciprocals;
        moments all = items[0];
        int minimum_at = 0, maximum_at = 0;
        IMPULSE_UNROLL
        for (int i = 1; i < leaf; ++i) {
            const std::int32_t item = items[i];
            if (item < all.minimum) all.minimum = item, minimum_at = i;
            if (item > all.maximum) all.maximum = item, maximum_at = i;
            take(all, item, reciprocals.of[i + 1]);
        }
        all.count = leaf;
        all.minimum_at = minimum_at;
        all.maximum_at = maximum_at;
        return all;
    }

    /// Adds one item: the same as `operator()`, with less work.
    IMPULSE_SHARED moments accumulate(moments a, std::int32_t item) const {
        if (a.count == 0) return item;
        if (item < a.minimum) a.minimum = item, a.minimum_at = a.count;
        if (item > a.maximum) a.maximum = item, a.maximum_at = a.count;
        ++a.count;
        take(a, item, 1 / static_cast<double>(a.count));
        return a;
    }

  private:
    /// Adds one item to the mean and the squares. `share` is 1 / count, with this item.
    IMPULSE_SHARED static void take(moments& a, std::int32_t item, double share) {
        const double apart = item - a.mean;
        a.mean += apart * share;
        a.squares += apart * (item - a.mean);
    }
};

}  // namespace examples
