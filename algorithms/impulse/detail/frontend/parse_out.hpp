// SPDX-License-Identifier: Apache-2.0
/// \file
/// What says in the arguments of a call where the result goes.
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
