// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library's own function objects: transparent, light to include, callable on the CPU and the GPU.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <concepts>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA
struct __half;
struct __nv_bfloat16;
#endif

namespace impulse::inline IMPULSE_ABI {

namespace detail {

#if IMPULSE_HAS_CUDA
template <class Type>
concept narrow_float = std::same_as<Type, __half> || std::same_as<Type, __nv_bfloat16>;
// Some compilers define the macro for processors without this type. If the standard library already treats it
// as a floating-point type, nothing more is needed.
#elif defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
template <class Type>
concept narrow_float = std::same_as<Type, _Float16> && !std::is_floating_point_v<Type>;
#else
template <class Type>
concept narrow_float = false;
#endif

/// An operand of an operator whose other operand has type Other. A narrow float next to a wide float is
/// converted, because otherwise its several conversions are ambiguous.
IMPULSE_NO_EXEC_CHECK
template <class Other, class Type>
IMPULSE_SHARED constexpr decltype(auto) beside(Type&& value) {
    if constexpr (narrow_float<std::decay_t<Type>> && std::is_floating_point_v<std::decay_t<Other>>)
        return static_cast<std::decay_t<Other>>(static_cast<float>(value));
    else
        return std::forward<Type>(value);
}

}  // namespace detail

// The member that check_device_invoke (invoke.hpp) calls in place of a functor `name`. Never run. Self must
// be the functor, because a caller's class that derives from the functor may have its own operator().
#define IMPULSE_DEVICE_CHECK(name, expression)                                       \
    template <std::same_as<name> Self, class Left, class Right>                      \
    IMPULSE_DEVICE void check_device_callable(const Left& a, const Right& b) const { \
        static_cast<void>(expression);                                               \
    }

#define IMPULSE_BINARY_FUNCTOR(name, expression)                                                \
    struct name {                                                                               \
        IMPULSE_NO_EXEC_CHECK                                                                   \
        template <class Left, class Right>                                                      \
        IMPULSE_SHARED constexpr std::decay_t<decltype(detail::beside<Right>(                   \
            std::declval<Left>()) expression detail::beside<Left>(std::declval<Right>()))>      \
        operator()(Left&& a, Right&& b) const {                                                 \
            return detail::beside<Right>(std::forward<Left>(a))                                 \
                expression detail::beside<Left>(std::forward<Right>(b));                        \
        }                                                                                       \
        IMPULSE_DEVICE_CHECK(name, detail::beside<Right>(a) expression detail::beside<Left>(b)) \
    }

#ifdef __clang__
#pragma clang diagnostic push  // which takes an operator of bool for a slip
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"
#endif
/// The built-in operators: a + b, a * b, a & b, a | b, a ^ b, a && b, a || b, with the language's result
/// types. They are transparent, and `freedom` and `identity` know them.
///
/// Requires: operands of the operator.
/// Complexity: that of the operator.
/// Memory: none.
/// Throws: what the operator throws.
IMPULSE_BINARY_FUNCTOR(plus, +);
IMPULSE_BINARY_FUNCTOR(multiplies, *);
IMPULSE_BINARY_FUNCTOR(bit_and, &);
IMPULSE_BINARY_FUNCTOR(bit_or, |);
IMPULSE_BINARY_FUNCTOR(bit_xor, ^);
IMPULSE_BINARY_FUNCTOR(logical_and, &&);
IMPULSE_BINARY_FUNCTOR(logical_or, ||);
#undef IMPULSE_BINARY_FUNCTOR
#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// True if exactly one of the two operands is true.
/// Otherwise the same as `plus`.
struct logical_xor {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED constexpr bool operator()(const auto& a, const auto& b) const {
        return static_cast<bool>(a) != static_cast<bool>(b);
    }
    IMPULSE_DEVICE_CHECK(logical_xor, static_cast<bool>(a) != static_cast<bool>(b))
};

namespace detail {

/// Numbers that may be NaN and have signed zeros.
template <class Type>
concept floating = std::is_floating_point_v<Type> || narrow_float<Type>;

IMPULSE_NO_EXEC_CHECK
template <class Type>
IMPULSE_SHARED constexpr bool is_nan(const Type& a) {
    if constexpr (floating<Type>) return a != a;
    return false;
}

/// Whether a zero is negative.
template <class Type>
IMPULSE_SHARED constexpr bool is_negative(const Type& zero) {
    if constexpr (sizeof(Type) == 8)
        return (__builtin_bit_cast(std::uint64_t, zero) >> 63) != 0;
    else if constexpr (sizeof(Type) == 4)
        return (__builtin_bit_cast(std::uint32_t, zero) >> 31) != 0;
    else if constexpr (sizeof(Type) == 2)
        return (__builtin_bit_cast(std::uint16_t, zero) >> 15) != 0;
    else
        return Type(1) / zero < Type(0);
}

/// a < b, with -0 below +0.
IMPULSE_NO_EXEC_CHECK
template <class Type>
IMPULSE_SHARED constexpr bool below(const Type& a, const Type& b) {
    if constexpr (floating<Type>) {
        if (a == Type(0) && b == Type(0)) return detail::is_negative(a) && !detail::is_negative(b);
    }
    return a < b;
}

enum class side { lower, upper };
enum class nan_rule { keep, pass_over };

template <class Left, class Right>
struct common_value : std::common_type<Left, Right> {};
template <class Left, class Right>
requires(narrow_float<Left>&& std::is_floating_point_v<Right>) struct common_value<Left, Right>
    : std::type_identity<Right> {
};
template <class Left, class Right>
requires(std::is_floating_point_v<Left>&& narrow_float<Right>) struct common_value<Left, Right>
    : std::type_identity<Left> {
};
/// The type of an extreme value: the common type; for a wide and a narrow float the wide one.
template <class Left, class Right>
using common_value_t = typename common_value<Left, Right>::type;

/// The calls that `extreme` makes, in device code (IMPULSE_DEVICE_CHECK).
template <class Left, class Right>
IMPULSE_DEVICE void check_extreme(const Left& a, const Right& b) {
    using common = common_value_t<Left, Right>;
    static_cast<void>(static_cast<bool>(static_cast<common>(detail::beside<common>(a)) <
                                        static_cast<common>(detail::beside<common>(b))));
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
/// `extreme` of two floats. The instruction has -0 below +0, but makes a NaN of its own.
template <side Side, nan_rule Nans>
IMPULSE_SHARED float extreme_of_floats(float left, float right) {
    constexpr bool keep = Nans == nan_rule::keep;
    float found;
    if constexpr (keep && Side == side::lower)
        asm("min.NaN.f32 %0, %1, %2;" : "=f"(found) : "f"(left), "f"(right));
    else if constexpr (keep)
        asm("max.NaN.f32 %0, %1, %2;" : "=f"(found) : "f"(left), "f"(right));
    else if constexpr (Side == side::lower)
        asm("min.f32 %0, %1, %2;" : "=f"(found) : "f"(left), "f"(right));
    else
        asm("max.f32 %0, %1, %2;" : "=f"(found) : "f"(left), "f"(right));
    if (keep) found = detail::is_nan(right) ? right : found;
    return detail::is_nan(keep ? left : found) ? left : found;
}
#endif

#if defined(__CUDA_ARCH__)
/// `extreme` of two doubles, without branches.
template <side Side, nan_rule Nans>
IMPULSE_SHARED double extreme_of_doubles(double left, double right) {
    constexpr bool lower = Side == side::lower;
    const bool is_right =
        !(lower ? left <= right : left >= right) && !detail::is_nan(Nans == nan_rule::keep ? left : right);
    const int high = is_right ? __double2hiint(right) : __double2hiint(left);
    const int low = is_right ? __double2loint(right) : __double2loint(left);
    // If they are equal, they may still be zeros of both signs.
    const int other = left == right ? __double2hiint(right) : lower ? 0 : ~0;
    return __hiloint2double(lower ? high | other : high & other, low);
}
#endif

/// The smaller (or larger) of two values, in their common type; the left one if they are equal. The result is
/// NaN if either is NaN, or only if both are; of two NaNs it is the left one.
IMPULSE_NO_EXEC_CHECK
template <side Side, nan_rule Nans, class Left, class Right>
IMPULSE_SHARED constexpr common_value_t<Left, Right> extreme(const Left& a, const Right& b) {
    using common = common_value_t<Left, Right>;
    const common left = static_cast<common>(detail::beside<common>(a));
    const common right = static_cast<common>(detail::beside<common>(b));
    constexpr bool keep = Nans == nan_rule::keep;
    constexpr bool lower = Side == side::lower;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (std::is_same_v<common, float>)
        if (!__builtin_is_constant_evaluated()) return detail::extreme_of_floats<Side, Nans>(left, right);
#endif
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<common, double>)
        if (!__builtin_is_constant_evaluated()) return detail::extreme_of_doubles<Side, Nans>(left, right);
#endif
    if (detail::is_nan(keep ? left : right)) return left;
    if (detail::is_nan(keep ? right : left)) return right;
    return detail::below(lower ? right : left, lower ? left : right) ? right : left;
}

}  // namespace detail

#define IMPULSE_EXTREME(name, which, nans)                                                              \
    struct name {                                                                                       \
        IMPULSE_NO_EXEC_CHECK                                                                           \
        template <class Left, class Right>                                                              \
        IMPULSE_SHARED constexpr detail::common_value_t<Left, Right> operator()(const Left& a,          \
                                                                                const Right& b) const { \
            return detail::extreme<detail::side::which, detail::nan_rule::nans>(a, b);                  \
        }                                                                                               \
        IMPULSE_DEVICE_CHECK(name, detail::check_extreme(a, b))                                         \
    }

/// The smaller of two values, in their common type; the left one if they are equal. For floating-point
/// numbers it is `minimum` of IEEE 754-2019 (9.6): NaN if either is NaN, and -0 is below +0. So it is
/// associative and commutative to the bit.
///
/// Requires: values with < and a common type.
/// Method: IEEE 754-2019, section 9.6.
/// Otherwise the same as `plus`.
IMPULSE_EXTREME(minimum, lower, keep);

/// The larger of two values, with the same rules (`maximum` of IEEE 754-2019).
/// Otherwise the same as `minimum`.
IMPULSE_EXTREME(maximum, upper, keep);

/// The smaller of two values; NaN only if both are NaN (`minimumNumber` of IEEE 754-2019).
/// Otherwise the same as `minimum`.
IMPULSE_EXTREME(minimum_number, lower, pass_over);

/// The larger of two values; NaN only if both are NaN (`maximumNumber` of IEEE 754-2019).
/// Otherwise the same as `minimum`.
IMPULSE_EXTREME(maximum_number, upper, pass_over);
#undef IMPULSE_EXTREME

namespace detail {

template <class Op, class... Ops>
concept one_of = (std::same_as<Op, Ops> || ...);

/// The operator inside all wrappers (freedom.hpp).
template <class Op>
struct bare {
    using type = Op;
};

/// The library's functor for a functor of std, cuda::std or thrust (thrust uses those of cuda::std); `Op`
/// itself for every other operator.
template <class Op>
struct canonical {
    using type = Op;
};

}  // namespace detail

}  // namespace impulse
