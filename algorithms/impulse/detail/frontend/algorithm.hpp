// SPDX-License-Identifier: Apache-2.0
/// \file
/// The calls of all algorithms, written once.
///
/// An algorithm is a *recipe*: `make(input..., rest...)` returns a request; `present(result, input)` makes
/// the caller's result. `algorithm` turns a recipe into the call that returns a value, `algorithm_into` into
/// the one that writes it. Both parse their arguments to a value (parse_args.hpp): `(policy, range, ...)`,
/// `(policy, first, last, ...)`, a layout instead of the range, all of them again without a policy, and on
/// the host a list of items, `{1, 2, 3}`. The second input of a recipe with two inputs is a range, a list, an
/// iterator or the groups of an array; `out` follows the inputs. The member `plan` of both takes the same
/// arguments, except lists, and returns the plan of the call.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/frontend/array_pairs.hpp>
#include <impulse/detail/frontend/make_source.hpp>
#include <impulse/detail/frontend/masking.hpp>
#include <impulse/detail/frontend/parse_args.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The input of a recipe without a mask; and its request, which for items under a mask leaves out the other
/// items (masking.hpp).
template <class Input>
const Input& without_mask(const Input& in) {
    return in;
}
template <class Input, class Request>
Request with_mask(const Input&, Request&& r) {
    return std::forward<Request>(r);
}

/// Whether a recipe can make a request of these arguments.
template <class Recipe, class... Args>
concept makes = requires(Args&&... args) {
    Recipe::make(std::forward<Args>(args)...);
};

/// Makes the request of a parsed call, and passes it to `Use`; a refusal stays a refusal. Only strides tell
/// whether groups are contiguous, and whether two arrays have the same layout, so here a call becomes one of
/// a few types.
template <class Recipe, class Use, class Call, class Input, class Second>
auto with_request(const Call& call, const Input& in, const Second& second) {
    if constexpr (is_array_groups<Second>) {
        const array_pair both(in, second);
        // fault: pair-lies-alike
        return both.lie_alike() ? detail::with_request<Recipe, Use>(call, in, both.second_alike())
                                : detail::with_request<Recipe, Use>(call, both.first_by_positions(),
                                                                    both.second_by_positions());
    } else if constexpr (is_array_groups<Input>) {
        return in.are_dense() ? detail::with_request<Recipe, Use>(call, in.dense(), second)
                              : detail::with_request<Recipe, Use>(call, in.apart(), second);
    } else {
        return call.apply(second, [&]<class... Rest>(Rest&&... rest) {
            const auto& items = detail::without_mask(in);
            if constexpr (!makes<Recipe, decltype(items), Rest...>) {
                return refusal<Recipe::template signature>{};
            } else {
                using made = decltype(Recipe::make(items, std::forward<Rest>(rest)...));
                using asked = std::remove_cvref_t<decltype(detail::with_mask(in, std::declval<made>()))>;
                using refused = decltype(detail::refusal_of<decltype(call.policy), asked>());
                if constexpr (is_refusal<refused>)
                    return refused{};
                else
                    return Use::run(call.policy, Recipe::make(items, std::forward<Rest>(rest)...), in,
                                    call.out);
            }
        });
    }
}

/// The request that a call carries out: the request of its recipe, adapted to its output and its mask.
template <class Recipe, class Request, class Input, class Out>
decltype(auto) request_for(const Request& r, const Input& x, const Out& out) {
    if constexpr (Recipe::has_out)
        return detail::with_mask(x, Recipe::for_output(r, detail::unwrap_out(out)));
    else
        return detail::with_mask(x, r);
}

/// Passes the request of a call to `Use` instead of carrying it out.
template <class Recipe, class Use>
struct before_call {
    template <class Policy, class Request, class Input, class Out>
    static auto run(const Policy& how, const Request& r, const Input& x, const Out& out) {
        const auto& asked = detail::request_for<Recipe>(r, x, out);
        using refused = decltype(detail::refusal_of<Policy, std::remove_cvref_t<decltype(asked)>>());
        if constexpr (is_refusal<refused>)
            return refused{};
        else
            return Use::run(how, asked);
    }
};
struct planner {
    static auto run(const auto& how, const auto& r) { return detail::plan_of(how, r); }
};

/// The number type of an argument, or of its items.
template <class Arg>
struct number_of : std::type_identity<Arg> {};
template <class Range>
requires requires(const Range& range) { *range.begin(); }
struct number_of<Range> : std::remove_cvref<decltype(*std::declval<const Range&>().begin())> {};
template <class Item>
struct number_of<Item*> : std::type_identity<std::remove_cv_t<Item>> {};
template <class Arg>
concept has_number = std::is_arithmetic_v<typename number_of<Arg>::type>;

/// A parameter for overloaded functions of two numbers; any other argument fits another overload better.
template <class Arg>
struct overloaded_function {
    using number = typename number_of<Arg>::type;
    overloaded_function(const number& (*)(const number&, const number&)) {}
    overloaded_function(number (*)(number, number)) {}
};

template <class... Args>
inline constexpr bool is_at_ranks = false;
template <execution_policy First, class... Rest>
inline constexpr bool is_at_ranks<First, Rest...> =
    place_of_ranks<typename std::remove_cvref_t<First>::place_type>;

/// The calls of a recipe; `Form::run` computes their results.
template <class Form, class Recipe>
struct call_form {
    template <class... Args>
    auto operator()(Args&&... args) const {
        return call(std::forward<Args>(args)...);
    }

    // Lists, as arrays whose items end with the call: alone or after a policy, as both inputs or as the
    // second one.
    template <class Type, std::size_t Count, class... Rest>
    auto operator()(Type (&&x)[Count], Rest&&... rest) const {
        return call(std::move(x), std::forward<Rest>(rest)...);
    }
    template <class First, class Type, std::size_t Count, class... Rest>
    auto operator()(First&& first, Type (&&x)[Count], Rest&&... rest) const {
        return call(std::forward<First>(first), std::move(x), std::forward<Rest>(rest)...);
    }
    template <class First, class Second, class Type, std::size_t Count, class... Rest>
    auto operator()(First&& first, Second&& second, Type (&&x)[Count], Rest&&... rest) const {
        return call(std::forward<First>(first), std::forward<Second>(second), std::move(x),
                    std::forward<Rest>(rest)...);
    }
    template <class Type, std::size_t Count, class Other, std::size_t OtherCount, class... Rest>
    auto operator()(Type (&&x)[Count], Other (&&y)[OtherCount], Rest&&... rest) const {
        return call(std::move(x), std::move(y), std::forward<Rest>(rest)...);
    }
    template <class First, class Type, std::size_t Count, class Other, std::size_t OtherCount, class... Rest>
    auto operator()(First&& first, Type (&&x)[Count], Other (&&y)[OtherCount], Rest&&... rest) const {
        return call(std::forward<First>(first), std::move(x), std::move(y), std::forward<Rest>(rest)...);
    }

    // An overloaded function as the operator, such as std::max or std::fmax: no template can deduce its type.
    template <class Number>
    requires has_number<Number>
    auto operator()(const Number&, overloaded_function<Number>) const {
        return refusal<function_is_overloaded>::say<Number>();
    }
    template <class First, class Number>
    requires has_number<Number>
    auto operator()(const First&, const Number&, overloaded_function<Number>) const {
        return refusal<function_is_overloaded>::say<First, Number>();
    }
    template <class First, class Second, class Number>
    requires has_number<Number>
    auto operator()(const First&, const Second&, const Number&, overloaded_function<Number>) const {
        return refusal<function_is_overloaded>::say<First, Second, Number>();
    }
    template <class First, class Second, class Third, class Number>
    requires has_number<Number>
    auto operator()(const First&, const Second&, const Third&, const Number&,
                    overloaded_function<Number>) const {
        return refusal<function_is_overloaded>::say<First, Second, Third, Number>();
    }

    /// The result of `Use` for the policy and the request of a call with these arguments; it has the same
    /// type for dense and other arrays.
    template <class Use, class... Args>
    auto before(Args&&... args) const {
        return detail::answer<Form, Args...>(
            [&] { return used<before_call<Recipe, Use>>(std::forward<Args>(args)...); });
    }
    /// The plan of a call with these arguments.
    template <class... Args>
    auto plan(Args&&... args) const {
        return before<planner>(std::forward<Args>(args)...);
    }

  private:
    template <class Use, class... Args>
    static auto used(Args&&... args) {
        auto call = detail::parse_args<Recipe>(std::forward<Args>(args)...);
        if constexpr (is_refusal<decltype(call)>)
            return call;
        else
            return detail::with_request<Recipe, Use>(call, call.input, call.second);
    }
    template <class... Args>
    static auto call(Args&&... args) {
        return detail::answer<Form, Args...>([&] {
            if constexpr (is_at_ranks<Args...>)
                return in_exchange(std::forward<Args>(args)...);
            else
                return used<Form>(std::forward<Args>(args)...);
        });
    }
    /// A call over ranks is one exchange. This rank takes part in it even if it throws, because the other
    /// ranks must also learn of errors in its arguments.
    template <class Policy, class... Rest>
    static auto in_exchange(const Policy& how, Rest&&... rest) {
        typename Policy::place_type::exchange_type exchange(how.place);
        try {
            return used<Form>(how.on(how.place.in(exchange)), std::forward<Rest>(rest)...);
        } catch (...) {
            exchange.abort_collective();
        }
    }
};

/// The call of an algorithm that returns its value; for a layout with many results, on the host, a
/// std::vector.
template <class Recipe>
struct algorithm : call_form<algorithm<Recipe>, Recipe> {
    template <class Policy, class Request, class Input>
    static auto run(const Policy& how, const Request& r, const Input& x, const no_out&) {
        if constexpr (Recipe::returns_position && is_at_ranks<Policy>)  // an index in the whole input
            return detail::evaluate(how, detail::with_mask(x, r));
        else
            return Recipe::present(detail::evaluate(how, detail::with_mask(x, r)), detail::without_mask(x));
    }
};

/// A recipe whose result is written through an iterator: its positions are indices.
template <class Recipe>
struct written : Recipe {
    static constexpr bool has_out = true;
    static constexpr bool returns_at_once = true;
    static constexpr bool returns_position = false;
};

/// The call of an algorithm that writes its value through an iterator.
template <class Recipe>
struct algorithm_into : call_form<algorithm_into<Recipe>, written<Recipe>> {
    template <class Policy, class Request, class Input, class Out>
    static auto run(const Policy& how, const Request& r, const Input& x, const Out& out) {
        using target = decltype(detail::unwrap_out(out));
        const auto& asked = detail::request_for<written<Recipe>>(r, x, out);
        using request = std::remove_cvref_t<decltype(asked)>;
        if constexpr (is_refusal<decltype(detail::refusal_of<Policy, request>())>) {
            return detail::refusal_of<Policy, request>();
        } else {
            using refused = decltype(detail::refusal_of_output<target, request_types<request>>());
            if constexpr (is_refusal<refused>)
                return refused{};
            else
                detail::evaluate_into(how, asked, detail::unwrap_out(out));
        }
    }

    /// The bytes of the workspace for a call with these arguments; it depends only on types and on the
    /// numbers of items and ranks.
    template <class... Args>
    std::size_t workspace_bytes(Args&&... args) const {
        const auto found = this->plan(std::forward<Args>(args)...);
        if constexpr (requires { found.workspace_bytes; })
            return found.workspace_bytes;
        else
            return 0;  // the call was refused
    }
};

/// The usual `present`: the result itself.
struct value_recipe : recipe_traits {
    template <class Result, class Input>
    static Result present(Result result, const Input&) {
        return result;
    }
};

}  // namespace impulse::detail
