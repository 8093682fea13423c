// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of an operator (does it commute, has it an identity) and the wrappers by which a caller says
/// so of their own. *Not known to commute means ordered.*
#pragma once

#include <impulse/config.hpp>
#include <impulse/functors.hpp>
#include <impulse/known_functors.hpp>

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// Complex numbers of any library: a real and an imaginary part of one type, and nothing more.
template <class T>
concept complex_number = requires(const T& z) {
    typename T::value_type;
    { z.real() } -> std::convertible_to<typename T::value_type>;
    { z.imag() } -> std::convertible_to<typename T::value_type>;
}
&&sizeof(T) == 2 * sizeof(typename T::value_type);

/// Types whose + and * commute. Other types with a + (a string) or a * (a matrix) promise nothing.
template <class T>
concept number = std::is_arithmetic_v<T> || extended_number<T> || complex_number<T>;

template <class Op, class... Ops>
concept one_of = (std::same_as<Op, Ops> || ...);

template <class Acc, class Op>
consteval bool commutes() {
    return number<Acc> && one_of<Op, plus, multiplies, minimum, maximum, bit_and, bit_or, bit_xor,
                                 logical_and, logical_or, logical_xor>;
}

/// Whether a neutral element is known of a library functor on `Acc`.
template <class Acc, class Op>
consteval bool has_neutral() {
    if constexpr (one_of<Op, minimum, maximum>) return std::numeric_limits<Acc>::is_specialized;
    if constexpr (one_of<Op, bit_and, bit_or, bit_xor>) return std::is_integral_v<Acc>;
    if constexpr (one_of<Op, logical_and, logical_or, logical_xor>) return std::is_arithmetic_v<Acc>;
    return number<Acc> && one_of<Op, plus, multiplies>;
}

// Variables, because device code may use a constant but not call the host function that makes it.
template <class T>
inline constexpr T top = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                              : std::numeric_limits<T>::max();
template <class T>
inline constexpr T bottom = std::numeric_limits<T>::has_infinity
                                ? static_cast<T>(-std::numeric_limits<T>::infinity())
                                : std::numeric_limits<T>::lowest();

template <class Acc, class Op>
IMPULSE_SHARED constexpr Acc neutral() {
    if constexpr (std::same_as<Op, minimum>) {
        return top<Acc>;
    } else if constexpr (std::same_as<Op, maximum>) {
        return bottom<Acc>;
    } else if constexpr (std::same_as<Op, bit_and>) {
        if constexpr (std::same_as<Acc, bool>)
            return true;
        else
            return static_cast<Acc>(~Acc{});
    } else if constexpr (one_of<Op, multiplies, logical_and>) {
        return static_cast<Acc>(1);
    } else {
        return static_cast<Acc>(0);
    }
}

/// A class to derive from that calls `F`, for what cannot be derived from: functions and final classes.
template <class F>
struct callable {
    F function;
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr decltype(auto) operator()(A&& a, B&& b) const {
        return function(std::forward<A>(a), std::forward<B>(b));
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Args>
    IMPULSE_SHARED constexpr auto accumulate(Args&&... args) const requires requires(const F& f) {
        f.accumulate(std::forward<Args>(args)...);
    }
    { return function.accumulate(std::forward<Args>(args)...); }
    IMPULSE_NO_EXEC_CHECK
    template <class Acc>
    IMPULSE_SHARED constexpr auto finalize(const Acc& acc) const requires requires(const F& f) {
        f.finalize(acc);
    }
    { return function.finalize(acc); }
};

template <class F>
using as_base = std::conditional_t<std::is_class_v<F> && !std::is_final_v<F>, F, callable<F>>;

}  // namespace detail

/// Whether `op(a, b)` equals `op(b, a)` for all values of type `Acc`: only then may a reduction drop the order
/// of its items. True for the library's functors (and those of std, cuda::std and thrust) on numbers,
/// floating-point ones included. Specialize it, or wrap the operator by `commutative`, for your own.
template <class Op, class Acc>
struct is_commutative : std::bool_constant<detail::commutes<Acc, typename detail::canonical<Op>::type>()> {};

template <class Op, class Acc>
inline constexpr bool is_commutative_v = is_commutative<Op, Acc>::value;

/// The value e with op(e, a) = op(a, e) = a, by a static member function `of(op)`. The primary template knows
/// those of the library's functors; specialize it, or wrap the operator by `with_identity`, for your own.
template <class Op, class Acc>
struct identity {
    IMPULSE_SHARED static constexpr Acc of(const Op&) requires(
        detail::has_neutral<Acc, typename detail::canonical<Op>::type>()) {
        return detail::neutral<Acc, typename detail::canonical<Op>::type>();
    }
};

/// Operators of which an identity is known.
template <class Op, class Acc>
concept has_identity = requires(const Op& op) {
    { identity<Op, Acc>::of(op) } -> std::convertible_to<Acc>;
};

/// An operator whose order may be dropped; made by `commutative`.
template <class Op>
struct commutative_operator : detail::as_base<Op> {
    using wrapped = Op;
};

/// An operator whose order is kept although it commutes; made by `ordered`.
template <class Op>
struct ordered_operator : detail::as_base<Op> {
    using wrapped = Op;
};

/// An operator with a given identity; made by `with_identity`.
template <class Op, class E>
struct identity_operator : detail::as_base<Op> {
    using wrapped = Op;
    E neutral;
};

/// Declares that `op` commutes, so that its items may be taken in any order: striped loads, full speed.
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr commutative_operator<Op> commutative(Op op) {
    return {{std::move(op)}};
}

/// Declares that the order of `op` is to be kept, even where the library knows that it commutes.
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr ordered_operator<Op> ordered(Op op) {
    return {{std::move(op)}};
}

/// Gives `op` the identity `e`, so that the overloads without an initial value exist for it.
IMPULSE_NO_EXEC_CHECK
template <class Op, class E>
IMPULSE_SHARED constexpr identity_operator<Op, E> with_identity(Op op, E e) {
    return {{std::move(op)}, std::move(e)};
}

namespace detail {

/// The operator as it is run: the library's own functor in place of one that it recognises (std's cannot be called
/// on a GPU), also within a wrapper; any other operator as it is.
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr auto as_run(const Op& op) {
    if constexpr (std::same_as<typename canonical<Op>::type, Op>)
        return op;
    else
        return typename canonical<Op>::type{};
}
template <class Op>
concept recognised = !std::same_as<typename canonical<Op>::type, Op>;

IMPULSE_NO_EXEC_CHECK
template <recognised Op>
IMPULSE_SHARED constexpr auto as_run(const commutative_operator<Op>&) {
    return commutative(typename canonical<Op>::type{});
}
IMPULSE_NO_EXEC_CHECK
template <recognised Op>
IMPULSE_SHARED constexpr auto as_run(const ordered_operator<Op>&) {
    return ordered(typename canonical<Op>::type{});
}
IMPULSE_NO_EXEC_CHECK
template <recognised Op, class E>
IMPULSE_SHARED constexpr auto as_run(const identity_operator<Op, E>& op) {
    return with_identity(typename canonical<Op>::type{}, op.neutral);
}

}  // namespace detail

template <class Op, class Acc>
struct is_commutative<commutative_operator<Op>, Acc> : std::true_type {};
template <class Op, class Acc>
struct is_commutative<ordered_operator<Op>, Acc> : std::false_type {};
template <class Op, class E, class Acc>
struct is_commutative<identity_operator<Op, E>, Acc> : is_commutative<Op, Acc> {};

template <class Op, class Acc>
struct identity<commutative_operator<Op>, Acc> : identity<Op, Acc> {};
template <class Op, class Acc>
struct identity<ordered_operator<Op>, Acc> : identity<Op, Acc> {};
template <class Op, class E, class Acc>
struct identity<identity_operator<Op, E>, Acc> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr Acc of(const identity_operator<Op, E>& op) {
        return static_cast<Acc>(op.neutral);
    }
};

}  // namespace impulse::inline IMPULSE_ABI
