// SPDX-License-Identifier: Apache-2.0
/// \file
/// `same_value(a, b)`: whether two values are the same to the bit.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(find_nonassociative.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/together.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Type>
concept has_equality = requires(const Type& a, const Type& b) {
    { a == b } -> std::convertible_to<bool>;
};

/// Types whose bytes determine the value: integers, and classes of integers without padding.
template <class Type>
concept unique_bytes = copies_as_bytes_v<Type> && std::has_unique_object_representations_v<Type>;

/// Whether `same_value` can compare values of this type.
template <class Type>
inline constexpr bool compares_values =
    floating<Type> || complex_like<Type> || copies_as_bytes_v<Type> || has_equality<Type>;
template <class... Ts>
inline constexpr bool compares_values<values<Ts...>> = (compares_values<Ts> && ...);

/// A loop, because a GPU has no memcmp.
template <class Type>
IMPULSE_SHARED bool same_bytes(const Type& a, const Type& b) {
    const auto* const of_a = reinterpret_cast<const unsigned char*>(__builtin_addressof(a));
    const auto* const of_b = reinterpret_cast<const unsigned char*>(__builtin_addressof(b));
    bool same = true;
    for (std::size_t i = 0; i < sizeof(Type); ++i) same = same && of_a[i] == of_b[i];
    return same;
}

/// Whether two values are the same. Numbers are compared by their bits, complex numbers and `values` part by
/// part; all NaNs are the same value. Values of other types are the same if their bytes are equal, or if
/// neither equals itself (they contain NaN), or if their bytes are not unique (padding) and a == b.
IMPULSE_NO_EXEC_CHECK
template <class Type>
IMPULSE_SHARED bool same_value(const Type& a, const Type& b) {
    if constexpr (floating<Type>) {
        if (detail::is_nan(a) || detail::is_nan(b)) return detail::is_nan(a) && detail::is_nan(b);
        return a == b && (a != Type(0) || detail::is_negative(a) == detail::is_negative(b));
    } else if constexpr (complex_like<Type>) {
        using component = typename Type::value_type;
        return detail::same_value(static_cast<component>(a.real()), static_cast<component>(b.real())) &&
               detail::same_value(static_cast<component>(a.imag()), static_cast<component>(b.imag()));
    } else {
        if constexpr (copies_as_bytes_v<Type>) {
            if (detail::same_bytes(a, b)) return true;
        }
        if constexpr (has_equality<Type> && std::is_class_v<Type>) {
            if (!static_cast<bool>(a == a) && !static_cast<bool>(b == b)) return true;
        }
        if constexpr (has_equality<Type> && !unique_bytes<Type>)
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

}  // namespace impulse::detail
