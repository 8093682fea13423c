// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items with their positions, and which of two items is the first minimum, the first maximum or the last
/// maximum.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(extrema.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/identity.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <type_traits>

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

    IMPULSE_SHARED located<Type> smallest() const { return {min_value, min_at}; }
    IMPULSE_SHARED located<Type> largest() const { return {max_value, max_at}; }
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
