// SPDX-License-Identifier: Apache-2.0
/// \file
/// `type_id`: names of types and operators that are the same in every program and for every compiler. Saved
/// states and ranks compare them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/known_functors.hpp>
#include <impulse/detail/op/static_text.hpp>
#include <impulse/detail/op/together.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The name of a type or an operator: the member `value`, a compile-time text. Saved states store it and
/// ranks compare it. These have a name: numbers (`float32`, `int64`, `bfloat16`, `complex<float64>`),
/// std::pair, std::array and `values` of types with names, the library's operators (`plus`; std::plus and
/// cuda::std::plus have the same name), and `together` of such operators. `unordered` is part of a name,
/// because it changes bits, also if you specialize `freedom` instead; `ordered`, `assume_associative` and
/// `with_identity` are not. Specialize it for your own type or operator with a unique name, and change the
/// name when the meaning changes. A name is not empty, contains no zero byte, and is shorter than 2^20 bytes.
/// Values that an operator stores are not part of its type, and so not of its name.
template <class Type>
struct type_id;

/// Types and operators that have such a name.
template <class Type>
concept has_type_id = requires {
    type_id<Type>::value;
};

namespace detail {

inline constexpr std::size_t max_text_bytes = std::size_t{1} << 20;

/// Whether a text is a valid name.
template <class Text>
consteval bool can_be_name(const Text& text) {
    if constexpr (static_letters<Text>) {
        const std::size_t length = detail::length_of(text);
        if (length == 0 || length >= max_text_bytes) return false;
        for (std::size_t i = 0; i < length; ++i)
            if (text[i] == '\0') return false;
        return true;
    } else {
        return false;
    }
}

template <class Type>
consteval auto make_name() {
    constexpr bool is_name = detail::can_be_name(type_id<Type>::value);
    static_assert(
        is_name,
        "impulse: the value of a type_id is a text that the compiler knows, not empty, without a zero "
        "within and shorter than 2^20 bytes");
    if constexpr (is_name)
        return detail::as_static<detail::length_of(type_id<Type>::value)>(type_id<Type>::value);
    else
        return static_text<0>{};
}
template <class Type>
inline constexpr auto name_of_type = detail::make_name<Type>();

/// The name, or an empty text.
template <class Type>
constexpr const char* name_or_none() {
    if constexpr (has_type_id<Type>)
        return name_of_type<Type>.data();
    else
        return "";
}

/// The digits of a floating-point format; 0 for other types.
template <class Type>
consteval int float_digits() {
#if IMPULSE_HAS_CUDA
    if constexpr (std::is_same_v<Type, __nv_bfloat16>) return 8;
#endif
    if constexpr (narrow_float<Type>) return 11;
    return std::is_floating_point_v<Type> ? std::numeric_limits<Type>::digits : 0;
}
/// The bits of a format with `digits` digits; 0 if no common machine has such a format.
constexpr int bits_of_format(int digits) {
    // bfloat16, half, float, double, that of x87, quadruple
    constexpr int formats[][2] = {{8, 16}, {11, 16}, {24, 32}, {53, 64}, {64, 80}, {113, 128}};
    for (const auto& [of_digits, bits] : formats)
        if (of_digits == digits) return bits;
    return 0;
}

template <class Type>
inline constexpr int float_bits = detail::bits_of_format(detail::float_digits<Type>());

template <class Type>
concept named_number = exact_number<Type> || static_cast<bool>(float_bits<Type>);

/// Numbers of one kind, size and sign have one name: long and long long are int64.
template <named_number Type>
consteval auto name_of_number() {
    if constexpr (std::is_same_v<Type, bool>) {
        return detail::literal("bool");
    } else if constexpr (exact_number<Type>) {
        constexpr auto bits = detail::decimal<8 * sizeof(Type)>();
        if constexpr (static_cast<Type>(-1) < static_cast<Type>(0))
            return detail::in_a_row(detail::literal("int"), bits);
        else
            return detail::in_a_row(detail::literal("uint"), bits);
    } else {
        constexpr auto name = detail::in_a_row(detail::literal("float"), detail::decimal<float_bits<Type>>());
        if constexpr (detail::float_digits<Type>() == 8)
            return detail::in_a_row(detail::literal("b"), name);
        else
            return name;
    }
}

}  // namespace detail

/// The name of a type whose parts have names, for a `type_id` that is a template: type_name<Type>("vector3")
/// is "vector3<float32>" if Type is float. Give a number among the parts as a std::integral_constant.
///
/// Requires: arguments that have a name, and a string literal. It is called only at compile time.
/// Complexity: constant.
/// Memory: the text.
/// Throws: nothing.
template <class... Parts, std::size_t Size>
requires(has_type_id<Parts>&&...) consteval auto type_name(const char (&name)[Size]) {
    if constexpr (sizeof...(Parts) == 0) {
        return detail::literal(name);
    } else {
        return []<class First, class... Rest>(const auto& before, std::type_identity<First>,
                                              std::type_identity<Rest>...) {
            return detail::in_a_row(before, detail::literal("<"), detail::name_of_type<First>,
                                    detail::in_a_row(detail::literal(", "), detail::name_of_type<Rest>)...,
                                    detail::literal(">"));
        }(detail::literal(name), std::type_identity<Parts>{}...);
    }
}

// The name of a type of the library; the name of a template whose arguments have names.
#define IMPULSE_NAMED(type, text)                  \
    template <>                                    \
    struct type_id<type> {                         \
        static constexpr const char* value = text; \
    }
#define IMPULSE_NAMED_TEMPLATE(name, text)                                \
    template <has_type_id... Parts>                                       \
    struct type_id<name<Parts...>> {                                      \
        static constexpr auto value = impulse::type_name<Parts...>(text); \
    }

// ---- types ------------------------------------------------------------------------------------------------

template <detail::named_number Type>
struct type_id<Type> {
    static constexpr auto value = detail::name_of_number<Type>();
};
template <detail::complex_number Type>
requires has_type_id<typename Type::value_type>
struct type_id<Type> {
    static constexpr auto value = impulse::type_name<typename Type::value_type>("complex");
};
template <detail::exact_number Integer, Integer Value>
struct type_id<std::integral_constant<Integer, Value>> {
    static constexpr auto value = detail::decimal<Value>();
};
IMPULSE_NAMED_TEMPLATE(std::pair, "pair");
template <has_type_id Type, std::size_t Size>
struct type_id<std::array<Type, Size>> {
    static constexpr auto value =
        impulse::type_name<Type, std::integral_constant<std::size_t, Size>>("array");
};
IMPULSE_NAMED_TEMPLATE(values, "values");

// ---- operators --------------------------------------------------------------------------------------------

IMPULSE_NAMED(plus, "plus");
IMPULSE_NAMED(multiplies, "multiplies");
IMPULSE_NAMED(minimum, "minimum");
IMPULSE_NAMED(maximum, "maximum");
IMPULSE_NAMED(minimum_number, "minimum_number");
IMPULSE_NAMED(maximum_number, "maximum_number");
IMPULSE_NAMED(bit_and, "bit_and");
IMPULSE_NAMED(bit_or, "bit_or");
IMPULSE_NAMED(bit_xor, "bit_xor");
IMPULSE_NAMED(logical_and, "logical_and");
IMPULSE_NAMED(logical_or, "logical_or");
IMPULSE_NAMED(logical_xor, "logical_xor");

/// The functors of std, cuda::std and thrust have the names of the library's.
template <detail::recognised Op>
struct type_id<Op> : type_id<typename detail::canonical<Op>::type> {};

#if IMPULSE_HAS_CUDA
// Names of their own, not `minimum` and `maximum`, because they treat NaN and zeros differently.
IMPULSE_NAMED(cuda::minimum<void>, "cuda::minimum");
IMPULSE_NAMED(cuda::maximum<void>, "cuda::maximum");
IMPULSE_NAMED_TEMPLATE(cuda::minimum, "cuda::minimum");
IMPULSE_NAMED_TEMPLATE(cuda::maximum, "cuda::maximum");
#endif

/// A wrapper that keeps the tree, or that claims associativity, does not change the bits, so it does not
/// change the name.
template <class Op, grouping Grouping>
requires has_type_id<typename detail::bare<Op>::type>
struct type_id<grouped_operator<Op, Grouping>> : type_id<typename detail::bare<Op>::type> {
};
template <class Op>
requires has_type_id<typename detail::bare<Op>::type>
struct type_id<grouped_operator<Op, grouping::reorder>> {
    static constexpr auto value = impulse::type_name<typename detail::bare<Op>::type>("unordered");
};
template <has_type_id Op, class Identity>
struct type_id<identity_operator<Op, Identity>> : type_id<Op> {};

IMPULSE_NAMED_TEMPLATE(detail::together_operator, "together");

namespace detail {

/// Whether the library itself knows that the order of operands does not change results.
template <class Op, class Acc>
inline constexpr bool hides_order = detail::known_freedom<Acc, bare_op<Op>>() == grouping::reorder
                                    || std::is_base_of_v<no_contraction, Op>;

/// The operator whose name a state of such accumulators has. If the caller specialized `freedom` to allow
/// reordering, the name is that of `unordered` of the operator, because the tree gives different bits.
template <class Op, class Acc>
struct named_operator : std::conditional<freedom_v<Op, Acc> == grouping::reorder && !hides_order<Op, Acc>,
                                         grouped_operator<Op, grouping::reorder>, Op> {};
template <class Op, grouping Said, class Acc>
struct named_operator<grouped_operator<Op, Said>, Acc> : std::type_identity<grouped_operator<Op, Said>> {};
template <class Op, class Identity, class Acc>
struct named_operator<identity_operator<Op, Identity>, Acc> : named_operator<Op, Acc> {};
template <class... Ops, class... Accs>
struct named_operator<together_operator<Ops...>, values<Accs...>>
    : std::type_identity<together_operator<typename named_operator<Ops, Accs>::type...>> {};

/// The name of an operator on such accumulators, or an empty text.
template <class Op, class Acc>
constexpr const char* operator_name_or_none() {
    return detail::name_or_none<typename named_operator<Op, Acc>::type>();
}

}  // namespace detail

}  // namespace impulse
