// SPDX-License-Identifier: Apache-2.0
/// \file
/// The traits of a recipe that the parser uses, and which arguments of a call are a second input and the
/// output.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/dispatch/request_refusals.hpp>
#include <impulse/detail/frontend/argument_refusals.hpp>
#include <impulse/detail/frontend/input.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The traits of a recipe that the parser uses, with default values.
struct recipe_traits {
    /// Whether the call returns an iterator into its input.
    static constexpr bool returns_position = false;
    /// Whether `out` follows the inputs.
    static constexpr bool has_out = false;
    /// Whether the call may return before its work is done.
    static constexpr bool returns_at_once = has_out;
    /// The number of inputs of a call with `rest` arguments after the first one, without `out`.
    static constexpr int inputs(int rest) { return rest >= 0 ? 1 : 0; }
    /// If there may be two inputs: whether the argument after the first must be an input (otherwise it is one
    /// only if it can be).
    static constexpr bool needs_second(int) { return true; }
    /// Whether the last argument may be a function of each item.
    static constexpr bool projects = false;
    /// Whether two iterators after each other may be two outputs.
    static constexpr bool takes_two_outs = false;
    /// The request for results that `out` takes.
    template <class Out, class Request>
    static const Request& for_output(const Request& r, const Out&) {
        return r;
    }
};

/// Whether a type can be dereferenced. (A lambda that converts to a function pointer can.)
template <class It>
inline constexpr bool is_dereferenced = false;
template <class It>
requires requires(It& it) { *it; }
inline constexpr bool is_dereferenced<It> =
    !std::is_function_v<std::remove_reference_t<decltype(*std::declval<It&>())>>;

template <std::size_t Index, class Arg>
struct argument;
template <std::size_t Index, class Arg>
Arg argument_of(const argument<Index, Arg>& from);  // parse_args.hpp

/// The type of a parsed call's argument number `Index` after its input.
template <int Index, class Call>
using argument_after = decltype(detail::argument_of<Call::begin + Index>(std::declval<const Call&>().args));

/// Whether a call has a second input.
template <class Recipe, class Call>
consteval bool has_second_input() {
    constexpr int rest = Call::rest - Recipe::has_out;
    if constexpr (Recipe::inputs(rest) != 2 || Recipe::needs_second(rest))
        return Recipe::inputs(rest) == 2;
    else if constexpr (!range_or_iterator<argument_after<0, Call>> &&
                       !std::ranges::range<argument_after<0, Call>>)
        return false;
    else if constexpr (Recipe::has_out)
        return is_dereferenced<std::decay_t<argument_after<1, Call>>>;
    else
        return true;
}

/// The number of a call's arguments, from number `Index` after its input on, that are outputs.
template <class Recipe, int Index, class Call>
consteval int count_outs() {
    if constexpr (Recipe::has_out && Recipe::takes_two_outs && Index + 1 < Call::rest)
        return is_dereferenced<std::decay_t<argument_after<Index + 1, Call>>> ? 2 : 1;
    else
        return Recipe::has_out ? 1 : 0;
}

/// The output: an iterator, or a tuple of several.
template <class Out, class... Others>
auto parse_out(Out&& out, const Others&... others) {
    if constexpr (owns_items<Out&&>)
        return refusal<out_is_a_range>{};
    else if constexpr (!std::is_copy_constructible_v<std::decay_t<Out>>)
        return refusal<out_takes_no_result>{};
    else if constexpr (sizeof...(others) > 0)
        return std::tuple(out, others...);
    else
        return std::decay_t<Out>(out);
}

/// Whether an iterator or an `out` points to volatile items, or wraps such a pointer; of several outputs
/// whether one does.
template <class It>
inline constexpr bool is_volatile_memory =
    std::is_volatile_v<std::remove_pointer_t<decltype(detail::unwrap(std::declval<const It&>()))>>;
template <class... Outs>
inline constexpr bool is_volatile_memory<std::tuple<Outs...>> = (is_volatile_memory<Outs> || ...);

}  // namespace impulse::detail
