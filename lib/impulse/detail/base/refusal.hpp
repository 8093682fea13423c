// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refusals: how a wrong call reports its reason at compile time. The code that finds the mistake returns a
/// refusal, and the function that the user called reports it and returns a `refused_result`. So the compiler
/// reports one error, with a trace of two steps.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <compare>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Type>
inline constexpr bool is_refusal = false;

/// The number of elements of a structured binding of a refused call's result, as far as an argument of this
/// type determines it: an initial value has as many, and an operator returns as many (together.hpp). 0 if it
/// does not.
template <class Arg>
inline constexpr std::size_t elements_by = 0;
template <class Arg>
requires(
    requires { std::tuple_size<Arg>::value; } &&
    !requires(Arg & range) {
        range.begin();
    }) inline constexpr std::size_t elements_by<Arg> = std::tuple_size<Arg>::value;

/// The number of elements from the last argument that determines it; otherwise 2, as for minmax_value.
template <class... Call>
consteval std::size_t elements_of_result() {
    std::size_t elements = 2;
    for (const std::size_t said : {std::size_t{0}, elements_by<std::remove_cvref_t<Call>>...})
        if (said > 0) elements = said;
    return elements;
}

/// The result of a refused call. It stands for a result of any type, so that the code around the call
/// compiles and the library's sentence is the only error: it converts to anything, compares and computes with
/// anything, is a range, and has elements for a structured binding. A program with one never compiles.
template <std::size_t Elements>
struct refused_result {
    /// Says nothing: the sentence has been reported already.
    template <class... Call>
    IMPULSE_SHARED static constexpr refused_result say() {
        return {};
    }

    template <class Any>
    IMPULSE_SHARED constexpr operator Any() const {
        __builtin_unreachable();  // never run, and Any may have no default constructor
    }

    IMPULSE_SHARED constexpr const refused_result* begin() const { return this; }
    IMPULSE_SHARED constexpr const refused_result* end() const { return this; }
    IMPULSE_SHARED constexpr refused_result operator*() const { return {}; }
    IMPULSE_SHARED constexpr refused_result operator-() const { return {}; }
    IMPULSE_SHARED constexpr refused_result operator[](const auto&) const { return {}; }
    template <std::size_t Index>
    IMPULSE_SHARED constexpr refused_result get() const {
        return {};
    }

    template <class Other>
    IMPULSE_SHARED friend constexpr bool operator==(const refused_result&, const Other&) {
        return true;
    }
    template <class Other>
    IMPULSE_SHARED friend constexpr std::strong_ordering operator<=>(const refused_result&, const Other&) {
        return std::strong_ordering::equal;
    }
    template <class Stream>
    friend constexpr Stream&& operator<<(Stream&& stream, const refused_result&) {
        return static_cast<Stream&&>(stream);
    }
#define IMPULSE_REFUSED_ARITHMETIC(op)                                                                \
    template <class Other>                                                                            \
    IMPULSE_SHARED friend constexpr refused_result operator op(const refused_result&, const Other&) { \
        return {};                                                                                    \
    }                                                                                                 \
    template <class Other>                                                                            \
    requires(!is_refusal<Other>) IMPULSE_SHARED friend constexpr refused_result operator op(          \
        const Other&, const refused_result&) {                                                        \
        return {};                                                                                    \
    }                                                                                                 \
    template <class Other>                                                                            \
    IMPULSE_SHARED friend constexpr Other& operator op##=(Other& other, const refused_result&) {      \
        return other;                                                                                 \
    }
    IMPULSE_REFUSED_ARITHMETIC(+)
    IMPULSE_REFUSED_ARITHMETIC(-)
    IMPULSE_REFUSED_ARITHMETIC(*)
    IMPULSE_REFUSED_ARITHMETIC(/)
#undef IMPULSE_REFUSED_ARITHMETIC
};

/// Returned in place of a result. `Sentence` is a template whose static_assert fails for the arguments of the
/// call, so that each call is reported.
template <template <class...> class Sentence>
struct refusal {
    // auto: the compiler must instantiate it before it looks at how the caller uses the result.
    template <class... Call>
    IMPULSE_SHARED static constexpr auto say() {
        static_cast<void>(sizeof(Sentence<Call...>));
        return refused_result<detail::elements_of_result<Call...>()>{};
    }
    /// For a refusal in place of a layout of runs.
    template <class... Outputs>
    constexpr refusal into(const Outputs&...) const {
        return {};
    }
};

/// A sentence: a template whose static_assert fails when it is instantiated.
#define IMPULSE_REFUSAL(name, sentence)                \
    template <class... Call>                           \
    struct name {                                      \
        static_assert(sizeof...(Call) == 0, sentence); \
    }

/// The type when there is no mistake.
struct no_refusal {};

template <template <class...> class Sentence>
inline constexpr bool is_refusal<refusal<Sentence>> = true;
template <std::size_t Elements>
inline constexpr bool is_refusal<refused_result<Elements>> = true;

/// Whether an argument is the result of a call that was refused, which has reported its sentence.
template <class Arg>
inline constexpr bool is_refused_result = false;
template <std::size_t Elements>
inline constexpr bool is_refused_result<refused_result<Elements>> = true;

/// The first refusal among several types; `no_refusal` if there is none.
template <class... Parts>
struct first_refusal_of {
    using type = no_refusal;
};
template <class First, class... Parts>
struct first_refusal_of<First, Parts...> : first_refusal_of<Parts...> {};
template <class First, class... Parts>
requires is_refusal<First>
struct first_refusal_of<First, Parts...> {
    using type = First;
};
template <class... Parts>
using first_refusal = typename first_refusal_of<Parts...>::type;

/// An argument of any kind, also a list in braces: the parameter of an overload that refuses everything that
/// no other overload takes.
struct anything {
    template <class... Items>
    constexpr anything(Items&&...) {}
};

}  // namespace impulse::detail

template <std::size_t Elements>
struct std::tuple_size<impulse::detail::refused_result<Elements>>
    : std::integral_constant<std::size_t, Elements> {};
template <std::size_t Index, std::size_t Elements>
struct std::tuple_element<Index, impulse::detail::refused_result<Elements>> {
    using type = impulse::detail::refused_result<Elements>;
};
