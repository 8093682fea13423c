// SPDX-License-Identifier: Apache-2.0
/// \file
/// Count, mean, variance, minimum and maximum with their positions, in one pass, as an ordered operator.
///
/// Moments join by the formulas of Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for
/// computing sample variances" (1979), which lose nothing where the mean is large beside the deviation.
#pragma once

#include <impulse/config.hpp>

#include <cstdint>

namespace examples {

/// What is known of a piece of a sequence. Positions count from the piece's beginning; of equal extremes the
/// first counts. Without items there is no mean and no extreme.
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

/// Joins what is known of two adjacent pieces. Their order decides the positions.
struct join_moments {
    static constexpr int leaf = 16;  ///< items that are taken in one by one: 64 bytes

    IMPULSE_SHARED moments lift(std::int32_t item) const { return {item}; }

    IMPULSE_SHARED moments operator()(const moments& a, const moments& b) const {
        if (a.count == 0) return b;
        if (b.count == 0) return a;
        moments both = a;
        both.count = a.count + b.count;
        const double apart = b.mean - a.mean;
        const double of_b = static_cast<double>(b.count) / static_cast<double>(both.count);
        both.mean += apart * of_b;
        both.squares += b.squares + apart * apart * static_cast<double>(a.count) * of_b;
        if (b.minimum < a.minimum) both.minimum = b.minimum, both.minimum_at = a.count + b.minimum_at;
        if (b.maximum > a.maximum) both.maximum = b.maximum, both.maximum_at = a.count + b.maximum_at;
        return both;
    }

    /// One more item: what `operator()` does, with less to join. Divides before it multiplies, since a GPU's
    /// compiler knows how many items it has unrolled.
    IMPULSE_SHARED moments accumulate(moments a, std::int32_t item) const {
        if (a.count == 0) return item;
        if (item < a.minimum) a.minimum = item, a.minimum_at = a.count;
        if (item > a.maximum) a.maximum = item, a.maximum_at = a.count;
        ++a.count;
        const double apart = item - a.mean;
        a.mean += apart * (1 / static_cast<double>(a.count));
        a.squares += apart * (item - a.mean);
        return a;
    }
};

}  // namespace examples
