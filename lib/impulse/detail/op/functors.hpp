// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library's own function objects: transparent, light to include, callable on the CPU and the GPU.
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA
struct __half;
struct __nv_bfloat16;
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

#if IMPULSE_HAS_CUDA
template <class T>
concept narrow_float = std::same_as<T, __half> || std::same_as<T, __nv_bfloat16>;
#else
template <class T>
concept narrow_float = false;
#endif

/// A value as an operator takes it beside one of type Other: a narrow float beside a wide one in that one's type, for its own
/// type converts to several.
IMPULSE_NO_EXEC_CHECK
template <class Other, class T>
IMPULSE_SHARED constexpr decltype(auto) beside(T&& value) {
    if constexpr (narrow_float<std::decay_t<T>> && std::is_floating_point_v<std::decay_t<Other>>)
        return static_cast<std::decay_t<Other>>(static_cast<float>(value));
    else
        return std::forward<T>(value);
}

}  // namespace detail

#define IMPULSE_BINARY_FUNCTOR(name, expression)                                                             \
    struct name {                                                                                            \
        IMPULSE_NO_EXEC_CHECK                                                                                \
        template <class A, class B>                                                                          \
        IMPULSE_SHARED constexpr std::decay_t<decltype(detail::beside<B>(std::declval<A>())                  \
                                                           expression detail::beside<A>(std::declval<B>()))> \
        operator()(A&& a, B&& b) const {                                                                     \
            return detail::beside<B>(std::forward<A>(a)) expression detail::beside<A>(std::forward<B>(b));   \
        }                                                                                                    \
    }

/// What the built-in operators do: a + b, a * b, a & b, a | b, a ^ b, a && b, a || b, in the type that they have. They are
/// transparent, and `freedom` and `identity` know them.
///
/// Requires: operands that the operator takes.
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

/// True where exactly one of the two is true.
/// Else as `plus`.
struct logical_xor {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr bool operator()(const A& a, const B& b) const {
        return static_cast<bool>(a) != static_cast<bool>(b);
    }
};

namespace detail {

/// Numbers that may be NaN, and whose zeros have signs.
template <class T>
concept floating = std::is_floating_point_v<T> || narrow_float<T>;

IMPULSE_NO_EXEC_CHECK
template <class T>
IMPULSE_SHARED constexpr bool is_nan(const T& a) {
    if constexpr (floating<T>) return a != a;
    return false;
}

/// Whether a zero has the sign -.
template <class T>
IMPULSE_SHARED constexpr bool is_negative(const T& zero) {
    if constexpr (sizeof(T) == 8)
        return (__builtin_bit_cast(std::uint64_t, zero) >> 63) != 0;
    else if constexpr (sizeof(T) == 4)
        return (__builtin_bit_cast(std::uint32_t, zero) >> 31) != 0;
    else if constexpr (sizeof(T) == 2)
        return (__builtin_bit_cast(std::uint16_t, zero) >> 15) != 0;
    else
        return T(1) / zero < T(0);
}

/// a < b, with -0 below +0.
IMPULSE_NO_EXEC_CHECK
template <class T>
IMPULSE_SHARED constexpr bool below(const T& a, const T& b) {
    if constexpr (floating<T>) {
        if (a == T(0) && b == T(0)) return detail::is_negative(a) && !detail::is_negative(b);
    }
    return a < b;
}

enum class side { lower, upper };
enum class nan_rule { keep, pass_over };

template <class A, class B>
struct common_value : std::common_type<A, B> {};
template <class A, class B>
requires(narrow_float<A>&& std::is_floating_point_v<B>) struct common_value<A, B> : std::type_identity<B> {
};
template <class A, class B>
requires(std::is_floating_point_v<A>&& narrow_float<B>) struct common_value<A, B> : std::type_identity<A> {
};
/// The type of an extreme value: the common type, that of a wide float beside a narrow one.
template <class A, class B>
using common_value_t = typename common_value<A, B>::type;

/// The one of two values that lies on that side, in their common type; the left one where neither does. A NaN if either
/// is, or only where both are; of two NaNs the left one.
IMPULSE_NO_EXEC_CHECK
template <side Side, nan_rule Nans, class A, class B>
IMPULSE_SHARED constexpr common_value_t<A, B> extreme(const A& a, const B& b) {
    using common = common_value_t<A, B>;
    const common left = static_cast<common>(detail::beside<common>(a));
    const common right = static_cast<common>(detail::beside<common>(b));
    constexpr bool keep = Nans == nan_rule::keep;
    constexpr bool lower = Side == side::lower;
    if (detail::is_nan(keep ? left : right)) return left;
    if (detail::is_nan(keep ? right : left)) return right;
    return detail::below(lower ? right : left, lower ? left : right) ? right : left;
}

}  // namespace detail

/// The smaller of two values, in their common type; the left one where neither is. Floating point: `minimum` of
/// IEEE 754-2019 (9.6): NaN if either is, and -0 lies below +0. So it is associative and commutative, to the bit.
///
/// Requires: values with < and a common type.
/// Method: IEEE 754-2019, section 9.6.
/// Else as `plus`.
struct minimum {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr detail::common_value_t<A, B> operator()(const A& a, const B& b) const {
        return detail::extreme<detail::side::lower, detail::nan_rule::keep>(a, b);
    }
};

/// The larger of two values, likewise (`maximum` of IEEE 754-2019).
/// Else as `minimum`.
struct maximum {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr detail::common_value_t<A, B> operator()(const A& a, const B& b) const {
        return detail::extreme<detail::side::upper, detail::nan_rule::keep>(a, b);
    }
};

/// The smaller of two values, a NaN only where both are (`minimumNumber` of IEEE 754-2019).
/// Else as `minimum`.
struct minimum_number {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr detail::common_value_t<A, B> operator()(const A& a, const B& b) const {
        return detail::extreme<detail::side::lower, detail::nan_rule::pass_over>(a, b);
    }
};

/// The larger of two values, a NaN only where both are (`maximumNumber` of IEEE 754-2019).
/// Else as `minimum`.
struct maximum_number {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr detail::common_value_t<A, B> operator()(const A& a, const B& b) const {
        return detail::extreme<detail::side::upper, detail::nan_rule::pass_over>(a, b);
    }
};

namespace detail {

template <class Op, class... Ops>
concept one_of = (std::same_as<Op, Ops> || ...);

/// The library's functor that does what `Op` does, for the functors of std, cuda::std and thrust (whose
/// functors are those of cuda::std); `Op` itself for every other operator.
template <class Op>
struct canonical {
    using type = Op;
};

}  // namespace detail

}  // namespace IMPULSE_ABI
}  // namespace impulse
