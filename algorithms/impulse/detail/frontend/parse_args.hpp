// SPDX-License-Identifier: Apache-2.0
/// \file
/// `parse_args`: the arguments of a call as one value, or a refusal.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/request_refusals.hpp>
#include <impulse/detail/frontend/argument_refusals.hpp>
#include <impulse/detail/frontend/array_pairs.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/parse_out.hpp>
#include <impulse/detail/frontend/projected.hpp>
#include <impulse/detail/frontend/systems.hpp>
#include <impulse/detail/frontend/where_iterator.hpp>
#include <impulse/policies/last_block.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The arguments of a call by their indices. They are references, so that a move-only initial value can move
/// into the request. (A compiler takes five times as long for a std::tuple of them.)
template <std::size_t Index, class Arg>
struct argument {
    std::remove_reference_t<Arg>& given;
};
template <class Indices, class... Args>
struct indexed_arguments;
template <std::size_t... Index, class... Args>
struct indexed_arguments<std::index_sequence<Index...>, Args...> : argument<Index, Args>... {};
template <class... Args>
using arguments = indexed_arguments<std::index_sequence_for<Args...>, Args...>;

template <std::size_t Index, class Arg>
Arg argument_of(const argument<Index, Arg>& from) {
    return static_cast<Arg>(from.given);
}

/// Stand-ins for the `out` of a call that returns its result, and for the second input of a call with one
/// input.
using no_out = std::tuple<>;
struct no_second {
    using iterator = no_out;
};

/// A parsed call: its policy, its inputs, its output, and all of its arguments. The arguments from index
/// `Begin` on belong to the recipe: an initial value, an operator, a function.
template <int Begin, int End, class Policy, class Input, class Second, class Out, class Args>
struct parsed_args {
    static constexpr int begin = Begin;
    static constexpr int rest = End - Begin;

    Policy policy;
    Input input;
    Second second;
    Out out;
    Args args;

    /// Calls f(second input, if there is one, the recipe's arguments...).
    template <class Other, class Function>
    auto apply(const Other& other, const Function& f) const {
        return [&]<int... Index>(std::integer_sequence<int, Index...>) {
            if constexpr (std::is_same_v<Other, no_second>)
                return f(detail::argument_of<Begin + Index>(args)...);
            else
                return f(other, detail::argument_of<Begin + Index>(args)...);
        }
        (std::make_integer_sequence<int, rest>{});
    }
};
template <int Begin, int End, class... Parts>
auto parsed(const Parts&... parts) {
    return parsed_args<Begin, End, Parts...>{parts...};
}

/// The result of a call. A refused call reports its message, unless an argument has already reported one.
template <class... Args, class Call>
auto answer(const Call& call) {
    if constexpr ((is_refused_result<std::remove_cvref_t<Args>> || ...))
        return refused_result<detail::elements_of_result<Args...>()>{};
    else if constexpr (is_refusal<decltype(call())>)
        return decltype(call())::template say<Args...>();
    else
        return call();
}

/// The input of a range that is a parameter of a call. If the policy is on the host, a call may walk the
/// range to find its length. A range without an end has as many items as the call needs, if it knows that
/// number.
template <class Recipe, class Range, class Policy, class... Count>
auto parse_range([[maybe_unused]] const Policy& how, Range&& range, const Count&... asked) {
    using given = std::remove_reference_t<Range>;
    if constexpr (Recipe::returns_position && ends_with_call<Range&&>)
        return refusal<position_in_temporary>{};
    else if constexpr (is_list<Range&&> && detail::is_on_device<Policy>())
        return refusal<list_is_on_host>{};
    else if constexpr (Recipe::returns_at_once && detail::ends_too_early<Policy, Range&&>())
        return refusal<temporary_ends_too_early>{};
    else if constexpr (is_endless<given> && sizeof...(asked) > 0)
        return input<std::ranges::iterator_t<given>>{std::ranges::begin(range), {{asked...}}};
    else if constexpr (is_endless<given>)
        return refusal<range_has_no_end>{};
    else if constexpr (unmeasured_range<given> &&
                       detail::is_placed_on_device<Policy, std::ranges::iterator_t<given>>())
        return refusal<range_is_not_measured>{};
    else
        return detail::to_input(range);
}

/// The second of two inputs, which needs `count` items: a range may be longer, but not shorter.
template <class Recipe, class Policy, class Second>
auto parse_second_range(const Policy& how, Second&& second, index_t count) {
    if constexpr (has_mask<Second>) {
        return refusal<mask_has_no_use>{};
    } else if constexpr (indexed_range<std::remove_reference_t<Second>>) {
        auto in = detail::parse_range<Recipe>(how, std::forward<Second>(second), count);
        if constexpr (!is_refusal<decltype(in)>) {
            if (in.count() < count)
                detail::bad_argument(
                    {"second input has ", {in.count(), "item"}, ", but the first has ", count});
            in.layout.count.most = count;
        }
        return in;
    } else if constexpr (input_iterator<std::decay_t<Second>>) {
        return input<std::decay_t<Second>>{second, {{count}}};
    } else {
        return refusal<second_input_is_none>{};
    }
}
/// The second input with the first one: the groups of two arrays, or a range for each group of an array.
template <class Recipe, class Policy, class Input, class Second>
auto parse_second(const Policy& how, const Input& first, Second&& second) {
    using given = std::remove_cvref_t<Second>;
    if constexpr (is_array_groups<given>) {
        return detail::parse_second_array(first, second);
    } else if constexpr (is_array_groups<Input>) {
        auto in = detail::parse_second_range<Recipe>(how, std::forward<Second>(second), first.along.length());
        if constexpr (is_refusal<decltype(in)>)
            return in;
        else
            return item_of_group<typename decltype(in)::iterator>{in};
    } else {
        return detail::parse_second_range<Recipe>(how, std::forward<Second>(second), first.count());
    }
}

/// Whether the input of a call is two iterators.
template <class Recipe, class... Args>
inline constexpr bool begins_with_pair = false;
template <class Recipe, class First, class Last, class... Rest>
inline constexpr bool begins_with_pair<Recipe, First, Last, Rest...> =
    input_iterator<std::decay_t<First>> &&
    (!indexed_range<std::remove_reference_t<First>> || array_begins_a_pair<Recipe, First, Last, Rest...>);

/// The first input, from arguments that begin with it; or a refusal.
template <class Recipe, class Policy>
auto parse_first(const Policy&) {
    return refusal<input_is_none>{};
}
template <class Recipe, class Policy, class First, class... Rest>
auto parse_first(const Policy& how, First&& first, [[maybe_unused]] Rest&&... rest) {
    using given = std::remove_cvref_t<First>;
    if constexpr (is_refusal<given> || is_input<given> || is_array_groups<given>)
        return given(first);
    else if constexpr (begins_with_pair<Recipe, First&&, Rest&&...>)
        return [&](const auto& last, const auto&...) {
            if constexpr (requires { static_cast<index_t>(last - first); })
                return detail::input_between(std::decay_t<First>(first), last);
            else
                return refusal<iterators_have_no_difference>{};
        }(rest...);
    else if constexpr (requires { first.input_for(how); } && Recipe::returns_position &&
                       ends_with_its_positions<First&&>)
        return refusal<position_in_temporary>{};
    else if constexpr (requires { first.input_for(how); })  // a layout that is made in each call
        return first.input_for(how);
    else if constexpr (indexed_range<std::remove_reference_t<First>>)
        return detail::parse_range<Recipe>(how, std::forward<First>(first));
    else if constexpr (std::ranges::range<First>)
        return refusal<range_is_not_random_access>{};
    else
        return refusal<input_is_none>{};
}

template <class... Args>
inline constexpr bool begins_with_policy = false;
template <class First, class... Rest>
inline constexpr bool begins_with_policy<First, Rest...> = execution_policy<First>;

/// The policy and the first input of a call.
template <class Recipe, class Policy, class... Args>
auto parse_input_at(const Policy& how, Args&&... args) {
    auto in = detail::parse_first<Recipe>(how, std::forward<Args>(args)...);
    if constexpr (is_refusal<decltype(in)>)
        return in;
    else
        return detail::parsed<1 + begins_with_pair<Recipe, Args&&...>, static_cast<int>(sizeof...(Args))>(
            how, in, no_second{}, no_out{}, arguments<Args&&...>{{args}...});
}
template <class Recipe, class... Args>
auto parse_input(Args&&... args) {
    if constexpr (begins_with_policy<Args...>)
        return detail::parse_input_at<Recipe>(std::forward<Args>(args)...);
    else
        return detail::parse_input_at<Recipe>(automatic, std::forward<Args>(args)...);
}

/// Calls f(parsed call, arguments after its input...), for calls without a recipe.
template <class Recipe, class Function, class... Args>
auto with_parsed(const Function& f, Args&&... args) {
    auto call = detail::parse_input<Recipe>(std::forward<Args>(args)...);
    if constexpr (is_refusal<decltype(call)>)
        return call;
    else if constexpr (is_under_mask<typename decltype(call.input)::iterator>)
        return refusal<mask_has_no_use>{};
    else
        return call.apply(call.second, [&](const auto&... rest) { return f(call, rest...); });
}

/// The policy with the place that the iterators of a call determine.
template <class... Its, class Policy>
auto placed_over_memory(const Policy& how) {
    if constexpr ((is_volatile_memory<Its> || ...))
        return refusal<memory_is_volatile>{};
    else
        return detail::placed<Its...>(how);
}

/// The arguments ([policy,] input[, second input][, out], rest...) of a call.
template <class Recipe, class... Args>
auto parse_args(Args&&... args) {
    auto call = detail::parse_input<Recipe>(std::forward<Args>(args)...);
    if constexpr (is_refusal<decltype(call)>) {
        return call;
    } else {
        using input = decltype(call.input);
        constexpr bool has_second = detail::has_second_input<Recipe, decltype(call)>();
        constexpr int outs = detail::count_outs<Recipe, has_second, decltype(call)>();
        constexpr int taken = has_second + outs;
        if constexpr (Recipe::has_out && call.rest == 0) {
            return refusal<out_is_missing>{};
        } else if constexpr (call.rest < taken) {
            return refusal<Recipe::template signature>{};
        } else {
            const auto second = [&] {
                if constexpr (has_second)
                    return detail::parse_second<Recipe>(call.policy, call.input,
                                                        detail::argument_of<call.begin>(call.args));
                else
                    return no_second{};
            };
            const auto out = [&] {
                if constexpr (outs == 2)
                    return detail::parse_out(detail::argument_of<call.begin + has_second>(call.args),
                                             detail::argument_of<call.begin + has_second + 1>(call.args));
                else if constexpr (outs == 1)
                    return detail::parse_out(detail::argument_of<call.begin + has_second>(call.args));
                else
                    return no_out{};
            };
            using refused = first_refusal<decltype(out()), decltype(second())>;
            if constexpr (is_refusal<refused>) {
                return refused{};
            } else {
                auto how = detail::placed_over_memory<typename input::iterator,
                                                      typename decltype(second())::iterator, decltype(out())>(
                    call.policy);
                if constexpr (is_refusal<decltype(how)>)
                    return how;
                else if constexpr (detail::ends_with_projection<Recipe, decltype(call)>())
                    return detail::parsed<call.begin + taken, call.begin + call.rest - 1>(
                        how,
                        detail::project(call.input,
                                        detail::argument_of<call.begin + call.rest - 1>(call.args)),
                        second(), out(), call.args);
                else
                    return detail::parsed<call.begin + taken, call.begin + call.rest>(
                        how, call.input, second(), out(), call.args);
            }
        }
    }
}

}  // namespace impulse::detail
