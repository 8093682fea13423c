// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators that find the first minimum, the first maximum or the last maximum, and their positions.
///
/// Positions decide between equal items, not the side of the operand. So these operators commute, and a
/// reduction may process its items in any order. They have two additional members. `select` finds the best of
/// a lane's loaded items by its index among them, and computes only the position of that item. `across` finds
/// the best of a warp's lanes by a minimum over words, in fewer steps than an exchange of values.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(extrema.hpp)

#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/located.hpp>
#include <impulse/detail/op/selection.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/detail/op/values.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

/// The positions that `minmax_element_into` writes: of the first minimum and the last maximum; both n if n =
/// 0.
struct minmax_positions {
    index_t min;
    index_t max;

    friend bool operator==(const minmax_positions&, const minmax_positions&) = default;
};

namespace detail {

/// The position for an empty input: n, the end of the input.
struct position_of_none : selecting {
    IMPULSE_SHARED index_t nothing(index_t n) const { return n; }
    template <class Type>
    IMPULSE_SHARED index_t finalize(const located<Type>& found) const {
        return found.at;
    }
};

/// The position of the first minimum, or of the first maximum.
template <pick Which, class Compare>
struct first_position : position_of_none {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED located<Type> operator()(const located<Type>& a, const located<Type>& b) const {
        if constexpr (Which == pick::first_min)
            return detail::first_min(a, b, compare);
        else
            return detail::some_max(a, b, compare, false);
    }
    template <class Self, class Type>
    IMPULSE_DEVICE void check_device_callable(const located<Type>& a, const located<Type>& b) const {
        static_cast<void>(detail::check_device_invoke(compare, a.value, b.value));
    }
    IMPULSE_NO_EXEC_CHECK
    template <int Count, class Items, class IsValid>
    IMPULSE_INLINE auto select(const Items& items, const IsValid& is_valid) const {
        return detail::select_from<Which, Count>(items, is_valid, value_of{}, compare);
    }
    template <class Type, class Least>
    IMPULSE_INLINE static located<Type> across(const located<Type>& mine,
                                               const Least& least) requires(has_order_bits<Type, Compare>) {
        return detail::select_across<Which, Compare>(mine, least);
    }
};
template <class Compare>
using first_minimum = first_position<pick::first_min, Compare>;
template <class Compare>
using first_maximum = first_position<pick::first_max, Compare>;

/// The value at the position that an operator finds.
template <class Of>
struct extreme_found;
template <class Compare>
struct extreme_found<first_minimum<Compare>> : std::type_identity<minimum> {};
template <class Compare>
struct extreme_found<first_maximum<Compare>> : std::type_identity<maximum> {};

/// Selects as `Of` does, and returns both value and position as a `Pair`.
template <class Of, class Pair>
struct value_beside;
template <class Of, template <class...> class Pair, class Type, class... Position>
struct value_beside<Of, Pair<Type, Position...>> : Of {
    using pair = Pair<Type, Position...>;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED pair nothing(index_t n) const {
        return of(detail::value_of_none<Type, typename extreme_found<Of>::type>(), n);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED pair finalize(const located<Type>& found) const { return of(found.value, found.at); }

  private:
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static pair of(const Type& value, index_t at) {
        if constexpr (sizeof...(Position) == 1)
            return detail::make_values(value, at);
        else
            // fault: value-beside
            return {value, at};
    }
};

template <class Compare>
struct first_minimum_last_maximum : selecting {
    Compare compare;
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED located_pair<Type> operator()(const located_pair<Type>& a,
                                                 const located_pair<Type>& b) const {
        return located_pair<Type>::of(detail::first_min(a.smallest(), b.smallest(), compare),
                                      detail::some_max(a.largest(), b.largest(), compare, true));
    }
    template <class Self, class Type>
    IMPULSE_DEVICE void check_device_callable(const located_pair<Type>& a,
                                              const located_pair<Type>& b) const {
        static_cast<void>(detail::check_device_invoke(compare, a.min_value, b.min_value));
    }
    IMPULSE_NO_EXEC_CHECK
    template <int Count, class Items, class IsValid>
    IMPULSE_INLINE auto select(const Items& items, const IsValid& is_valid) const {
        const auto min = detail::select_from<pick::first_min, Count>(items, is_valid, value_of{}, compare);
        return located_pair<decltype(min.value)>::of(
            min, detail::select_from<pick::last_max, Count>(items, is_valid, value_of{}, compare));
    }
    template <class Type, class Least>
    IMPULSE_INLINE static located_pair<Type> across(
        const located_pair<Type>& mine, const Least& least) requires(has_order_bits<Type, Compare>) {
        return located_pair<Type>::of(detail::select_across<pick::first_min, Compare>(mine.smallest(), least),
                                      detail::select_across<pick::last_max, Compare>(mine.largest(), least));
    }
    IMPULSE_SHARED minmax_positions nothing(index_t n) const { return {n, n}; }
    template <class Type>
    IMPULSE_SHARED minmax_positions finalize(const located_pair<Type>& found) const {
        return {found.min_at, found.max_at};
    }
};

}  // namespace detail

template <detail::pick Which, class Compare, class Acc>
struct freedom<detail::first_position<Which, Compare>, Acc>
    : std::integral_constant<grouping, grouping::reorder> {};
template <class Of, class Pair, class Acc>
struct freedom<detail::value_beside<Of, Pair>, Acc> : freedom<Of, Acc> {};
template <class Compare, class Acc>
struct freedom<detail::first_minimum_last_maximum<Compare>, Acc>
    : std::integral_constant<grouping, grouping::reorder> {};

IMPULSE_NAMED(detail::less, "less");
IMPULSE_NAMED(detail::nan_below, "nan_below");
IMPULSE_NAMED(detail::nan_above, "nan_above");
IMPULSE_NAMED_TEMPLATE(value_and_index, "value_and_index");
IMPULSE_NAMED_TEMPLATE(detail::value_beside, "value_beside");
IMPULSE_NAMED_TEMPLATE(detail::located, "located");
IMPULSE_NAMED_TEMPLATE(detail::located_pair, "located_pair");
template <has_type_id Compare>
struct type_id<detail::first_minimum<Compare>> {
    static constexpr auto value = impulse::type_name<Compare>("first_minimum");
};
template <has_type_id Compare>
struct type_id<detail::first_maximum<Compare>> {
    static constexpr auto value = impulse::type_name<Compare>("first_maximum");
};
IMPULSE_NAMED_TEMPLATE(detail::first_minimum_last_maximum, "first_minimum_last_maximum");

}  // namespace impulse
