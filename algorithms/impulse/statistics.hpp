// SPDX-License-Identifier: Apache-2.0
/// \file
/// `mean`, `variance` and their `_into` forms.
#pragma once

#include <impulse/reduce.hpp>

#include <limits>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Sums in double, divided at the end.
struct mean_of {
    index_t n;
    IMPULSE_SHARED double operator()(double a, double b) const { return a + b; }
    IMPULSE_SHARED double finalize(double total) const {
        return n > 0 ? total / static_cast<double>(n) : not_a_number;
    }
};

/// Count, mean and sum of squared distances from the mean.
struct moments {
    double n = 0;
    double mean = 0;
    double squares = 0;

    moments() = default;
    IMPULSE_SHARED moments(double count, double average, double sum_of_squares)
        : n(count), mean(average), squares(sum_of_squares) {}
    /// Of one value.
    IMPULSE_SHARED explicit(false) moments(double value) : n(1), mean(value), squares(0) {}
};

/// Joins moments by the pairwise update of Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm
/// for computing sample variances" (1979), and takes in a value by Welford's (1962).
struct variance_of {
    index_t ddof;

    IMPULSE_SHARED moments operator()(const moments& a, const moments& b) const {
        const double n = a.n + b.n;
        if (n == 0) return a;
        const double delta = b.mean - a.mean;
        const double part = b.n / n;
        return {n, a.mean + delta * part, a.squares + b.squares + delta * delta * a.n * part};
    }
    IMPULSE_SHARED moments accumulate(const moments& a, double value) const {
        const double n = a.n + 1;
        const double delta = value - a.mean;
        const double mean = a.mean + delta / n;
        return {n, mean, a.squares + delta * (value - mean)};
    }
    IMPULSE_SHARED double finalize(const moments& all) const {
        const double freedom = all.n - static_cast<double>(ddof);
        return freedom > 0 ? all.squares / freedom : not_a_number;
    }
};

struct to_double {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED double operator()(const T& value) const {
        return static_cast<double>(value);
    }
};

struct mean_recipe : value_recipe {
    template <class It>
    static auto make(const input<It>& x) {
        return transform_reduce_recipe::make(x, 0.0, mean_of{x.count}, to_double{});
    }
};

struct variance_recipe : value_recipe {
    template <class It>
    static auto make(const input<It>& x, index_t ddof = 0) {
        if (ddof < 0) bad_argument("ddof", std::to_string(ddof), "0 (population) or more");
        return transform_reduce_recipe::make(x, moments{}, variance_of{ddof}, to_double{});
    }
};

}  // namespace detail

template <class Acc>
struct is_commutative<detail::mean_of, Acc> : std::true_type {};
template <class Acc>
struct is_commutative<detail::variance_of, Acc> : std::true_type {};

/// mean([policy,] x): the arithmetic mean, summed and returned in double; NaN if n = 0.
inline constexpr detail::algorithm<detail::mean_recipe> mean{};
inline constexpr detail::algorithm_into<detail::mean_recipe> mean_into{};

/// variance([policy,] x[, ddof]): the sum of squared distances from the mean over n - ddof, in double, in one pass
/// and without cancellation; of the population (ddof = 0) by default, of a sample with ddof = 1; NaN where
/// n ≤ ddof. Throws std::invalid_argument for a negative ddof.
inline constexpr detail::algorithm<detail::variance_recipe> variance{};
inline constexpr detail::algorithm_into<detail::variance_recipe> variance_into{};

}  // namespace impulse::inline IMPULSE_ABI
