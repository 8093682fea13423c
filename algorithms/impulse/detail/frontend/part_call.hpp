// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the forest of a part is asked for, and made.
#pragma once
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/parts.hpp>"
#include <impulse: this header is internal>
#endif

#include <impulse/config.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/frontend/algorithm.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A first index that the caller knows, or that lies where the work is done.
inline number_at<> index_of(index_t first) {
    if (first < 0) detail::bad_argument("first_index", first, "0 or more");
    return {first};
}
inline number_at<> index_of(const index_t* first) {
    if (!first)
        detail::bad_argument("first_index", "a null pointer", "a pointer to the first item's position");
    return {index_t{1} << 61, first};
}

/// Acc of a part: given, or what items alone accumulate in.
template <class Given, class Op, class Item>
using part_accumulator = std::conditional_t<std::is_void_v<Given>, item_accumulator<Op, Item>, Given>;

template <class Given, class Input, class Op>
auto part_request(const Input& x, number_at<> first, Op op) {
    using item = std::iter_value_t<typename Input::iterator>;
    constexpr index_t leaf = leaf_of<Op, item>::value;
    constexpr index_t end = index_t{1} << 62;  // a forest has room for the nodes of so many items
    if (first.at == nullptr && first.most > end - x.layout.count.most)
        detail::bad_argument("first_index", detail::words{first.most, ", of ", x.layout.count.most, " items"},
                             "one with which they end at 2^62 or before");
    if (first.at == nullptr) detail::require_whole_leaf("first_index", first.most, leaf);
    auto source = detail::make_source(x);
    return request<decltype(source), part, no_init, Op, part_accumulator<Given, Op, item>>{
        std::move(source), {first, {x.layout.count.most}, log2_floor(leaf)}, {}, std::move(op)};
}

template <class... Call>
struct part_is_of_one_place {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: a part is made at one place; over ranks and over devices there are values: reduce(...)");
};

template <class... Call>
struct part_goes_to_a_forest {
    static_assert(sizeof...(Call) == 0,
                  "impulse: 'out' must be a pointer to an impulse::forest<Acc>, of the type in which the "
                  "operator accumulates; reduce_part_into<Acc>(...) chooses another");
};

/// What may be a first index: a number, or on a GPU a pointer to one.
template <class First>
concept first_index = requires(const First& first) {
    detail::index_of(first);
};

/// In the place of an `out` whose type is not known yet.
struct some_out;

/// Calls then(placed policy, request) for the arguments of a part; `Outs` are iterators that also say where
/// it belongs.
template <class Given, class... Outs>
struct part_call : call_forms<part_call<Given, Outs...>> {
    static constexpr bool returns_position = false;
    static constexpr bool returns_at_once = sizeof...(Outs) > 0;
    template <std::size_t Rest>
    static constexpr bool takes_two = false;

    IMPULSE_SIGNATURE(
        "reduce_part([policy,] range, first_index[, op]), or reduce_part_into([policy,] range, first_index, "
        "out[, op])")
    template <class... Others>
    static auto forward_to(const Others&...) {
        return refusal<signature>{};
    }
    template <class Then, class Policy, class Input, first_index First, class Op = plus>
    static auto forward_to(const Then& then, const Policy& how, const Input& x, const First& first,
                           Op op = {}) {
        if constexpr (place_of_ranks<typename Policy::place_type> ||
                      place_of_several<typename Policy::place_type>)
            return refusal<part_is_of_one_place>{};
        else
            return forward_placed(then, how, x, first, std::move(op));
    }

    /// Writes the part to `out`.
    template <class Policy, class Input, class First, class Out, class... Op>
    static auto into(const Policy& how, const Input& x, const First& first, const Out& out, const Op&... op) {
        return part_call<Given, Out>::forward_to(
            [&](auto types, const auto& placed, auto& at, const auto& r) {
                using acc = typename decltype(types)::accumulator;
                if constexpr (!std::is_convertible_v<decltype(detail::unwrap(out)), forest<acc>*>)
                    return refusal<part_goes_to_a_forest>{};
                else
                    detail::run_part_into<decltype(types)>(placed, at, r, detail::unwrap(out));
            },
            how, x, first, op...);
    }

  private:
    template <class Then, class Policy, class Input, class First, class Op>
    static auto forward_placed(const Then& then, const Policy& how, const Input& x, const First& first,
                               Op op) {
        using request = decltype(detail::part_request<Given>(x, detail::index_of(first), std::move(op)));
        using placed_at = decltype(detail::placed<typename Input::iterator, Outs...>(how));
        using refused = decltype(detail::refusal_of<placed_at, request>());
        if constexpr (is_refusal<refused>) {
            return refused{};
        } else {
            const auto r = detail::part_request<Given>(x, detail::index_of(first), std::move(op));
            const auto placed = detail::placed<typename Input::iterator, Outs...>(how);
            runtime<typename placed_at::place_type> at(placed.place, placed.memory);
            return then(request_types<request>{}, placed, at, r);
        }
    }
};

/// The forest, or the refusal, of the arguments of `reduce_part`; and of `reduce_part_into`.
template <class Acc, class... Args>
auto make_part(Args&&... args) {
    using call = detail::part_call<Acc>;
    return detail::answer<call, Args...>([&] {
        return call::sorted(
            [](const auto& how, const auto& x, auto&&... rest) {
                return call::forward_to(
                    [](auto types, const auto& placed, auto& at, const auto& r) {
                        using acc = typename decltype(types)::accumulator;
                        return at.template value<forest<acc>>([&](forest<acc>* out) {
                            detail::run_part_into<decltype(types)>(placed, at, r, out);
                        });
                    },
                    how, x, rest...);
            },
            std::forward<Args>(args)...);
    });
}

template <class Acc, class... Args>
auto make_part_into(Args&&... args) {
    using call = detail::part_call<Acc, detail::some_out>;
    return detail::answer<call, Args...>([&] {
        return call::sorted(
            [](const auto& how, const auto& x, const auto&... rest) {
                if constexpr (sizeof...(rest) < 2)
                    return detail::refusal<call::template signature>{};
                else
                    return call::into(how, x, rest...);
            },
            std::forward<Args>(args)...);
    });
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
