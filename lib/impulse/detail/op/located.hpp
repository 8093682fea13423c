// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers as unsigned integers with the same order, items with their positions, and which of two items is
/// the first minimum, the first maximum or the last maximum.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(extrema.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/identity.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The default order.
struct less {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED auto operator()(const auto& a, const auto& b) const -> decltype(static_cast<bool>(a < b)) {
        return static_cast<bool>(a < b);
    }
    IMPULSE_DEVICE_CHECK(less, static_cast<bool>(a < b))
};

/// The exact orders of `minimum` and `maximum`: NaN below (or above) all other numbers, and -0 below +0.
struct nan_below {
    template <class Type>
    IMPULSE_SHARED bool operator()(const Type& a, const Type& b) const {
        return detail::is_nan(a) ? !detail::is_nan(b) : detail::below(a, b);
    }
};
struct nan_above {
    template <class Type>
    IMPULSE_SHARED bool operator()(const Type& a, const Type& b) const {
        // fault: order-of-nan
        return detail::is_nan(b) ? !detail::is_nan(a) : detail::below(a, b);
    }
};

/// Whether such integers exist for a type and an order.
template <class Type, class Compare>
inline constexpr bool has_order_bits = (std::is_integral_v<Type> && sizeof(Type) <= 8 &&
                                        std::is_same_v<Compare, less>) ||
                                       (one_of<Type, float, double> &&
                                        one_of<Compare, less, nan_below, nan_above>);

template <class Type>
using order_word = std::conditional_t<(sizeof(Type) > 4), std::uint64_t, std::uint32_t>;

/// The sign bit; 0 for unsigned numbers.
template <class Type>
inline constexpr order_word<Type> order_sign =
    std::is_signed_v<Type> ? order_word<Type>{1} << (8 * sizeof(order_word<Type>) - 1) : order_word<Type>{0};

/// The integer of a number. Numbers that the comparison treats as equal have the same integer. With `less`,
/// the position of NaN in the order is unspecified.
template <class Compare, class Type>
IMPULSE_SHARED order_word<Type> to_order_bits(const Type& number) {
    using word = order_word<Type>;
    if constexpr (std::is_integral_v<Type>) {
        return static_cast<word>(number) ^ order_sign<Type>;
    } else {
        if constexpr (std::is_same_v<Compare, less>) {
            // fault: order-of-zero
            if (number == Type(0)) return order_sign<Type>;
        } else if (detail::is_nan(number)) {
            return std::is_same_v<Compare, nan_below> ? word{0} : ~word{0};
        }
        const auto bits = __builtin_bit_cast(word, number);
        // fault: order-of-sign
        return (bits & order_sign<Type>) != 0 ? ~bits : bits | order_sign<Type>;
    }
}

/// The number of such an integer.
template <class Type>
IMPULSE_SHARED Type from_order_bits(order_word<Type> bits) {
    if constexpr (std::is_integral_v<Type>)
        return static_cast<Type>(bits ^ order_sign<Type>);
    else
        return __builtin_bit_cast(Type, (bits & order_sign<Type>) != 0 ? bits ^ order_sign<Type> : ~bits);
}

}  // namespace impulse::detail

namespace impulse::inline IMPULSE_ABI {

/// A value and its index.
template <class Type>
struct value_and_index {
    Type value;
    index_t index;

    friend bool operator==(const value_and_index&, const value_and_index&) = default;
};
template <class Type>
struct copies_as_bytes<value_and_index<Type>> : copies_as_bytes<Type> {};

namespace detail {

/// The value for no items: the largest or smallest value of the type, if it is known.
template <class Type, class Extreme>
IMPULSE_SHARED constexpr Type value_of_none() {
    if constexpr (has_ends<Type>)
        return detail::neutral_extreme<Type, Extreme>();
    else
        return Type{};
}

/// An item and its position.
template <class Type>
struct located {
    Type value;
    index_t at;
};

struct locate : no_contraction {
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED located<Type> operator()(const Type& value, index_t at) const {
        return {value, at};
    }
};

/// A minimum and a maximum. The two values come first, so that lanes and blocks exchange fewer bytes for
/// small types.
template <class Type>
struct located_pair {
    Type min_value;
    Type max_value;
    index_t min_at;
    index_t max_at;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED located<Type> smallest() const { return {min_value, min_at}; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED located<Type> largest() const { return {max_value, max_at}; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static located_pair of(const located<Type>& least, const located<Type>& most) {
        return {least.value, most.value, least.at, most.at};
    }
};

struct locate_pair : no_contraction {
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED located_pair<Type> operator()(const Type& value, index_t at) const {
        return {value, value, at, at};
    }
};

/// Selects b if `second`, otherwise a; without a branch if values are numbers.
template <class Type>
IMPULSE_SHARED located<Type> second_if(bool second, const located<Type>& a, const located<Type>& b) {
    if constexpr (std::is_arithmetic_v<Type>) {
        return {second ? b.value : a.value, second ? b.at : a.at};
    } else {
        if (second) return b;
        return a;
    }
}

IMPULSE_NO_EXEC_CHECK
template <class Type, class Compare>
IMPULSE_SHARED located<Type> first_min(const located<Type>& a, const located<Type>& b,
                                       const Compare& compare) {
    const auto less = static_cast<bool>(detail::invoke(compare, b.value, a.value));
    const auto more = static_cast<bool>(detail::invoke(compare, a.value, b.value));
    // fault: earlier-position
    return detail::second_if(less | (!more & (b.at < a.at)), a, b);
}

IMPULSE_NO_EXEC_CHECK
template <class Type, class Compare>
IMPULSE_SHARED located<Type> some_max(const located<Type>& a, const located<Type>& b, const Compare& compare,
                                      bool last) {
    const auto more = static_cast<bool>(detail::invoke(compare, a.value, b.value));
    const auto less = static_cast<bool>(detail::invoke(compare, b.value, a.value));
    return detail::second_if(more | (!less & ((a.at < b.at) == last)), a, b);
}

enum class pick { first_min, first_max, last_max };

/// Whether an item replaces another one that has a lower position.
IMPULSE_NO_EXEC_CHECK
template <pick Which, class Type, class Compare>
IMPULSE_INLINE bool takes_place(const Type& item, const Type& other, const Compare& compare) {
    if constexpr (Which == pick::first_min)
        return static_cast<bool>(detail::invoke(compare, item, other));
    else if constexpr (Which == pick::first_max)
        return static_cast<bool>(detail::invoke(compare, other, item));
    else
        return !static_cast<bool>(detail::invoke(compare, item, other));
}

struct value_of {
    template <class Type>
    IMPULSE_SHARED Type operator()(const located<Type>& item) const {
        return item.value;
    }
    template <class Type>
    IMPULSE_SHARED Type operator()(const located_pair<Type>& item) const {
        return item.min_value;  // a single item is minimum and maximum
    }
};

}  // namespace detail

template <class Type>
struct copies_as_bytes<detail::located<Type>> : copies_as_bytes<Type> {};
template <class Type>
struct copies_as_bytes<detail::located_pair<Type>> : copies_as_bytes<Type> {};

}  // namespace impulse
