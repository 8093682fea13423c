// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions that skip NaN, under NumPy's names: `nansum`, `nanprod`, `nanmean`, `nanvar`, `nanstd`,
/// `nanmin`, `nanmax`, `nanargmin`, `nanargmax` and their `_into` forms.
///
/// In the tree a value that changes nothing takes the place of a NaN. So the tree depends only on the number
/// of items, and not on which items are NaN.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/cpu/one_sum_of_block.hpp>
#include <impulse/extrema.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// Returns an item, or a number in place of NaN. A complex number is NaN if one of its parts is NaN.
template <int InPlaceOfNan>
struct replace_nan : no_contraction {
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED Type operator()(const Type& item) const {
        if constexpr (floating<Type>) {
            return detail::is_nan(item) ? static_cast<Type>(InPlaceOfNan) : item;
        } else if constexpr (complex_like<Type>) {
            if (detail::is_nan(item.real()) || detail::is_nan(item.imag()))
                return static_cast<Type>(static_cast<typename Type::value_type>(InPlaceOfNan));
        }
        return item;
    }
};

/// The request of another recipe, with a number in place of each NaN; or its refusal. Integers have no NaN.
template <int InPlaceOfNan, class Request>
auto without_nan(Request asked) {
    if constexpr (is_refusal<Request>) {
        return asked;
    } else if constexpr (std::is_integral_v<typename decltype(asked.source)::item_type>) {
        return asked;
    } else {
        using source = transform_source<decltype(asked.source), replace_nan<InPlaceOfNan>>;
        return request{source{std::move(asked.source), {{}, detail::opaque_zero()}}, std::move(asked.layout),
                       std::move(asked.init), std::move(asked.op)};
    }
}

struct nansum_recipe : value_recipe {
    static auto make(const auto& x) { return detail::without_nan<0>(sum_recipe::make(x)); }
    static auto make(const auto& x, wide_t) { return detail::without_nan<0>(sum_recipe::make(x, wide)); }
    IMPULSE_SIGNATURE("nansum([policy,] range[, impulse::wide])")
};

struct nanprod_recipe : value_recipe {
    static auto make(const auto& x) { return detail::without_nan<1>(product_recipe::make(x)); }
    IMPULSE_SIGNATURE("nanprod([policy,] range)")
};

/// The sum of the items that are not NaN. A NaN counts as -0, which changes no sum.
struct sum_of_numbers : own_members {
    using joins_as = plus;
    static constexpr bool chooses = true;

    std::uint32_t zero;

    template <class Type>
    IMPULSE_SHARED double lift(const Type& value) const {
        const auto number = static_cast<double>(value);
        // Selects by bits, because compilers do not vectorize a selection between conversions.
        const auto is_nan = -static_cast<std::int64_t>(number != number);
        const auto bits = __builtin_bit_cast(std::int64_t, number);
        return __builtin_bit_cast(double,
                                  (bits & ~is_nan) | (is_nan & __builtin_bit_cast(std::int64_t, -0.0)));
    }
    IMPULSE_SHARED double operator()(double a, double b) const { return a + b; }
    IMPULSE_SHARED double identity() const { return -0.0; }
};

/// A weighted mean: NaN has the weight 0, and every other item the weight 1.
struct nanmean_of : weighted_mean_of {
    using one_sum = sum_of_numbers;
    using sum_of_all = mean_of;
    static weighted from_sum(double sum, index_t numbers) { return {sum, static_cast<double>(numbers)}; }
    template <class Type>
    IMPULSE_SHARED weighted lift(const Type& value) const {
        const auto number = static_cast<double>(value);
        return detail::is_nan(number) ? weighted{-0.0, 0.0} : weighted{number, 1.0};
    }
};

struct nanmean_recipe : value_recipe {
    template <class Input>
    static auto make(const Input& x) {
        if constexpr (is_of_numbers<Input>)
            return reduce_recipe::make(x, if_empty<weighted>{{0.0, 0.0}}, nanmean_of{});
        else
            return refusal<items_are_no_numbers>{};
    }
    IMPULSE_SIGNATURE("nanmean([policy,] range)")
};

struct nanvar_recipe : variance_recipe_of<variance_by<skips::nan>> {
    IMPULSE_SIGNATURE("nanvar([policy,] range[, ddof]), with ddof an integer")
};
struct nanstd_recipe : variance_recipe_of<stddev_by<skips::nan>> {
    IMPULSE_SIGNATURE("nanstd([policy,] range[, ddof]), with ddof an integer")
};

struct nanmin_recipe : reduce_by_recipe<minimum_number, false> {
    IMPULSE_SIGNATURE("nanmin([policy,] range)")
};

struct nanmax_recipe : reduce_by_recipe<maximum_number, false> {
    IMPULSE_SIGNATURE("nanmax([policy,] range)")
};

/// `Of` selects by an order in which NaN is last, so it selects a NaN only if all items are NaN.
template <class Of>
struct position_of_number : Of {
    using selects = Of;
    template <class Type>
    IMPULSE_SHARED index_t finalize(const located<Type>& found, index_t n) const {
        return detail::is_nan(found.value) ? n : found.at;
    }
};

template <class Of>
inline constexpr bool has_own_members<position_of_number<Of>> = true;

template <template <class> class First, class OfNumbers>
struct nan_arg_recipe : value_recipe {
    template <class Input>
    static auto make(const Input& x) {
        return detail::indexed_request(x, locate{}, position_of_number<First<order_of<Input, OfNumbers>>>{});
    }
};
struct nanargmin_recipe : nan_arg_recipe<first_minimum, nan_above> {
    IMPULSE_SIGNATURE("nanargmin([policy,] range)")
};

struct nanargmax_recipe : nan_arg_recipe<first_maximum, nan_below> {
    IMPULSE_SIGNATURE("nanargmax([policy,] range)")
};

}  // namespace detail

template <class Of, class Acc>
struct freedom<detail::position_of_number<Of>, Acc> : freedom<Of, Acc> {};

/// nansum([policy,] x[, wide]): `sum` with +0 in place of each NaN, to the bit, as in NumPy. Without NaN it
/// has the bits of `sum`. If all items are NaN, it is +0, as for an empty range. A complex number is NaN if
/// one of its parts is NaN. A NaN that arises in the sum, as from inf and -inf, is returned.
/// Otherwise the same as `sum`.
inline constexpr detail::algorithm<detail::nansum_recipe> nansum{};
inline constexpr detail::algorithm_into<detail::nansum_recipe> nansum_into{};

/// nanprod([policy,] x): `product` with 1 in place of each NaN, to the bit. If all items are NaN, it is 1. A
/// NaN that arises in the product, as from inf and 0, is returned.
/// Otherwise the same as `product`.
inline constexpr detail::algorithm<detail::nanprod_recipe> nanprod{};
inline constexpr detail::algorithm_into<detail::nanprod_recipe> nanprod_into{};

/// nanmean([policy,] x): the mean of the items that are not NaN: their sum in double, by the tree, divided by
/// their number. NaN if all items are NaN or n = 0. Without NaN it has the bits of `mean`.
///
/// Complexity: 2 n additions and a division.
/// Otherwise the same as `mean`.
inline constexpr detail::algorithm<detail::nanmean_recipe> nanmean{};
inline constexpr detail::algorithm_into<detail::nanmean_recipe> nanmean_into{};

/// nanvar([policy,] x[, ddof]): the variance of the items that are not NaN, by the tree of `variance`, in
/// which a NaN changes nothing. NaN if m ≤ ddof, where m is the number of items that are not NaN. Without NaN
/// it has the bits of `variance`.
/// Otherwise the same as `variance`.
inline constexpr detail::algorithm<detail::nanvar_recipe> nanvar{};
inline constexpr detail::algorithm_into<detail::nanvar_recipe> nanvar_into{};

/// nanstd([policy,] x[, ddof]): the standard deviation of the items that are not NaN, the root of
/// `nanvar(x, ddof)`.
/// Otherwise the same as `nanvar`.
inline constexpr detail::algorithm<detail::nanstd_recipe> nanstd{};
inline constexpr detail::algorithm_into<detail::nanstd_recipe> nanstd_into{};

/// nanmin([policy,] x): the smallest item that is not NaN, as by reduce(x, minimum_number{}); -0 is below +0.
/// For floating-point items it is NaN if all items are NaN or n = 0.
/// Otherwise the same as `min_value`.
inline constexpr detail::algorithm<detail::nanmin_recipe> nanmin{};
inline constexpr detail::algorithm_into<detail::nanmin_recipe> nanmin_into{};

/// nanmax([policy,] x): the largest item that is not NaN, in the same way by `maximum_number`.
/// Otherwise the same as `nanmin`.
inline constexpr detail::algorithm<detail::nanmax_recipe> nanmax{};
inline constexpr detail::algorithm_into<detail::nanmax_recipe> nanmax_into{};

/// nanargmin([policy,] x): the index, in 64 bits, of the first item that equals the result of `nanmin` to the
/// bit; n if all items are NaN or n = 0. For layouts it is the index within each group, and n is the length
/// of the group.
///
/// Requires: items with <.
/// Otherwise the same as `argmin`.
inline constexpr detail::algorithm<detail::nanargmin_recipe> nanargmin{};
inline constexpr detail::algorithm_into<detail::nanargmin_recipe> nanargmin_into{};

/// nanargmax([policy,] x): the same for the result of `nanmax`.
/// Otherwise the same as `nanargmin`.
inline constexpr detail::algorithm<detail::nanargmax_recipe> nanargmax{};
inline constexpr detail::algorithm_into<detail::nanargmax_recipe> nanargmax_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
