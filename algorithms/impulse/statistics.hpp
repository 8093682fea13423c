// SPDX-License-Identifier: Apache-2.0
/// \file
/// `mean`, `weighted_mean`, `variance`, `stddev` and their `_into` forms.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/leaf_by_vectors.hpp>
#include <impulse/detail/cpu/sums_in_double.hpp>
#include <impulse/detail/cpu/sums_of_leaves.hpp>
#include <impulse/detail/op/central_sums.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/reduce.hpp>

#include <concepts>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// A sum in double, by the tree, divided by the count at the end.
struct mean_of : own_members {
    using joins_as = plus;
    static constexpr int summed_power = 1;
    template <class Type>
    IMPULSE_SHARED double lift(const Type& value) const {
        return static_cast<double>(value);
    }
    IMPULSE_SHARED double operator()(double a, double b) const { return a + b; }
    IMPULSE_SHARED double identity() const { return -0.0; }
    IMPULSE_SHARED double finalize(double total, index_t n) const {
        return n > 0 ? total / static_cast<double>(n) : not_a_number;
    }
};

/// An item times its weight, and the weight; or the sums of both.
struct weighted {
    double item;
    double weight;
};

struct weigh {
    template <class Type, class Weights>
    IMPULSE_SHARED weighted operator()(const Type& item, const Weights& weight) const {
        const auto w = static_cast<double>(weight);
        return {static_cast<double>(item) * w, w};
    }
};

struct weighted_mean_of : own_members {
    IMPULSE_SHARED weighted operator()(const weighted& a, const weighted& b) const {
        return {a.item + b.item, a.weight + b.weight};
    }
    IMPULSE_SHARED double finalize(const weighted& all) const {
        return all.weight == 0 ? not_a_number : all.item / all.weight;
    }
};

/// The sum of squared distances from the mean, divided at the end.
template <skips Skips>
struct variance_by : sums_by_leaves<squared_distances, Skips> {
    index_t ddof;

    /// NaN if the mean is not finite. This is needed for a single infinite item, which no join has turned
    /// into NaN.
    IMPULSE_SHARED double finalize(const squared_distances& all) const {
        const double freedom = all.n - static_cast<double>(ddof);
        return freedom > 0 ? (all.squares + (all.center - all.center)) / freedom : not_a_number;
    }
};

/// The root of the variance.
template <skips Skips>
struct stddev_by : variance_by<Skips> {
    IMPULSE_SHARED double finalize(const squared_distances& all) const {
        return detail::square_root(variance_by<Skips>::finalize(all));
    }
};

using variance_of = variance_by<skips::nothing>;
using stddev_of = stddev_by<skips::nothing>;

IMPULSE_REFUSAL(items_are_no_numbers,
                "impulse: means and variances need numbers that static_cast converts to double; for other "
                "items give the numbers: range | std::views::transform(f), or iterators that compute them");
template <class Input>
inline constexpr bool is_of_numbers = requires(const std::iter_value_t<typename Input::iterator>& item) {
    static_cast<double>(item);
};

struct mean_recipe : value_recipe {
    static constexpr bool projects = true;
    template <class Input>
    static auto make(const Input& x) {
        if constexpr (is_of_numbers<Input>)
            return reduce_recipe::make(x, mean_of{});
        else
            return refusal<items_are_no_numbers>{};
    }
    IMPULSE_SIGNATURE("mean([policy,] range[, f])")
};

struct weighted_mean_recipe : value_recipe {
    static constexpr int inputs(int) { return 2; }
    template <class Input, class Weights>
    requires is_input<Weights>
    static auto make(const Input& x, const Weights& weights) {
        if constexpr (is_of_numbers<Input> && is_of_numbers<Weights>)
            return transform_reduce_recipe::make(x, weights, if_empty<weighted>{{0.0, 0.0}},
                                                 weighted_mean_of{}, weigh{});
        else
            return refusal<items_are_no_numbers>{};
    }
    IMPULSE_SIGNATURE("weighted_mean([policy,] range, weights)")
};

/// The recipe of variance and stddev; the signature in messages is that of the algorithm.
template <class Of>
struct variance_recipe_of : value_recipe {
    static constexpr bool projects = true;
    template <class Input, std::integral Int = index_t>
    requires(!std::is_same_v<Int, bool>) static auto make(const Input& x, Int given = 0) {
        const auto ddof = static_cast<index_t>(given);
        if (ddof < 0) {
            if constexpr (std::is_signed_v<Int>)
                detail::bad_argument({"ddof is ", given, "; it must be 0 (population) or more"});
            else
                detail::bad_argument({"ddof is ", given, "; it must be less than 2^63"});
        }
        Of op{};
        op.ddof = ddof;
        op.zero = detail::opaque_zero();
        if constexpr (is_of_numbers<Input>)
            return reduce_recipe::make(x, op);
        else
            return refusal<items_are_no_numbers>{};
    }
};
struct variance_recipe : variance_recipe_of<variance_of> {
    IMPULSE_SIGNATURE("variance([policy,] range[, ddof][, f]), with ddof an integer")
};
struct stddev_recipe : variance_recipe_of<stddev_of> {
    IMPULSE_SIGNATURE("stddev([policy,] range[, ddof][, f]), with ddof an integer")
};

}  // namespace detail

IMPULSE_NAMED(detail::mean_of, "mean");
IMPULSE_NAMED(detail::weighted, "weighted");
IMPULSE_NAMED(detail::weighted_mean_of, "weighted_mean");
IMPULSE_NAMED(detail::squared_distances, "squared_distances");
IMPULSE_NAMED(detail::variance_of, "variance");
IMPULSE_NAMED(detail::stddev_of, "stddev");

/// mean([policy,] x[, f]): the arithmetic mean, summed by the tree and returned in double; NaN if n = 0. With
/// a function `f` of one item, or a pointer to a member, it is the mean of f(x0), f(x1), …: mean(x,
/// &body::mass). Here and in `variance`, `stddev`, `sum`, `product`, `norm`, `min_value`, `max_value` and
/// `minmax_value`, `f` is the last argument, and the bits are those for a range of the results of `f`.
///
/// Requires: items that static_cast converts to double.
/// Complexity: n additions and a division.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::mean_recipe> mean{};
inline constexpr detail::algorithm_into<detail::mean_recipe> mean_into{};

/// weighted_mean([policy,] x, weights): the sum of w_i * x_i over the sum of w_i, both by the tree and in
/// double. `weights` is a range at least as long as `x`, or an iterator. Weights may have any sign. NaN if
/// the sum of the weights is zero, so also if n = 0.
///
/// Requires: items and weights that static_cast converts to double.
/// Complexity: n multiplications, 2 n additions and a division.
/// Otherwise the same as `transform_reduce`.
inline constexpr detail::algorithm<detail::weighted_mean_recipe> weighted_mean{};
inline constexpr detail::algorithm_into<detail::weighted_mean_recipe> weighted_mean_into{};

/// variance([policy,] x[, ddof][, f]): the sum of squared distances from the mean divided by n - ddof, in
/// double, in one pass and without cancellation. The default is the variance of the population (ddof = 0);
/// with ddof = 1 it is that of a sample. The variance of equal items is exactly 0. NaN if n ≤ ddof, or if an
/// item is NaN or infinite; inf or NaN if squared distances overflow (distances of about 1e154).
///
/// Requires: items that static_cast converts to double.
/// Complexity: three additions and a multiplication for each item, and a join for every 32 items.
/// Throws: std::invalid_argument if ddof is negative, or 2^63 or more; and what `reduce` throws.
/// Method: Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample
/// variances" (1979).
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::variance_recipe> variance{};
inline constexpr detail::algorithm_into<detail::variance_recipe> variance_into{};

/// stddev([policy,] x[, ddof][, f]): the standard deviation: the root of the variance, and NaN in the same
/// cases.
/// Otherwise the same as `variance`.
inline constexpr detail::algorithm<detail::stddev_recipe> stddev{};
inline constexpr detail::algorithm_into<detail::stddev_recipe> stddev_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
