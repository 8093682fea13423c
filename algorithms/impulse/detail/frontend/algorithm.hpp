// SPDX-License-Identifier: Apache-2.0
/// \file
/// The call forms, once for all algorithms.
///
/// An algorithm is written as a *recipe*: `make(input..., rest...)` states the problem, `present(result,
/// input...)` says what the caller gets of the result. From a recipe `algorithm` makes the form that returns
/// a value and `algorithm_into` the form that writes it; both take `(policy, range, ...)`, `(policy, first,
/// last, ...)`, a layout in the range's place, and all of them again without a policy; a list of items, `{1,
/// 2, 3}`, on the host. The second input of a recipe that takes two is a range, a list or an iterator. In the
/// `_into` form `out` comes after the inputs. `plan(policy, ...)` of both, with the same arguments but for
/// lists, says how the call would be carried out.
#pragma once
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif

#include <impulse/config.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/frontend/call_forms.hpp>
#include <impulse/detail/frontend/make_source.hpp>
#include <impulse/detail/frontend/systems.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What a recipe says of a call that it cannot make anything of.
#define IMPULSE_SIGNATURE(text)                                                  \
    template <class... Call>                                                     \
    struct signature {                                                           \
        static_assert(sizeof...(Call) == 0, "impulse: the arguments are " text); \
    };

/// Whether a recipe can make anything of these arguments.
template <class Recipe, class... Args>
concept makes = requires(Args&&... args) {
    Recipe::make(std::forward<Args>(args)...);
};

/// Whether an iterator or an `out` is, or wraps, a pointer to volatile items.
template <class It>
inline constexpr bool is_volatile_memory =
    std::is_volatile_v<std::remove_pointer_t<decltype(detail::unwrap(std::declval<const It&>()))>>;

/// The request of a recipe over an input and its other arguments, of which the first may be a second input:
/// calls then(placed policy, request). `Outs` are iterators that also say where the call belongs.
template <class Recipe, class... Outs>
struct requested {
    template <class Then, class Policy, class Input, class... Rest>
    static auto forward_to(const Then& then, const Policy& how, const Input& x, Rest&&... rest) {
        if constexpr (inputs_of<Recipe, sizeof...(Rest)>() == 2 && sizeof...(Rest) == 0)
            return refusal<Recipe::template signature>{};
        else if constexpr (inputs_of<Recipe, sizeof...(Rest)>() == 2)
            return with_second(then, how, x, std::forward<Rest>(rest)...);
        else
            return recipe<typename Input::iterator, Outs...>(then, how, x, std::forward<Rest>(rest)...);
    }

  private:
    template <class Then, class Policy, class Input, class Second, class... Rest>
    static auto with_second(const Then& then, const Policy& how, const Input& x, Second&& second,
                            Rest&&... rest) {
        if constexpr (is_list<Second> && detail::is_on_device<Policy>())
            return refusal<list_is_on_host>{};
        else if constexpr (sizeof...(Outs) > 0 && detail::ends_too_early<Policy, Second&&>())
            return refusal<temporary_ends_too_early>{};
        else
            return with_input(then, how, x, detail::to_second_input(how, second, x.count()),
                              std::forward<Rest>(rest)...);
    }
    template <class Then, class Policy, class Input, class Second, class... Rest>
    static auto with_input(const Then& then, const Policy& how, const Input& x, const Second& y,
                           Rest&&... rest) {
        if constexpr (is_refusal<Second>)
            return y;
        else
            return recipe<typename Input::iterator, typename Second::iterator, Outs...>(
                then, how, x, y, std::forward<Rest>(rest)...);
    }
    template <class... Its, class Then, class Policy, class... Args>
    static auto recipe(const Then& then, const Policy& how, Args&&... args) {
        if constexpr ((is_volatile_memory<Its> || ...)) {
            return refusal<memory_is_volatile>{};
        } else if constexpr (!makes<Recipe, Args...>) {
            return refusal<Recipe::template signature>{};
        } else {
            using made = decltype(Recipe::make(std::forward<Args>(args)...));
            using refused = decltype(detail::refusal_of<decltype(detail::placed<Its...>(how)), made>());
            if constexpr (is_refusal<refused>)
                return refused{};
            else
                return then(detail::placed<Its...>(how), Recipe::make(std::forward<Args>(args)...));
        }
    }
};

/// The form of an algorithm that returns its value; of a layout with many results, a std::vector on the host.
template <class Recipe>
struct algorithm : call_forms<algorithm<Recipe>> {
    static constexpr bool returns_position = Recipe::returns_position;
    template <std::size_t Rest>
    static constexpr bool takes_two = inputs_of<Recipe, static_cast<int>(Rest)>() == 2;

    template <class... Args>
    auto call(Args&&... args) const {
        return detail::answer<algorithm, Args...>([&] {
            return algorithm::carried_out(
                [](const auto& how, const auto& x, auto&&... rest) {
                    return requested<Recipe>::forward_to(
                        [&](const auto& placed, const auto& r) {
                            if constexpr (returns_position && at_ranks<decltype(placed)>)  // in the whole
                                return detail::evaluate(placed, r);
                            else
                                return Recipe::present(detail::evaluate(placed, r), x);
                        },
                        how, x, std::forward<decltype(rest)>(rest)...);
                },
                std::forward<Args>(args)...);
        });
    }

    /// How a call with these arguments would be carried out.
    template <class... Args>
    auto plan(Args&&... args) const {
        return planned([](const auto&, const auto& found) { return found; }, std::forward<Args>(args)...);
    }
    /// What `present` makes of the policy at its place, and of the plan.
    template <class Present, class... Args>
    auto planned(const Present& present, Args&&... args) const {
        return detail::answer<algorithm, Args...>([&] {
            return algorithm::sorted(
                [&](const auto& how, const auto& x, auto&&... rest) {
                    return requested<Recipe>::forward_to(
                        [&](const auto& placed, const auto& r) {
                            return present(placed, detail::plan_of(placed, r));
                        },
                        how, x, std::forward<decltype(rest)>(rest)...);
                },
                std::forward<Args>(args)...);
        });
    }
};

/// The form of an algorithm that writes its value through an iterator.
template <class Recipe>
struct algorithm_into : call_forms<algorithm_into<Recipe>> {
    static constexpr bool takes_out = true;
    static constexpr bool returns_at_once = true;
    static constexpr bool returns_position = false;
    template <std::size_t Rest>
    static constexpr bool takes_two = inputs_of<Recipe, static_cast<int>(Rest) - 1>() == 2;

    template <class... Args>
    auto call(Args&&... args) const {
        return detail::answer<algorithm_into, Args...>([&] {
            return algorithm_into::carried_out(
                [](const auto& how, const auto& x, auto&&... rest) {
                    return into(
                        [](const auto& placed, const auto& r, const auto& out) {
                            using target = decltype(detail::unwrap_out(out));
                            using types = request_types<std::remove_cvref_t<decltype(r)>>;
                            using refused = decltype(detail::refusal_of_output<target, types>());
                            if constexpr (is_refusal<refused>)
                                return refused{};
                            else
                                detail::evaluate_into(placed, r, detail::unwrap_out(out));
                        },
                        how, x, std::forward<decltype(rest)>(rest)...);
                },
                std::forward<Args>(args)...);
        });
    }

    /// How a call with these arguments would be carried out.
    template <class... Args>
    auto plan(Args&&... args) const {
        return detail::answer<algorithm_into, Args...>([&] {
            return algorithm_into::sorted(
                [](const auto& how, const auto& x, auto&&... rest) {
                    return into([](const auto& placed, const auto& r,
                                   const auto&) { return detail::plan_of(placed, r); },
                                how, x, std::forward<decltype(rest)>(rest)...);
                },
                std::forward<Args>(args)...);
        });
    }

    /// The bytes of the workspace that a call with these arguments takes: only types and numbers, of items
    /// and of ranks, count.
    template <class... Args>
    std::size_t workspace_bytes(Args&&... args) const {
        if constexpr (reduction_plan<decltype(plan(std::forward<Args>(args)...))>)
            return plan(std::forward<Args>(args)...).workspace_bytes;
        else
            return 0;  // it was refused
    }

  private:
    template <class Then, class Policy, class Input>
    static auto into(const Then&, const Policy&, const Input&) {
        return refusal<out_is_missing>{};
    }
    /// Takes `out` from behind the input, or the two inputs.
    template <class Then, class Policy, class Input, class... Rest>
    static auto into(const Then& then, const Policy& how, const Input& x, Rest&&... rest) {
        if constexpr (inputs_of<Recipe, sizeof...(Rest) - 1>() == 2 && sizeof...(Rest) == 1)
            return refusal<Recipe::template signature>{};
        else if constexpr (inputs_of<Recipe, sizeof...(Rest) - 1>() == 2)
            return second_into(then, how, x, std::forward<Rest>(rest)...);
        else
            return to_out(then, how, x, std::forward<Rest>(rest)...);
    }
    template <class Then, class Policy, class Input, class Out, class... Rest>
    static auto to_out(const Then& then, const Policy& how, const Input& x, Out&& out, Rest&&... rest) {
        if constexpr (owns_items<Out&&>) {
            return refusal<out_is_a_range>{};
        } else if constexpr (!std::is_copy_constructible_v<std::decay_t<Out>>) {
            return refusal<out_takes_no_result>{};
        } else {
            const std::decay_t<Out> target(out);
            return requested<Recipe, std::decay_t<Out>>::forward_to(
                [&](const auto& placed, const auto& r) { return then(placed, r, target); }, how, x,
                std::forward<Rest>(rest)...);
        }
    }
    template <class Then, class Policy, class Input, class Second, class Out, class... Rest>
    static auto second_into(const Then& then, const Policy& how, const Input& x, Second&& second, Out&& out,
                            Rest&&... rest) {
        return to_out(then, how, x, std::forward<Out>(out), std::forward<Second>(second),
                      std::forward<Rest>(rest)...);
    }
};

/// What most recipes present: the result itself.
struct value_recipe {
    static constexpr bool returns_position = false;
    template <class Result, class Input>
    static Result present(Result result, const Input&) {
        return result;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
