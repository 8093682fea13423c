// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items that know their positions, and which of two is the first smallest, the first or the last largest.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// An item and where it stands.
template <class T>
struct located {
    T value;
    index_t at;
};

struct locate : sealed_by_itself {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located<T> operator()(const T& value, index_t at) const {
        return {value, at};
    }
};

/// A smallest and a largest item. Values beside each other: of small ones that is fewer bytes for lanes and blocks to exchange.
template <class T>
struct located_pair {
    T min_value;
    T max_value;
    index_t min_at;
    index_t max_at;

    IMPULSE_SHARED located<T> smallest() const { return {min_value, min_at}; }
    IMPULSE_SHARED located<T> largest() const { return {max_value, max_at}; }
    IMPULSE_SHARED static located_pair of(const located<T>& least, const located<T>& most) {
        return {least.value, most.value, least.at, most.at};
    }
};

struct locate_pair : sealed_by_itself {
    IMPULSE_NO_EXEC_CHECK
    template <class T>
    IMPULSE_SHARED located_pair<T> operator()(const T& value, index_t at) const {
        return {value, value, at, at};
    }
};

/// Without a branch, where values are numbers.
template <class T>
IMPULSE_SHARED located<T> second_if(bool second, const located<T>& a, const located<T>& b) {
    if constexpr (std::is_arithmetic_v<T>) {
        return {second ? b.value : a.value, second ? b.at : a.at};
    } else {
        if (second) return b;
        return a;
    }
}

IMPULSE_NO_EXEC_CHECK
template <class T, class Compare>
IMPULSE_SHARED located<T> first_min(const located<T>& a, const located<T>& b, const Compare& compare) {
    const auto less = static_cast<bool>(detail::invoke(compare, b.value, a.value));
    const auto more = static_cast<bool>(detail::invoke(compare, a.value, b.value));
    // fault: earlier-position
    return detail::second_if(less | (!more & (b.at < a.at)), a, b);
}

IMPULSE_NO_EXEC_CHECK
template <class T, class Compare>
IMPULSE_SHARED located<T> some_max(const located<T>& a, const located<T>& b, const Compare& compare,
                                   bool last) {
    const auto more = static_cast<bool>(detail::invoke(compare, a.value, b.value));
    const auto less = static_cast<bool>(detail::invoke(compare, b.value, a.value));
    return detail::second_if(more | (!less & ((a.at < b.at) == last)), a, b);
}

enum class pick { first_min, first_max, last_max };

/// Whether an item takes the place of another that stands before it.
IMPULSE_NO_EXEC_CHECK
template <pick Which, class T, class Compare>
IMPULSE_INLINE bool takes_place(const T& item, const T& other, const Compare& compare) {
    if constexpr (Which == pick::first_min)
        return static_cast<bool>(detail::invoke(compare, item, other));
    else if constexpr (Which == pick::first_max)
        return static_cast<bool>(detail::invoke(compare, other, item));
    else
        return !static_cast<bool>(detail::invoke(compare, item, other));
}

struct value_of {
    template <class T>
    IMPULSE_SHARED T operator()(const located<T>& item) const {
        return item.value;
    }
    template <class T>
    IMPULSE_SHARED T operator()(const located_pair<T>& item) const {
        return item.min_value;  // an item is both
    }
};

}  // namespace detail

template <class T>
struct copies_as_bytes<detail::located<T>> : copies_as_bytes<T> {};
template <class T>
struct copies_as_bytes<detail::located_pair<T>> : copies_as_bytes<T> {};

}  // namespace IMPULSE_ABI
}  // namespace impulse
