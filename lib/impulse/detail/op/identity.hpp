// SPDX-License-Identifier: Apache-2.0
/// \file
/// The identity of an operator, and its result for no items, which may be different.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/known_functors.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// A type that looks like a complex number: it has a real and an imaginary part and nothing more. Each part
/// may be NaN; + and * are those of the class.
template <class Type>
concept complex_like = requires(const Type& z) {
    typename Type::value_type;
    { z.real() } -> std::convertible_to<typename Type::value_type>;
    { z.imag() } -> std::convertible_to<typename Type::value_type>;
}
&&std::is_arithmetic_v<typename Type::value_type> && sizeof(Type) == 2 * sizeof(typename Type::value_type);

/// Complex numbers of std, cuda::std and thrust: + adds part by part.
template <class Type>
concept complex_number = complex_like<Type> && is_complex<Type>;

/// Types whose zero and one are known. Nothing is known about other types with + (a string, a dual number,
/// the caller's complex numbers) or * (a matrix).
template <class Type>
concept number = std::is_arithmetic_v<Type> || extended_number<Type> || complex_number<Type>;

/// Types whose + and * are associative and commutative: modulo a power of two.
template <class Type>
concept exact_number =
    std::is_integral_v<Type> || std::same_as<Type, wide_integer> || std::same_as<Type, wide_unsigned>;

/// Whether infinity, or the largest value of the type, is known to be an upper bound of every value. For a
/// caller's type with NaN it is not.
template <class Type>
inline constexpr bool has_ends = floating<Type> || exact_number<Type> ||
                                 (std::numeric_limits<Type>::is_specialized &&
                                  !std::numeric_limits<Type>::has_quiet_NaN &&
                                  !std::numeric_limits<Type>::has_signaling_NaN);

/// Whether a library functor on `Acc` has a known identity. There is none for * on complex numbers, because
/// (1 + 0i) * z is not z for an infinite z, nor for logical functors, because they convert 5 to true.
template <class Acc, class Op>
consteval bool has_neutral() {
    if constexpr (one_of<Op, minimum, maximum, minimum_number, maximum_number>) return has_ends<Acc>;
    if constexpr (one_of<Op, bit_and, bit_or, bit_xor>) return exact_number<Acc>;
    if constexpr (one_of<Op, logical_and, logical_or, logical_xor>) return std::same_as<Acc, bool>;
    if constexpr (complex_number<Acc> && !std::is_arithmetic_v<Acc>) {
        using component = typename Acc::value_type;
        return std::same_as<Op, plus> && std::is_constructible_v<Acc, component, component>;
    }
    return number<Acc> && one_of<Op, plus, multiplies>;
}

enum class narrow_value : unsigned { infinity, nan, zero };

/// Makes a value of a narrow float from its bits, because std does not know the type.
template <narrow_float Type>
IMPULSE_SHARED constexpr Type narrow([[maybe_unused]] narrow_value which, [[maybe_unused]] bool is_negative) {
#if IMPULSE_HAS_CUDA
    constexpr bool has_8_bits = std::same_as<Type, __nv_bfloat16>;
#else
    constexpr bool has_8_bits = false;
#endif
    constexpr unsigned exponent = has_8_bits ? 0x7f80 : 0x7c00;
    constexpr unsigned quiet = has_8_bits ? 0x0040 : 0x0200;
    const unsigned bits =
        which == narrow_value::zero ? 0u : exponent | (which == narrow_value::nan ? quiet : 0u);
    return __builtin_bit_cast(Type, static_cast<std::uint16_t>(bits | (is_negative ? 0x8000u : 0u)));
}

// Variables, because device code may use a constant but not call the host function that makes it.
template <class Type>
inline constexpr Type top = std::numeric_limits<Type>::has_infinity ? std::numeric_limits<Type>::infinity()
                                                                    : (std::numeric_limits<Type>::max)();
template <class Type>
inline constexpr Type bottom = std::numeric_limits<Type>::has_infinity
                                   ? static_cast<Type>(-std::numeric_limits<Type>::infinity())
                                   : std::numeric_limits<Type>::lowest();
template <class Type>
inline constexpr Type no_number = std::numeric_limits<Type>::quiet_NaN();
// In a strict compiler mode std::numeric_limits may not know 128-bit types.
template <>
inline constexpr wide_unsigned top<wide_unsigned> = ~wide_unsigned{0};
template <>
inline constexpr wide_unsigned bottom<wide_unsigned> = 0;
template <>
inline constexpr wide_integer top<wide_integer> = static_cast<wide_integer>(~wide_unsigned{0} >> 1);
template <>
inline constexpr wide_integer bottom<wide_integer> = -top<wide_integer> - 1;

/// The identity of minimum (or maximum): the largest (or smallest) value of the type. NaN if the functor
/// ignores NaN, because with infinity the minimum of NaNs would be infinity.
template <class Acc, class Op>
IMPULSE_SHARED constexpr Acc neutral_extreme() {
    constexpr bool passes_over = one_of<Op, minimum_number, maximum_number>;
    constexpr bool of_minimum = one_of<Op, minimum, minimum_number>;
    if constexpr (narrow_float<Acc>)
        return detail::narrow<Acc>(passes_over ? narrow_value::nan : narrow_value::infinity, !of_minimum);
    else if constexpr (passes_over && floating<Acc>)
        return no_number<Acc>;
    else if constexpr (of_minimum)
        return top<Acc>;
    else
        return bottom<Acc>;
}

/// The identity of +: -0 if there is one, because +0 + -0 is +0.
IMPULSE_NO_EXEC_CHECK
template <class Acc>
IMPULSE_SHARED constexpr Acc neutral_summand() {
    if constexpr (narrow_float<Acc>)
        return detail::narrow<Acc>(narrow_value::zero, true);
    else if constexpr (std::is_floating_point_v<Acc>)
        return -static_cast<Acc>(0);
    else if constexpr (complex_number<Acc> && !std::is_arithmetic_v<Acc>)
        return Acc(detail::neutral_summand<typename Acc::value_type>(),
                   detail::neutral_summand<typename Acc::value_type>());
    else
        return static_cast<Acc>(0);
}

template <class Acc, class Op>
IMPULSE_SHARED constexpr Acc neutral() {
    if constexpr (one_of<Op, minimum, minimum_number, maximum, maximum_number>)
        return detail::neutral_extreme<Acc, Op>();
    else if constexpr (std::same_as<Op, plus>)
        return detail::neutral_summand<Acc>();
    else if constexpr (std::same_as<Op, bit_and> && !std::same_as<Acc, bool>)
        return static_cast<Acc>(~Acc{});
    else if constexpr (one_of<Op, multiplies, logical_and, bit_and>)
        return static_cast<Acc>(1);
    else
        return static_cast<Acc>(0);
}

}  // namespace detail

/// The static member function `of(op)` returns the value e with op(e, a) = op(a, e) = a for every a, to the
/// bit (all NaNs count as equal). The primary template knows the library's functors, and calls an operator's
/// member `identity()`. For your own operators specialize it, or wrap the operator by `with_identity`.
template <class Op, class Acc>
struct identity {
    IMPULSE_SHARED static constexpr Acc of(const Op&) requires(
        detail::has_neutral<Acc, typename detail::canonical<Op>::type>()) {
        return detail::neutral<Acc, typename detail::canonical<Op>::type>();
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr Acc of(const Op& op) requires requires {
        { op.identity() } -> std::convertible_to<Acc>;
    }
    { return static_cast<Acc>(op.identity()); }
};

/// Operators with a known identity.
template <class Op, class Acc>
concept has_identity = requires(const Op& op) {
    { identity<Op, Acc>::of(op) } -> std::convertible_to<Acc>;
};

/// The static member function `of(op)` returns the result for no items without an initial value: +0 for
/// `plus`, whose identity is -0; for every other operator its identity, if the primary template knows it.
template <class Op, class Acc>
struct empty_value {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr Acc of(const Op& op) requires has_identity<Op, Acc> {
        if constexpr (detail::number<Acc> && std::same_as<typename detail::canonical<Op>::type, plus>)
            return static_cast<Acc>(0);
        else
            return identity<Op, Acc>::of(op);
    }
};

namespace detail {

/// Operators with a known result for no items.
template <class Op, class Acc>
concept has_empty_value = requires(const Op& op) {
    { empty_value<Op, Acc>::of(op) } -> std::convertible_to<Acc>;
};

}  // namespace detail

}  // namespace impulse
