// SPDX-License-Identifier: Apache-2.0
// `same_bits(a, b)` compares representations: all NaNs are equal, -0 is not +0, padding is not compared.
#pragma once

#include <impulse/operators.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace support {

/// The result of a comparison: true, or how the two values differ. doctest prints it.
struct comparison {
    bool same = true;
    std::string difference;

    explicit operator bool() const { return same; }
    friend std::ostream& operator<<(std::ostream& to, const comparison& c) {
        return to << (c.same ? "the same bits" : c.difference);
    }
};

template <class T>
comparison same_bits(const T& a, const T& b);

namespace detail {

template <class T>
concept floating_point = std::is_floating_point_v<T> || impulse::detail::narrow_float<T>;

/// The real and the imaginary part, for the complex type of any library.
template <class T>
concept complex = requires(const T& z) {
    z.real();
    z.imag();
};

/// A type may have a function bits_of(x), found by argument-dependent lookup. It returns what is compared
/// instead, for example a std::tuple of members.
template <class T>
concept has_bits_of = requires(const T& x) {
    bits_of(x);
};

template <class T>
concept has_get = requires {
    typename std::tuple_size<T>::type;
};

template <std::size_t I, class T>
decltype(auto) member(const T& x) {
    if constexpr (requires { x.template get<I>(); })
        return x.template get<I>();
    else
        return std::get<I>(x);
}

/// The bytes in hexadecimal, the most significant byte first.
template <class T>
std::string hexadecimal(const T& x) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, static_cast<const void*>(&x), sizeof(T));
    std::string words = "0x";
    for (std::size_t i = sizeof(T); i-- > 0;) {
        char two[3];
        std::snprintf(two, sizeof two, "%02x", bytes[i]);
        words += two;
    }
    return words;
}

template <class T>
std::string in_words(const T& x) {
    if constexpr (std::is_floating_point_v<T>) {
        char words[64];
        std::snprintf(words, sizeof words, "%.17g", static_cast<double>(x));
        return words + (" = " + hexadecimal(x));
    } else if constexpr (std::is_integral_v<T>) {
        return std::to_string(x);
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        return hexadecimal(x);
    } else {
        return "(a value)";
    }
}

template <class T>
comparison judged(bool same, const T& a, const T& b) {
    if (same) return {};
    return {false, in_words(a) + " is not " + in_words(b)};
}

/// The first member that differs, with its number.
template <class T, std::size_t... I>
comparison same_members(const T& a, const T& b, std::index_sequence<I...>) {
    comparison all;
    const auto look = [&](std::size_t i, comparison found) {
        if (all.same && !found.same) all = {false, "at " + std::to_string(i) + ": " + found.difference};
    };
    (look(I, same_bits(member<I>(a), member<I>(b))), ...);
    return all;
}

}  // namespace detail

template <class T>
comparison same_bits(const T& a, const T& b) {
    using detail::judged;
    if constexpr (detail::has_bits_of<T>) {
        return same_bits(bits_of(a), bits_of(b));
    } else if constexpr (std::is_same_v<T, long double>) {  // 10 of its 16 bytes count
        return judged((a != a && b != b) || std::memcmp(&a, &b, 10) == 0, a, b);
    } else if constexpr (detail::floating_point<T>) {
        return judged((a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0, a, b);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>) {
        return judged(a == b, a, b);
    } else if constexpr (detail::complex<T>) {
        const auto parts = [](const T& z) { return std::tuple(z.real(), z.imag()); };
        return same_bits(parts(a), parts(b));
    } else if constexpr (requires {
                             a.has_value();
                             *a;
                         }) {
        if (!a.has_value() || !b.has_value()) return judged(a.has_value() == b.has_value(), a, b);
        return same_bits(*a, *b);
    } else if constexpr (detail::has_get<T>) {
        return detail::same_members(a, b, std::make_index_sequence<std::tuple_size<T>::value>{});
    } else if constexpr (std::ranges::range<const T>) {
        if (std::ranges::distance(a) != std::ranges::distance(b))
            return {false, std::to_string(std::ranges::distance(a)) + " items are not " +
                               std::to_string(std::ranges::distance(b))};
        auto other = std::ranges::begin(b);
        std::size_t i = 0;
        for (const auto& item : a) {
            if (const comparison found = same_bits(item, *other); !found.same)
                return {false, "at " + std::to_string(i) + ": " + found.difference};
            ++other, ++i;
        }
        return {};
    } else {
        static_assert(
            std::has_unique_object_representations_v<T>,
            "a type with padding or with floating-point members needs bits_of(x), which lists them");
        return judged(std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof(T)) == 0,
                      a, b);
    }
}

}  // namespace support
