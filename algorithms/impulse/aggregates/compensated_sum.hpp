// SPDX-License-Identifier: Apache-2.0
/// \file
/// `compensated_sum`: an operator that sums and also keeps the rounding errors of its additions.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/op/type_id.hpp>
#include <impulse/detail/tree/lane_shuffles.hpp>
#include <impulse/operators.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// A rounded sum, and the sum of the rounding errors.
template <class Type>
struct sum_and_error {
    Type sum;
    Type error;
};

/// The type of a compensated sum: the item type for float, double and long double, otherwise double.
template <class Type>
using compensated_type = std::conditional_t<std::is_floating_point_v<Type>, Type, double>;

}  // namespace detail

/// A sum that is as exact as a sum in twice the precision that is rounded at the end, because each join keeps
/// the rounding error of its addition. It is an operator, `reduce(x, compensated_sum{})`, which also works in
/// `together`, over layouts, keys, streams, ranks and devices. Sums of float and double have that type; sums
/// of all other numbers are in double. For no items it is +0. If the sum overflows, or if an item is not
/// finite, it is the result of +.
///
/// Requires: items that static_cast converts to that type.
/// Complexity: n joins of eight additions.
/// Memory: two numbers for each accumulator.
/// Throws: nothing.
/// Method: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen" (1974), by the
/// tree. The rounding error of an addition is computed by Knuth's two-sum, which needs no comparison.
struct compensated_sum : detail::no_contraction {
    template <class Type>
    IMPULSE_SHARED auto lift(const Type& item) const {
        using sum = detail::compensated_type<Type>;
        return detail::sum_and_error<sum>{static_cast<sum>(item), sum{0}};
    }
    template <class Type>
    IMPULSE_SHARED detail::sum_and_error<Type> operator()(const detail::sum_and_error<Type>& a,
                                                          const detail::sum_and_error<Type>& b) const {
        const Type sum = a.sum + b.sum;
        const Type of_b = sum - a.sum;
        // fault: rounded-off
        const Type rounded_off = (a.sum - (sum - of_b)) + (b.sum - of_b);
        return {sum, (a.error + b.error) + rounded_off};
    }
    template <class Type>
    IMPULSE_SHARED Type finalize(const detail::sum_and_error<Type>& all) const {
        // The error of an infinite sum is NaN, and -0 + 0 is +0.
        const bool is_finite = all.sum - all.sum == Type{0};
        return is_finite && all.error != Type{0} ? all.sum + all.error : all.sum;
    }
};

namespace detail {
/// On a CPU vectors of sums are joined by the operator itself, with vectors of their errors.
template <class Type>
requires(sizeof(Type) == 4 || sizeof(Type) == 8) struct members_in_lanes<sum_and_error<Type>> {
    using number = Type;
    using joined_by = compensated_sum;
    template <class Vec>
    using in = sum_and_error<Vec>;
    template <class To>
    static IMPULSE_ALWAYS_INLINE To by_member(const auto& f, const auto&... of) {
        // fault: members-of-sum
        return {f(of.sum...), f(of.error...)};
    }
};
}  // namespace detail

template <class Type>
struct identity<compensated_sum, detail::sum_and_error<Type>> {
    IMPULSE_SHARED static constexpr detail::sum_and_error<Type> of(const compensated_sum&) {
        return {detail::neutral_summand<Type>(), Type{0}};
    }
};
template <class Type>
struct empty_value<compensated_sum, detail::sum_and_error<Type>> {
    IMPULSE_SHARED static constexpr detail::sum_and_error<Type> of(const compensated_sum&) {
        return {Type{0}, Type{0}};
    }
};

IMPULSE_NAMED(compensated_sum, "compensated_sum");
IMPULSE_NAMED_TEMPLATE(detail::sum_and_error, "sum_and_error");

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
