// SPDX-License-Identifier: Apache-2.0
/// \file
/// `same_value(a, b)`: whether two values cannot be told apart, to the bit.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/together.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

template <class T>
concept has_equality = requires(const T& a, const T& b) {
    { a == b } -> std::convertible_to<bool>;
};

/// Types whose bytes are their value: integers, and classes of them without padding.
template <class T>
concept unique_bytes = copies_as_bytes_v<T> && std::has_unique_object_representations_v<T>;

/// Whether `same_value` knows how to compare them.
template <class T>
inline constexpr bool compares_values =
    floating<T> || complex_like<T> || copies_as_bytes_v<T> || has_equality<T>;
template <class... Ts>
inline constexpr bool compares_values<values<Ts...>> = (compares_values<Ts> && ...);

/// By a loop: a GPU has no memcmp.
template <class T>
IMPULSE_SHARED bool same_bytes(const T& a, const T& b) {
    const auto* const of_a = reinterpret_cast<const unsigned char*>(__builtin_addressof(a));
    const auto* const of_b = reinterpret_cast<const unsigned char*>(__builtin_addressof(b));
    bool same = true;
    for (std::size_t i = 0; i < sizeof(T); ++i) same = same && of_a[i] == of_b[i];
    return same;
}

/// Numbers are compared by their bits, complex numbers and `values` part by part; all NaNs are one. Other
/// types are the same where their bytes are, or where neither equals itself (NaN in them); and where bytes
/// are not unique, for there may be padding, where a == b says so.
IMPULSE_NO_EXEC_CHECK
template <class T>
IMPULSE_SHARED bool same_value(const T& a, const T& b) {
    if constexpr (floating<T>) {
        if (detail::is_nan(a) || detail::is_nan(b)) return detail::is_nan(a) && detail::is_nan(b);
        return a == b && (a != T(0) || detail::is_negative(a) == detail::is_negative(b));
    } else if constexpr (complex_like<T>) {
        using component = typename T::value_type;
        return detail::same_value(static_cast<component>(a.real()), static_cast<component>(b.real())) &&
               detail::same_value(static_cast<component>(a.imag()), static_cast<component>(b.imag()));
    } else {
        if constexpr (copies_as_bytes_v<T>) {
            if (detail::same_bytes(a, b)) return true;
        }
        if constexpr (has_equality<T> && std::is_class_v<T>) {
            if (!static_cast<bool>(a == a) && !static_cast<bool>(b == b)) return true;
        }
        if constexpr (has_equality<T> && !unique_bytes<T>)
            return static_cast<bool>(a == b);
        else
            return false;
    }
}
IMPULSE_NO_EXEC_CHECK
template <class First, class... Rest>
IMPULSE_SHARED bool same_value(const values<First, Rest...>& a, const values<First, Rest...>& b) {
    if constexpr (sizeof...(Rest) == 0)
        return detail::same_value(a.first, b.first);
    else
        return detail::same_value(a.first, b.first) && detail::same_value(a.rest, b.rest);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
