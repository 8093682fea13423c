// SPDX-License-Identifier: Apache-2.0
/// \file
/// `norm` and its `_into` form: the Euclidean length of a vector, without overflow or underflow of squares.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/one_sum_of_block.hpp>
#include <impulse/detail/cpu/sums_in_double.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/sums.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// The root of a sum of squares in double, for items whose squares fit in double: all types but double.
struct norm_of : own_members {
    using joins_as = plus;
    static constexpr int summed_power = 2;

    std::uint32_t zero;  ///< opaque_zero()

    template <class Type>
    IMPULSE_SHARED double lift(const Type& value) const {
        const auto x = static_cast<double>(value);
        return detail::rounded_product(x, x, zero);
    }
    IMPULSE_SHARED double operator()(double a, double b) const { return a + b; }
    IMPULSE_SHARED double identity() const { return 0.0; }
    IMPULSE_SHARED double finalize(double squares) const { return detail::square_root(squares); }
};

/// Three sums of squares: of tiny numbers, whose squares would underflow; of middle-sized numbers; and of
/// large numbers, whose squares would overflow. Tiny and large numbers are scaled by powers of two, which
/// does not round.
struct scaled_squares {
    double tiny;
    double middling;
    double large;
};

/// The norm of doubles by three sums: J. L. Blue, "A portable Fortran program to find the Euclidean norm of a
/// vector" (ACM TOMS 4, 1978), with the limits and scales of E. Anderson, "Algorithm 978: safe scaling in the
/// level 1 BLAS" (ACM TOMS 44, 2017). Which sum an item belongs to depends only on the item, so each sum can
/// use the tree.
struct scaled_norm_of : own_members {
    static constexpr double least = 0x1p-511;  ///< below it squares lose bits
    static constexpr double most = 0x1p486;    ///< above it 2^52 squares may overflow
    static constexpr double grow = 0x1p537;
    static constexpr double shrink = 0x1p-538;
    using one_sum = norm_of;  // for blocks with only middle-sized items
    static scaled_squares from_sum(double sum) { return {0.0, sum, 0.0}; }

    std::uint32_t zero;  ///< opaque_zero()

    template <class Type>
    IMPULSE_SHARED scaled_squares lift(const Type& value) const {
        const auto item = static_cast<double>(value);
        const double x = item < 0 ? -item : item;
        if (x > most) return {0.0, 0.0, square(x * shrink)};
        // fault: grow-small
        if (x < least) return {square(x * grow), 0.0, 0.0};
        return {0.0, square(x), 0.0};  // also for NaN
    }
    IMPULSE_SHARED scaled_squares operator()(const scaled_squares& a, const scaled_squares& b) const {
        return {a.tiny + b.tiny, a.middling + b.middling, a.large + b.large};
    }
    IMPULSE_SHARED scaled_squares identity() const { return {0.0, 0.0, 0.0}; }
    /// If there are large numbers, tiny numbers do not change the result.
    IMPULSE_SHARED double finalize(const scaled_squares& all) const {
        if (all.large > 0) return detail::square_root(all.large + all.middling * shrink * shrink) / shrink;
        if (!(all.tiny > 0)) return detail::square_root(all.middling);
        const double tiny = detail::square_root(all.tiny) / grow;
        if (all.middling == 0) return tiny;
        const double middling = detail::square_root(all.middling);
        const double low = middling < tiny ? middling : tiny;
        const double high = middling < tiny ? tiny : middling;  // NaN, if one of the two is
        // fault: norm-of-two
        return high * detail::square_root(1 + square(low / high));
    }

  private:
    IMPULSE_SHARED double square(double x) const { return detail::rounded_product(x, x, zero); }
};

IMPULSE_REFUSAL(norm_is_of_real_numbers,
                "impulse: norm needs real numbers; for other items use transform_reduce with their squares");

struct norm_recipe : value_recipe {
    static constexpr bool projects = true;
    template <class Input>
    static auto make(const Input& x) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (!std::is_arithmetic_v<item> && !floating<item>)
            return refusal<norm_is_of_real_numbers>{};
        else if constexpr (std::is_floating_point_v<item> && sizeof(item) >= sizeof(double))
            return reduce_recipe::make(x, scaled_norm_of{{}, detail::opaque_zero()});
        else
            return reduce_recipe::make(x, norm_of{{}, detail::opaque_zero()});
    }
    /// `wide` has no effect: the norm is always in double.
    static auto make(const auto& x, wide_t) { return make(x); }
    IMPULSE_SIGNATURE("norm([policy,] range[, impulse::wide][, f])")
};

}  // namespace detail

IMPULSE_NAMED(detail::norm_of, "norm");
IMPULSE_NAMED(detail::scaled_squares, "scaled_squares");
IMPULSE_NAMED(detail::scaled_norm_of, "scaled_norm");

/// norm([policy,] x[, wide][, f]): the Euclidean norm: the root of the sum of squares, in double and by the
/// tree; 0 if n = 0. Squares neither overflow nor underflow: norm({3e200, 4e200}) is 5e200 up to rounding.
/// For this, doubles need three sums; narrower numbers need one, because their squares fit. Infinity if an
/// item is infinite, NaN if any item is NaN. Items of long double are first converted to double.
///
/// Requires: real numbers.
/// Complexity: n multiplications and additions, for doubles at most three times as many, and one root.
/// Method: for doubles J. L. Blue, "A portable Fortran program to find the Euclidean norm of a vector"
/// (1978), with the limits of E. Anderson, "Algorithm 978: safe scaling in the level 1 BLAS" (2017).
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::norm_recipe> norm{};
inline constexpr detail::algorithm_into<detail::norm_recipe> norm_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
