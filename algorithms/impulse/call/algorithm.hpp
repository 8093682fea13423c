// SPDX-License-Identifier: Apache-2.0
/// \file
/// The call forms, once for all algorithms.
///
/// An algorithm is written as a *recipe*: `make(input..., rest...)` states the problem, `present(result,
/// input...)` says what the caller gets of the result. From a recipe `algorithm` makes the form that returns a
/// value and `algorithm_into` the form that writes it; both take `(policy, range, ...)`, `(policy, first, last,
/// ...)`, and both again without a policy. The second input of a recipe that takes two is a range or an
/// iterator. In the `_into` form `out` comes after the inputs.
#pragma once

#include <impulse/call/evaluate.hpp>
#include <impulse/call/input.hpp>
#include <impulse/call/systems.hpp>
#include <impulse/config.hpp>
#include <impulse/policies/automatic.hpp>

#include <iterator>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

template <class T>
using plain_iterator = std::remove_cvref_t<decltype(std::declval<T>() + 0)>;

template <class Range>
auto to_input(Range& range) {
    const auto first = std::ranges::begin(range);
    const auto count = static_cast<index_t>(std::ranges::end(range) - first);
    check_count(count);
    return input<std::remove_const_t<decltype(first)>>{first, count};
}

/// The second of two inputs: as long as the first; a range may be longer, but not shorter.
template <class Second>
auto to_second_input(Second& second, index_t count) {
    if constexpr (input_range<Second>) {
        auto in = to_input(second);
        if (in.count < count)
            bad_argument("second input", "a range of " + std::to_string(in.count) + " items",
                         "at least as many as the first input has, " + std::to_string(count));
        in.count = count;
        return in;
    } else {
        static_assert(input_iterator<Second>,
                      "impulse: the second input must be a random-access range or a random-access iterator");
        return input<Second>{second, count};
    }
}

template <class Recipe, int Rest>
consteval int inputs_of() {
    if constexpr (requires { Recipe::inputs(Rest); })
        return Recipe::inputs(Rest);
    else
        return 1;
}

/// Sorts out the arguments of a call and hands them to `Form::call(policy, input, the other arguments...)`.
template <class Form>
struct call_forms {
    template <class First, class... Rest>
    auto operator()(First&& first, Rest&&... rest) const {
        if constexpr (execution_policy<First>)
            return with_policy(first, std::forward<Rest>(rest)...);
        else
            return with_policy(automatic, std::forward<First>(first), std::forward<Rest>(rest)...);
    }

  private:
    template <class Policy, class First, class... Rest>
    static auto with_policy(const Policy& how, First&& first, Rest&&... rest) {
        if constexpr (input_range<std::remove_reference_t<First>>) {
            static_assert(
                !Form::returns_position || std::ranges::borrowed_range<First>,
                "impulse: a position in a temporary range would point into nothing; give the range a name");
            return Form::call(how, to_input(first), std::forward<Rest>(rest)...);
        } else if constexpr (input_iterator<std::decay_t<First>>) {
            return from_pair(how, std::decay_t<First>(first), std::forward<Rest>(rest)...);
        } else {
            static_assert(
                input_iterator<std::decay_t<First>>,
                "impulse: expected an execution policy of impulse (single_block, two_pass, last_block, "
                "work_queue, automatic), a random-access range, or two random-access iterators");
        }
    }
    template <class Policy, class It, class Last, class... Rest>
    static auto from_pair(const Policy& how, It first, Last&& last, Rest&&... rest) {
        if constexpr (requires { static_cast<index_t>(last - first); }) {
            const auto count = static_cast<index_t>(last - first);
            check_count(count);
            return Form::call(how, input<It>{first, count}, std::forward<Rest>(rest)...);
        } else {
            static_assert(
                requires { static_cast<index_t>(last - first); },
                "impulse: the two iterators of a range must have a difference (last - first)");
        }
    }
};

/// The form of an algorithm that returns its value.
template <class Recipe>
struct algorithm : call_forms<algorithm<Recipe>> {
    static constexpr bool returns_position = Recipe::returns_position;

    template <class Policy, class It, class... Rest>
    static auto call(const Policy& how, const input<It>& x, Rest&&... rest) {
        if constexpr (inputs_of<Recipe, sizeof...(Rest)>() == 2)
            return with_second(how, x, std::forward<Rest>(rest)...);
        else
            return Recipe::present(evaluate(placed<It>(how), Recipe::make(x, std::forward<Rest>(rest)...)),
                                   x);
    }

  private:
    template <class Policy, class It, class Second, class... Rest>
    static auto with_second(const Policy& how, const input<It>& x, Second&& second, Rest&&... rest) {
        const auto y = to_second_input(second, x.count);
        return evaluate(placed<It, decltype(y.first)>(how), Recipe::make(x, y, std::forward<Rest>(rest)...));
    }
};

/// The form of an algorithm that writes its value through an iterator.
template <class Recipe>
struct algorithm_into : call_forms<algorithm_into<Recipe>> {
    static constexpr bool returns_position = false;

    template <class Policy, class It, class... Rest>
    static void call(const Policy& how, const input<It>& x, Rest&&... rest) {
        if constexpr (inputs_of<Recipe, sizeof...(Rest) - 1>() == 2)
            with_second(how, x, std::forward<Rest>(rest)...);
        else
            with_out(how, x, std::forward<Rest>(rest)...);
    }

#if IMPULSE_HAS_CUDA
    /// The bytes of the workspace that a call with these arguments would take; the policy comes first.
    template <class Strategy, class Place, class Memory, class... Args>
    std::size_t workspace_bytes(const policy<Strategy, Place, Memory>& how, Args&&... args) const {
        std::size_t bytes = 0;
        (*this)(policy<Strategy, Place, on_device::measured_memory>{how.place, {&bytes}, how.by_hand},
                std::forward<Args>(args)...);
        return bytes;
    }
#endif

  private:
    template <class Policy, class It, class Out, class... Rest>
    static void with_out(const Policy& how, const input<It>& x, Out&& out, Rest&&... rest) {
        using target = std::decay_t<Out>;
        evaluate_into(placed<It, target>(how), Recipe::make(x, std::forward<Rest>(rest)...), target(out));
    }
    template <class Policy, class It, class Second, class Out, class... Rest>
    static void with_second(const Policy& how, const input<It>& x, Second&& second, Out&& out,
                            Rest&&... rest) {
        using target = std::decay_t<Out>;
        const auto y = to_second_input(second, x.count);
        evaluate_into(placed<It, decltype(y.first), target>(how),
                      Recipe::make(x, y, std::forward<Rest>(rest)...), target(out));
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

}  // namespace impulse::inline IMPULSE_ABI::detail
