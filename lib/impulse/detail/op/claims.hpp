// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the type of an operator shows: that it folds items into an accumulator and so cannot join two
/// accumulators, or that a claim about it is false. Types cannot show that `s + x * x` on equal types folds;
/// `find_nonassociative` finds that.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/freedom.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

template <class... Ts>
struct values;

namespace detail {

template <class... Ops>
struct together_operator;

// ---- the types of an operator's two parameters ------------------------------------------------------------

template <class First, class Second>
struct parameters {
    using first = std::remove_cvref_t<First>;
    using second = std::remove_cvref_t<Second>;
};
/// A template, an overload set, or fewer than two parameters. (Further parameters have defaults.)
using unknown_parameters = parameters<void, void>;

// Never defined. Also for noexcept functions, which convert to functions without noexcept.
unknown_parameters parameters_of(...);
template <class Result, class First, class Second>
parameters<First, Second> parameters_of(Result (*)(First, Second));
#define IMPULSE_PARAMETERS_OF(...)                                                                  \
    template <class Result, class Class, class First, class Second, class... Rest>                  \
    parameters<First, Second> parameters_of(Result (Class::*)(First, Second, Rest...) __VA_ARGS__); \
    template <class Result, class Class, class Second>                                              \
    parameters<Class, Second> parameters_of_member(Result (Class::*)(Second) __VA_ARGS__)
#define IMPULSE_PARAMETERS_OF_CV(...)            \
    IMPULSE_PARAMETERS_OF(__VA_ARGS__);          \
    IMPULSE_PARAMETERS_OF(const __VA_ARGS__);    \
    IMPULSE_PARAMETERS_OF(volatile __VA_ARGS__); \
    IMPULSE_PARAMETERS_OF(const volatile __VA_ARGS__)
unknown_parameters parameters_of_member(...);
IMPULSE_PARAMETERS_OF_CV();
IMPULSE_PARAMETERS_OF_CV(&);
IMPULSE_PARAMETERS_OF_CV(&&);
#undef IMPULSE_PARAMETERS_OF_CV
#undef IMPULSE_PARAMETERS_OF

template <class Op>
consteval auto call_parameters() {
    if constexpr (std::is_member_function_pointer_v<Op>)
        return decltype(detail::parameters_of_member(std::declval<Op>())){};
    else if constexpr (std::is_function_v<std::remove_pointer_t<Op>>)
        return decltype(detail::parameters_of(std::declval<Op>())){};
    else if constexpr (requires { &Op::operator(); })
        return decltype(detail::parameters_of(&Op::operator())){};
    else
        return unknown_parameters{};
}

// ---- operators that fold ----------------------------------------------------------------------------------

/// Integers with the same values, like int64_t and long long.
template <class First, class Second>
concept same_integers =
    std::is_integral_v<First> && std::is_integral_v<Second> && !std::is_same_v<First, bool> &&
    !std::is_same_v<Second, bool> && sizeof(First) == sizeof(Second) &&
    std::is_signed_v<First> == std::is_signed_v<Second>;

/// A class that is a view of an accumulator: std::string_view for std::string.
template <class View, class Acc>
concept view_of = std::is_class_v<View> && !number<View> && std::is_convertible_v<Acc, View> &&
                  std::is_constructible_v<Acc, View>;

/// Whether both parameters of an operator may be accumulators, as far as their types show.
template <class Parameters>
inline constexpr bool joins_by_type =
    std::is_same_v<typename Parameters::first, typename Parameters::second> ||
    same_integers<typename Parameters::first, typename Parameters::second> ||
    view_of<typename Parameters::second, typename Parameters::first>;

/// Whether the type of `Op` shows that it folds: it has a single call with two parameters, and the second is
/// not an accumulator. A wrapper that states the grouping turns this check off.
template <class Op, class Acc>
inline constexpr bool folds = !combines<Op, Acc> && !joins_by_type<decltype(detail::call_parameters<Op>())>;
template <class Op, grouping Said, class Acc>
inline constexpr bool folds<grouped_operator<Op, Said>, Acc> = false;
template <class Op, class Neutral, class Acc>
inline constexpr bool folds<identity_operator<Op, Neutral>, Acc> = folds<Op, Acc>;
template <class Op, class Acc>
inline constexpr bool folds<std::reference_wrapper<Op>, Acc> = folds<Op, Acc>;
template <class... Ops, class... Accs>
inline constexpr bool folds<together_operator<Ops...>, values<Accs...>> = (folds<Ops, Accs> || ...);

// ---- false claims -----------------------------------------------------------------------------------------

/// Whether a number is rounded after each + and *.
template <class Type>
inline constexpr bool is_rounded = floating<Type>;
template <complex_number Type>
inline constexpr bool is_rounded<Type> = floating<typename Type::value_type>;

/// Whether `Op` is known not to be associative.
template <class Op, class Acc>
inline constexpr bool never_associative = one_of<bare_op<Op>, plus, multiplies>&& is_rounded<Acc>;
template <class Op, grouping Said, class Acc>
inline constexpr bool never_associative<grouped_operator<Op, Said>, Acc> = never_associative<Op, Acc>;
template <class Op, class Neutral, class Acc>
inline constexpr bool never_associative<identity_operator<Op, Neutral>, Acc> = never_associative<Op, Acc>;
template <class... Ops, class... Accs>
inline constexpr bool never_associative<together_operator<Ops...>, values<Accs...>> =
    (never_associative<Ops, Accs> || ...);

/// Whether `assume_associative` wraps such an operator.
template <class Op, class Acc>
inline constexpr bool claims_falsely = false;
template <class Op, class Acc>
inline constexpr bool claims_falsely<grouped_operator<Op, grouping::regroup>, Acc> =
    never_associative<Op, Acc>;
template <class Op, class Neutral, class Acc>
inline constexpr bool claims_falsely<identity_operator<Op, Neutral>, Acc> = claims_falsely<Op, Acc>;
template <class... Ops, class... Accs>
inline constexpr bool claims_falsely<together_operator<Ops...>, values<Accs...>> =
    (claims_falsely<Ops, Accs> || ...);

}  // namespace detail
}  // namespace impulse
