// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the parser asks of a recipe, and what says in the arguments of a call where the result goes.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/dispatch/request_refusals.hpp>
#include <impulse/detail/frontend/argument_refusals.hpp>
#include <impulse/detail/frontend/input.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What the parser asks of a recipe, and the usual answers.
struct recipe_traits {
    /// Whether the call returns an iterator into its input.
    static constexpr bool returns_position = false;
    /// Whether `out` comes after the inputs.
    static constexpr bool has_out = false;
    /// Whether the call may return before its work is done.
    static constexpr bool returns_at_once = has_out;
    /// How many inputs a call has that has `rest` arguments after the first one, `out` left out.
    static constexpr int inputs(int rest) { return rest >= 0 ? 1 : 0; }
    /// Where there may be two: whether the argument after the first must be one, or else is if it can be.
    static constexpr bool needs_second(int) { return true; }
    /// Whether two outputs may follow each other, where both are iterators.
    static constexpr bool takes_two_outs = false;
    /// The request whose results that `Out` takes.
    template <class Out, class Request>
    static const Request& for_output(const Request& r) {
        return r;
    }
};

/// Whether a type is dereferenced. (So is a lambda, which converts to a pointer to a function.)
template <class It>
inline constexpr bool is_dereferenced = false;
template <class It>
requires requires(It& it) { *it; }
inline constexpr bool is_dereferenced<It> =
    !std::is_function_v<std::remove_reference_t<decltype(*std::declval<It&>())>>;

/// Where the result goes: an iterator, or a tuple of several.
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

/// Whether an iterator or an `out` is, or wraps, a pointer to volatile items.
template <class It>
inline constexpr bool is_volatile_memory =
    std::is_volatile_v<std::remove_pointer_t<decltype(detail::unwrap(std::declval<const It&>()))>>;

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
