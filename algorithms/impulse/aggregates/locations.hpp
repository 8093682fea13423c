// SPDX-License-Identifier: Apache-2.0
/// \file
/// `min_loc` and `max_loc`: operators that find an extreme value and its index in one pass.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/cpu/find_extreme.hpp>
#include <impulse/detail/op/located.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/operators.hpp>

#include <concepts>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// The first extreme item of some adjacent items, its index among them, and their number. (Not its index in
/// the input, which an operator does not know: the same items may be anywhere in the input.)
template <class Type>
struct extreme_so_far {
    Type value;
    index_t at;
    index_t count;
};

/// Compares by `Order` for numbers that may be NaN, otherwise by <.
template <class Order>
struct first_extreme : no_contraction {
    template <class Type>
    using order = std::conditional_t<floating<Type>, Order, less>;
    static constexpr pick finds = std::is_same_v<Order, nan_above> ? pick::first_max : pick::first_min;

    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED extreme_so_far<Type> lift(const Type& item) const {
        return {item, 0, 1};
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED void accumulate(extreme_so_far<Type>& all, const Type& item) const {
        // fault: extreme-accumulate
        if (all.count == 0 || replaces(item, all.value)) {
            all.value = item;
            all.at = all.count;
        }
        ++all.count;
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED void combine(extreme_so_far<Type>& left, const extreme_so_far<Type>& right) const {
        // fault: extreme-combine
        if (right.count != 0 && (left.count == 0 || replaces(right.value, left.value))) {
            left.value = right.value;
            // fault: extreme-position
            left.at = left.count + right.at;
        }
        left.count += right.count;
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED value_and_index<Type> finalize(const extreme_so_far<Type>& all) const {
        return {all.value, all.at};
    }

  private:
    /// Whether an item is preferred to an item with a lower index.
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED static bool replaces(const Type& item, const Type& before) {
        if constexpr (std::same_as<Order, nan_above>)
            return order<Type>{}(before, item);
        else
            return order<Type>{}(item, before);
    }
};

}  // namespace detail

template <class Type>
struct copies_as_bytes<detail::extreme_so_far<Type>> : copies_as_bytes<Type> {};

/// The smallest item and its index in one pass: `auto [value, index] = reduce(x, min_loc{})`. It is an
/// operator, which also works in `together`, over layouts (with the index in each group), keys, streams,
/// ranks and devices. The value is that of `min_value` and the index that of `argmin`, to the bit: the first
/// of equal items, the first NaN if there is one, and -0 is below +0. For no items the index is 0, and the
/// value is infinity or the largest value of the type.
///
/// `argmin` alone is faster on a GPU; `argmin_into(x, values_out, index_out)` writes both.
///
/// Requires: numbers, or items with < and a default constructor.
/// Complexity: n comparisons.
/// Memory: an item and two indices for each accumulator.
/// Throws: what < of the items throws.
struct min_loc : detail::first_extreme<detail::nan_below> {};

/// The largest item and its index in one pass: those of `max_value` and `argmax`.
/// Otherwise the same as `min_loc`.
struct max_loc : detail::first_extreme<detail::nan_above> {};

template <class Type>
struct freedom<min_loc, detail::extreme_so_far<Type>> : std::integral_constant<grouping, grouping::regroup> {
};
template <class Type>
struct freedom<max_loc, detail::extreme_so_far<Type>> : std::integral_constant<grouping, grouping::regroup> {
};

namespace detail {

/// The accumulator of no items. A join with it changes no bit, whatever its value is.
template <class Type, class Extreme>
IMPULSE_SHARED constexpr extreme_so_far<Type> none_so_far() {
    return {detail::value_of_none<Type, Extreme>(), 0, 0};
}

}  // namespace detail

template <class Type>
requires(detail::has_ends<Type> ||
         std::default_initializable<Type>) struct identity<min_loc, detail::extreme_so_far<Type>> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr detail::extreme_so_far<Type> of(const min_loc&) {
        return detail::none_so_far<Type, minimum>();
    }
};
template <class Type>
requires(detail::has_ends<Type> ||
         std::default_initializable<Type>) struct identity<max_loc, detail::extreme_so_far<Type>> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr detail::extreme_so_far<Type> of(const max_loc&) {
        return detail::none_so_far<Type, maximum>();
    }
};

IMPULSE_NAMED(min_loc, "min_loc");
IMPULSE_NAMED(max_loc, "max_loc");
IMPULSE_NAMED_TEMPLATE(detail::extreme_so_far, "extreme_so_far");

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
