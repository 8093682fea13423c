// SPDX-License-Identifier: Apache-2.0
/// \file
/// `parse_args`: the arguments of a call as one value, or the refusal that says why they make no call.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/request_refusals.hpp>
#include <impulse/detail/frontend/argument_refusals.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/lifetimes.hpp>
#include <impulse/detail/frontend/systems.hpp>
#include <impulse/policies/last_block.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A parsed call: where and how it runs, its input, where its result is written (nothing: it is returned),
/// and what a recipe takes after the input: a second input, an initial value, an operator, a function. Those
/// of the caller are references, so that a move-only initial value moves into the request.
template <class Policy, class Input, class Out, class Rest>
struct parsed_args {
    Policy policy;
    Input input;
    Out out;
    Rest rest;
};
template <class Policy, class Input, class Out, class Rest>
parsed_args(Policy, Input, Out, Rest) -> parsed_args<Policy, Input, Out, Rest>;

/// The `out` of a call that returns its result: no iterators.
using no_out = std::tuple<>;

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
    /// Whether two outputs may follow each other, where both are iterators.
    static constexpr bool takes_two_outs = false;
    /// The request whose results that `Out` takes.
    template <class Out, class Request>
    static const Request& for_output(const Request& r) {
        return r;
    }
};

/// What a call returns; of one that is refused, the sentence that says why.
template <class... Args, class Call>
auto answer(const Call& call) {
    if constexpr (is_refusal<decltype(call())>)
        return decltype(call())::template say<Args...>();
    else
        return call();
}

/// Why a range cannot be an input, if it cannot, whatever its items are.
template <class Recipe, class Policy, class Range>
consteval auto refusal_of_range() {
    if constexpr (Recipe::returns_position && ends_with_call<Range>)
        return refusal<position_in_temporary>{};
    else if constexpr (is_list<Range> && detail::is_on_device<Policy>())
        return refusal<list_is_on_host>{};
    else if constexpr (Recipe::returns_at_once && detail::ends_too_early<Policy, Range>())
        return refusal<temporary_ends_too_early>{};
    else
        return no_refusal{};
}

/// The second of two inputs, the first argument after a call's input: as long as that; a range may be longer,
/// not shorter.
template <class Recipe, class Call>
auto parse_second(Call& call) {
    using param = std::tuple_element_t<0, decltype(call.rest)>;
    using given = std::remove_reference_t<param>;
    using refused = decltype(detail::refusal_of_range<Recipe, decltype(call.policy), param>());
    [[maybe_unused]] given& second = std::get<0>(call.rest);
    [[maybe_unused]] const index_t count = call.input.count();
    if constexpr (is_refusal<refused>) {
        return refused{};
    } else if constexpr (indexed_range<given> && !is_endless<given>) {
        auto in = detail::to_input(second, call.policy);
        if constexpr (!is_refusal<decltype(in)>) {
            if (in.count() < count)
                detail::bad_argument("second input", detail::words{"a range of ", in.count(), " items"},
                                     detail::words{"at least as many as the first input has, ", count});
            in.layout.count.most = count;
        }
        return in;
    } else if constexpr (indexed_range<given>) {
        return input<std::ranges::iterator_t<given>>{std::ranges::begin(second), {{count}}};
    } else if constexpr (input_iterator<std::decay_t<given>>) {
        return input<std::decay_t<given>>{second, {{count}}};
    } else {
        return refusal<second_input_is_none>{};
    }
}

/// Whether a type is dereferenced. (So is a lambda, which converts to a pointer to a function.)
template <class It>
inline constexpr bool is_dereferenced = false;
template <class It>
requires requires(It& it) { *it; }
inline constexpr bool is_dereferenced<It> =
    !std::is_function_v<std::remove_reference_t<decltype(*std::declval<It&>())>>;

/// How many of the arguments from `Index` on say where the result goes.
template <class Recipe, std::size_t Index, class Rest>
consteval int count_outs() {
    if constexpr (Recipe::has_out && Recipe::takes_two_outs && Index + 1 < std::tuple_size_v<Rest>)
        return is_dereferenced<std::decay_t<std::tuple_element_t<Index + 1, Rest>>> ? 2 : 1;
    else
        return Recipe::has_out ? 1 : 0;
}

/// Where the result goes: an iterator, or a tuple of several.
template <class Recipe, std::size_t Index, class Rest>
auto parse_out([[maybe_unused]] const Rest& rest) {
    if constexpr (!Recipe::has_out) {
        return no_out{};
    } else {
        using param = std::tuple_element_t<Index, Rest>;
        if constexpr (owns_items<param>)
            return refusal<out_is_a_range>{};
        else if constexpr (!std::is_copy_constructible_v<std::decay_t<param>>)
            return refusal<out_takes_no_result>{};
        else if constexpr (detail::count_outs<Recipe, Index, Rest>() == 2)
            return std::tuple(std::get<Index>(rest), std::get<Index + 1>(rest));
        else
            return std::decay_t<param>(std::get<Index>(rest));
    }
}

/// The input that two iterators are.
template <class Policy, class It, class Last, class... Rest>
auto parse_pair(const Policy& how, It first, const Last& last, Rest&&... rest) {
    if constexpr (requires { static_cast<index_t>(last - first); })
        return parsed_args{how, detail::input_between(first, last), no_out{},
                           std::forward_as_tuple(std::forward<Rest>(rest)...)};
    else
        return refusal<iterators_have_no_difference>{};
}

/// The input of a call at a policy's place; the arguments after it are left as they are.
template <class Recipe, class Policy>
auto parse_input_at(const Policy&) {
    return refusal<input_is_none>{};
}
template <class Recipe, class Policy, class First, class... Rest>
auto parse_input_at(const Policy& how, First&& first, Rest&&... rest) {
    using given = std::remove_reference_t<First>;
    using value = std::remove_const_t<given>;
    if constexpr (is_refusal<value>) {
        return value{};
    } else if constexpr (is_input<value> || is_array_groups<value>) {
        return parsed_args{how, first, no_out{}, std::forward_as_tuple(std::forward<Rest>(rest)...)};
    } else if constexpr (requires { first.input_for(how); }) {  // a layout that is made for each call
        if constexpr (Recipe::returns_position && ends_with_its_positions<First&&>)
            return refusal<position_in_temporary>{};
        else
            return detail::parse_input_at<Recipe>(how, first.input_for(how), std::forward<Rest>(rest)...);
    } else if constexpr (indexed_range<given> && !begins_a_pair<Recipe, First&&, Rest&&...>) {
        using refused = decltype(detail::refusal_of_range<Recipe, Policy, First&&>());
        if constexpr (is_refusal<refused>)
            return refused{};
        else
            return detail::parse_input_at<Recipe>(how, detail::to_input(first, how),
                                                  std::forward<Rest>(rest)...);
    } else if constexpr (input_iterator<std::decay_t<First>> && sizeof...(Rest) > 0) {
        return detail::parse_pair(how, std::decay_t<First>(first), std::forward<Rest>(rest)...);
    } else if constexpr (std::ranges::range<First>) {
        return refusal<range_is_not_random_access>{};
    } else {
        return refusal<input_is_none>{};
    }
}

template <class... Args>
inline constexpr bool begins_with_policy = false;
template <class First, class... Rest>
inline constexpr bool begins_with_policy<First, Rest...> = execution_policy<First>;

/// The policy and the input of a call; the arguments after them are left as they are.
template <class Recipe, class... Args>
auto parse_input(Args&&... args) {
    if constexpr (begins_with_policy<Args...>)
        return detail::parse_input_at<Recipe>(std::forward<Args>(args)...);
    else
        return detail::parse_input_at<Recipe>(automatic, std::forward<Args>(args)...);
}

/// What a recipe takes after the input: a second one, if there is one, and the rest from element `Begin` on.
template <std::size_t Begin, class... Rest, std::size_t... Index, class... Second>
auto for_recipe(std::tuple<Rest...>& rest, std::index_sequence<Index...>, const Second&... second) {
    if constexpr (Begin == 0)
        return std::move(rest);
    else
        return std::tuple<Second..., std::tuple_element_t<Begin + Index, std::tuple<Rest...>>...>(
            second..., std::get<Begin + Index>(std::move(rest))...);
}

/// Whether an iterator or an `out` is, or wraps, a pointer to volatile items.
template <class It>
inline constexpr bool is_volatile_memory =
    std::is_volatile_v<std::remove_pointer_t<decltype(detail::unwrap(std::declval<const It&>()))>>;

/// The call whose input, `out` and second input are parsed, at the place where their iterators say that it
/// runs.
template <std::size_t Begin, class Policy, class Input, class Rest, class Out, class... Second>
auto parse_rest(parsed_args<Policy, Input, no_out, Rest>& call, Out out, Second... second) {
    if constexpr (is_refusal<Out>) {
        return out;
    } else if constexpr ((is_refusal<Second> || ...)) {
        return (second, ...);
    } else if constexpr (is_volatile_memory<typename Input::iterator> || is_volatile_memory<Out> ||
                         (is_volatile_memory<typename Second::iterator> || ...)) {
        return refusal<memory_is_volatile>{};
    } else {
        auto how = detail::placed<typename Input::iterator, typename Second::iterator..., Out>(call.policy);
        if constexpr (is_refusal<decltype(how)>)
            return how;
        else
            return parsed_args{
                how, call.input, std::move(out),
                detail::for_recipe<Begin>(
                    call.rest, std::make_index_sequence<std::tuple_size_v<Rest> - Begin>{}, second...)};
    }
}

/// The arguments ([policy,] input[, second input][, out], rest...) of a call.
template <class Recipe, class... Args>
auto parse_args(Args&&... args) {
    auto call = detail::parse_input<Recipe>(std::forward<Args>(args)...);
    if constexpr (is_refusal<decltype(call)>) {
        return call;
    } else {
        constexpr int count = std::tuple_size_v<decltype(call.rest)>;
        constexpr int inputs = Recipe::inputs(count - Recipe::has_out);
        constexpr int outs = detail::count_outs<Recipe, (inputs > 1 ? 1 : 0), decltype(call.rest)>();
        constexpr int begin = inputs - 1 + outs;
        if constexpr (inputs == 2 && is_array_groups<decltype(call.input)>)
            return refusal<array_has_second_input>{};
        else if constexpr (Recipe::has_out && count == 0)
            return refusal<out_is_missing>{};
        else if constexpr (count < begin)
            return refusal<Recipe::template signature>{};
        else if constexpr (inputs == 2)
            return detail::parse_rest<begin>(call, detail::parse_out<Recipe, 1>(call.rest),
                                             detail::parse_second<Recipe>(call));
        else
            return detail::parse_rest<begin>(call, detail::parse_out<Recipe, 0>(call.rest));
    }
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
