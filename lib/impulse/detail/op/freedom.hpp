// SPDX-License-Identifier: Apache-2.0
/// \file
/// `freedom`: how freely an operator may be grouped; and the wrappers by which a caller states the grouping
/// or an identity. *Operators are evaluated in tree order unless known to be associative.*
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/identity.hpp>
#include <impulse/detail/op/invoke.hpp>
#include <impulse/detail/op/known_functors.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// How far a reduction may depart from the tree (docs/explanation/tree.md).
enum class grouping {
    tree,     ///< not at all
    regroup,  ///< any grouping of neighbours (associative to the bit, so no grouping can be seen)
              ///< any grouping
    reorder,  ///< any order (it cannot be seen, or the caller gives it up)
};

namespace detail {

/// The library's functors, which round once and contain nothing that could be fused.
template <class Op>
concept library_functor = one_of<Op, plus, multiplies, minimum, maximum, minimum_number, maximum_number,
                                 bit_and, bit_or, bit_xor, logical_and, logical_or, logical_xor>;

template <class Acc, class Op>
consteval grouping known_freedom() {
    if constexpr (one_of<Op, minimum, maximum, minimum_number, maximum_number>)
        return std::is_arithmetic_v<Acc> || extended_number<Acc> ? grouping::reorder : grouping::tree;
    else if constexpr (library_functor<Op> || is_foreign_extreme<Op>)
        return exact_number<Acc> ? grouping::reorder : grouping::tree;
    else
        return grouping::tree;
}

}  // namespace detail

/// How freely `Op` may be grouped on values of type `Acc`, as `value`. For the library's functors (and those
/// of std, cuda::std and thrust): + and * of integers, the bitwise and logical functors and all extremes may
/// be reordered; + and * of floating-point numbers use the tree. For your own operators specialize it, or
/// wrap the operator.
// fault: freedom-of-operator
template <class Op, class Acc>
struct freedom
    : std::integral_constant<grouping, detail::known_freedom<Acc, typename detail::canonical<Op>::type>()> {};

/// The same as a value.
template <class Op, class Acc>
inline constexpr grouping freedom_v = freedom<Op, Acc>::value;

namespace detail {

/// A base class that calls `Function`. For functions, pointers to members and final classes, which cannot be
/// base classes.
template <class Function>
struct callable {
    Function function;
    IMPULSE_NO_EXEC_CHECK
    template <class Left, class Right>
    IMPULSE_SHARED constexpr auto operator()(Left&& a, Right&& b) const
        requires(std::is_invocable_v<const Function&, Left, Right> || std::is_member_pointer_v<Function>) {
        return detail::invoke(function, std::forward<Left>(a), std::forward<Right>(b));
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Left, class Right>
    IMPULSE_SHARED constexpr auto operator()(Left&& a, Right&& b) requires(
        !std::is_invocable_v<const Function&, Left, Right> && std::is_invocable_v<Function&, Left, Right>) {
        return function(std::forward<Left>(a), std::forward<Right>(b));
    }

#define IMPULSE_FORWARD(name)                                    \
    IMPULSE_NO_EXEC_CHECK                                        \
    template <class... Args>                                     \
    IMPULSE_SHARED constexpr decltype(auto) name(Args&&... args) \
        const requires requires(const Function& f) {             \
        f.name(std::forward<Args>(args)...);                     \
    }                                                            \
    { return function.name(std::forward<Args>(args)...); }
    IMPULSE_FORWARD(lift)
    IMPULSE_FORWARD(accumulate)
    IMPULSE_FORWARD(combine)
    IMPULSE_FORWARD(finalize)
    IMPULSE_FORWARD(identity)
    IMPULSE_FORWARD(nothing)
#undef IMPULSE_FORWARD
};

template <class Function>
using as_base =
    std::conditional_t<std::is_class_v<Function> && !std::is_final_v<Function>, Function, callable<Function>>;

}  // namespace detail

/// An operator with a stated grouping; made by `assume_associative`, `unordered` and `ordered`.
template <class Op, grouping Grouping>
struct grouped_operator : detail::as_base<Op> {};

/// An operator with a given identity; made by `with_identity`.
template <class Op, class Neutral>
struct identity_operator : detail::as_base<Op> {
    Neutral neutral;
};

namespace detail {

/// The type of the identity given to `with_identity`, also within a wrapper; otherwise void.
template <class Op>
struct given_identity {
    using type = void;
};
template <class Op, class Neutral>
struct given_identity<identity_operator<Op, Neutral>> {
    using type = Neutral;
};
template <class Op, grouping Grouping>
struct given_identity<grouped_operator<Op, Grouping>> : given_identity<Op> {};

}  // namespace detail

/// Declares that `op` is associative to the bit (matrices modulo p, automata, strings, intervals). The
/// grouping of operands does not change a result, so the library chooses it; it keeps the order of operands.
///
/// Requires: `op` is associative. A reduction refuses + and * of floating-point and complex numbers, but
/// checks no other operator; `find_nonassociative` searches for items that show the contrary. The operator
/// keeps its `lift`, `accumulate`, `combine`, `finalize`, `identity`.
/// Complexity: constant.
/// Memory: a copy of `op`.
/// Throws: what copying `op` throws.
// fault: exact-operator
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr grouped_operator<Op, grouping::regroup> assume_associative(Op op) {
    return {{std::move(op)}};
}

/// Allows any order and grouping. The same call still returns the same bits on the same card. Another shape,
/// card or policy may return different bits, unless the operator is associative and commutative to the bit.
///
/// Requires: an operator that is associative and commutative up to what the caller accepts.
/// Otherwise the same as `assume_associative`.
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr grouped_operator<Op, grouping::reorder> unordered(Op op) {
    return {{std::move(op)}};
}

/// Uses the tree, even if `op` is known to be associative.
///
/// Requires: what a reduction requires of `op`.
/// Otherwise the same as `assume_associative`.
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr grouped_operator<Op, grouping::tree> ordered(Op op) {
    return {{std::move(op)}};
}

/// Gives `op` the identity `e`, so that it can be called without an initial value: the result for no items is
/// `e`. If the operator has `accumulate` and no `lift`, each run of items also begins with `e`.
///
/// Requires: op(e, a) = op(a, e) = a. This is not checked.
/// Memory: a copy of `op` and of `e`.
/// Otherwise the same as `assume_associative`.
IMPULSE_NO_EXEC_CHECK
template <class Op, class Neutral>
IMPULSE_SHARED constexpr identity_operator<Op, Neutral> with_identity(Op op, Neutral e) {
    return {{std::move(op)}, std::move(e)};
}

template <class Op, grouping Grouping, class Acc>
struct freedom<grouped_operator<Op, Grouping>, Acc> : std::integral_constant<grouping, Grouping> {};
template <class Op, class Neutral, class Acc>
struct freedom<identity_operator<Op, Neutral>, Acc> : freedom<Op, Acc> {};

template <class Op, grouping Grouping, class Acc>
struct identity<grouped_operator<Op, Grouping>, Acc> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr Acc of(const grouped_operator<Op, Grouping>& op) requires
        has_identity<Op, Acc> {
        if constexpr (std::is_base_of_v<Op, grouped_operator<Op, Grouping>>)
            return identity<Op, Acc>::of(op);
        else
            return identity<Op, Acc>::of(op.function);
    }
};
template <class Op, grouping Grouping, class Acc>
struct empty_value<grouped_operator<Op, Grouping>, Acc> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr Acc of(const grouped_operator<Op, Grouping>& op) requires(
        detail::has_empty_value<Op, Acc>) {
        if constexpr (std::is_base_of_v<Op, grouped_operator<Op, Grouping>>)
            return empty_value<Op, Acc>::of(op);
        else
            return empty_value<Op, Acc>::of(op.function);
    }
};
template <class Op, class Neutral, class Acc>
struct identity<identity_operator<Op, Neutral>, Acc> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr Acc of(const identity_operator<Op, Neutral>& op) requires(
        std::is_constructible_v<Acc, const Neutral&>) {
        return static_cast<Acc>(op.neutral);
    }
};

namespace detail {

template <class Op>
concept recognised = !std::same_as<typename canonical<Op>::type, Op>;

/// The operator that runs. For a functor that the library recognises, also within a wrapper, it is the
/// library's own functor, because a GPU cannot call std's functors. Any other operator runs itself.
IMPULSE_NO_EXEC_CHECK
template <class Op>
IMPULSE_SHARED constexpr std::conditional_t<recognised<Op>, typename canonical<Op>::type, Op> as_run(
    const Op& op) {
    if constexpr (recognised<Op>)
        return typename canonical<Op>::type{};
    else
        return op;
}
IMPULSE_NO_EXEC_CHECK
template <recognised Op, grouping Grouping>
IMPULSE_SHARED constexpr auto as_run(const grouped_operator<Op, Grouping>&) {
    using canonical_op = typename canonical<Op>::type;
    return grouped_operator<canonical_op, Grouping>{{canonical_op{}}};
}
IMPULSE_NO_EXEC_CHECK
template <recognised Op, class Neutral>
IMPULSE_SHARED constexpr auto as_run(const identity_operator<Op, Neutral>& op) {
    return impulse::with_identity(typename canonical<Op>::type{}, op.neutral);
}

template <class Op, grouping Grouping>
struct bare<grouped_operator<Op, Grouping>> : bare<Op> {};
template <class Op, class Neutral>
struct bare<identity_operator<Op, Neutral>> : bare<Op> {};

/// The library functor that an operator stands for, or the operator itself.
template <class Op>
using bare_op = typename canonical<typename bare<Op>::type>::type;

/// Whether one value can determine the result, whatever follows: true in a disjunction, false in a
/// conjunction.
template <class Op, class Acc>
inline constexpr bool ends_early = std::is_same_v<Acc, bool>&& one_of<bare_op<Op>, logical_and, logical_or>;
/// That value.
template <class Op>
inline constexpr bool settling_value = std::is_same_v<bare_op<Op>, logical_or>;

}  // namespace detail

}  // namespace impulse
