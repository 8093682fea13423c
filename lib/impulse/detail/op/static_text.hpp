// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concatenates texts at compile time.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/op/known_functors.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// A compile-time text with a zero at its end.
template <std::size_t Size>
struct static_text {
    char letters[Size + 1] = {};

    constexpr std::size_t size() const { return Size; }
    constexpr const char* data() const { return letters; }
    constexpr char operator[](std::size_t i) const { return letters[i]; }
};

/// A compile-time text: an array of characters, a pointer to characters, or a std::string_view.
template <class Text>
concept static_letters = requires(const Text& text) {
    { text[0] } -> std::convertible_to<const char&>;
};

/// The length without the zero at the end.
template <class Text>
constexpr std::size_t length_of(const Text& text) {
    if constexpr (std::is_array_v<Text>) {
        constexpr std::size_t most = std::extent_v<Text>;
        return text[most - 1] == '\0' ? most - 1 : most;
    } else if constexpr (requires { text.size(); }) {
        return text.size();
    } else {
        std::size_t length = 0;
        while (text[length] != '\0') ++length;
        return length;
    }
}

template <std::size_t Size, class Text>
constexpr static_text<Size> as_static(const Text& text) {
    static_text<Size> all;
    for (std::size_t i = 0; i < Size; ++i) all.letters[i] = text[i];
    return all;
}
template <std::size_t Size>
constexpr auto literal(const char (&text)[Size]) {
    return detail::as_static<Size - 1>(text);
}

template <std::size_t... Sizes>
constexpr auto in_a_row(const static_text<Sizes>&... parts) {
    static_text<(std::size_t{0} + ... + Sizes)> all;
    char* to = all.letters;
    const auto put = [&to](const auto& part) {
        for (std::size_t i = 0; i < part.size(); ++i) *to++ = part[i];
    };
    (put(parts), ...);
    return all;
}

/// A number in decimal, such as 12 or -1; a bool as `true` or `false`.
template <auto Value>
consteval auto decimal() {
    using number = std::remove_const_t<decltype(Value)>;
    if constexpr (std::is_same_v<number, bool>) {
        if constexpr (Value)
            return detail::literal("true");
        else
            return detail::literal("false");
    } else {
        constexpr bool is_negative =
            static_cast<number>(-1) < number{1} && static_cast<wide_integer>(Value) < 0;
        constexpr wide_unsigned size = is_negative ? wide_unsigned{0} - static_cast<wide_unsigned>(Value)
                                                   : static_cast<wide_unsigned>(Value);
        constexpr std::size_t length = [] {
            std::size_t digits = 1;
            for (wide_unsigned rest = size; rest > 9; rest /= 10) ++digits;
            return digits + (is_negative ? 1 : 0);
        }();
        static_text<length> all;
        wide_unsigned rest = size;
        for (std::size_t i = length; i-- > 0; rest /= 10)
            all.letters[i] = static_cast<char>('0' + static_cast<int>(rest % 10));
        if (is_negative) all.letters[0] = '-';
        return all;
    }
}

}  // namespace impulse::detail
