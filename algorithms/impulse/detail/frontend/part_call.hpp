// SPDX-License-Identifier: Apache-2.0
/// \file
/// The calls that make the forest of a part.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(parts.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/frontend/algorithm.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// A first index that the caller knows, or that is in the place's memory.
inline number_at<> index_of(index_t first) {
    if (first < 0) detail::bad_argument({"first_index is ", first, "; it must be 0 or more"});
    return {first};
}
inline number_at<> index_of(const index_t* first) {
    if (!first)
        detail::bad_argument({"first_index is a null pointer; need a pointer to the first item's index"});
    return {index_t{1} << 61, first};
}

/// The accumulator of a part: the given one, or that of the items alone.
template <class Given, class Op, class Item>
using part_accumulator = std::conditional_t<std::is_void_v<Given>, item_accumulator<Op, Item>, Given>;

template <class Given, class Input, class Op>
auto part_request(const Input& x, number_at<> first, Op op) {
    using item = std::iter_value_t<typename Input::iterator>;
    constexpr index_t leaf = leaf_of<Op, item>::value;
    constexpr index_t end = index_t{1} << 62;  // a forest has space for the nodes of so many items
    if (first.at == nullptr && first.most > end - x.layout.count.most)
        detail::bad_argument({"first_index is ",
                              first.most,
                              " and the part has ",
                              {x.layout.count.most, "item"},
                              "; it must end at item 2^62 or before"});
    using acc = part_accumulator<Given, Op, item>;
    constexpr bool anywhere = keeps_items<Op, acc>;
    if (!anywhere && first.at == nullptr) detail::require_whole_leaf("first_index", first.most, leaf);
    auto source = detail::make_source(x);
    return request<decltype(source), part, no_init, Op, acc>{
        std::move(source), {first, {x.layout.count.most}, log2_floor(leaf), anywhere}, {}, std::move(op)};
}

IMPULSE_REFUSAL(part_is_of_one_place,
                "impulse: a part needs a single place, not ranks or devices; use reduce(...) there");

IMPULSE_REFUSAL(part_goes_to_a_forest,
                "impulse: 'out' must be a pointer to an impulse::forest<Acc>, of the type in which the "
                "operator accumulates; reduce_part_into<Acc>(...) chooses another");

/// A first index: a number, or on a GPU a pointer to one.
template <class First>
concept first_index = requires(const First& first) {
    detail::index_of(first);
};

/// The traits of a part's call for the parser.
struct part_recipe : recipe_traits {
    IMPULSE_SIGNATURE(
        "reduce_part([policy,] range, first_index[, op]), or reduce_part_into([policy,] range, first_index, "
        "out[, op])")
};
struct part_into_recipe : part_recipe {
    static constexpr bool returns_at_once = true;
};

/// Computes the forest of a part. With an iterator `out` it writes the forest there, and returns nothing.
template <class Given, class Policy, class Input, class First, class Out, class Op>
auto run_part(const Policy& how, const Input& x, const First& first, const Out& out, const Op& op) {
    if constexpr (place_of_ranks<typename Policy::place_type> ||
                  place_of_several<typename Policy::place_type>) {
        return refusal<part_is_of_one_place>{};
    } else {
        using request = decltype(detail::part_request<Given>(x, detail::index_of(first), op));
        using placed_at = decltype(detail::placed<typename Input::iterator, Out>(how));
        using types = request_types<request>;
        using acc = typename types::accumulator;
        using refused = decltype(detail::refusal_of<placed_at, request>());
        constexpr bool writes = !std::is_same_v<Out, no_out>;
        if constexpr (is_refusal<refused>) {
            return refused{};
        } else if constexpr (writes && !std::is_convertible_v<decltype(detail::unwrap(out)), forest<acc>*>) {
            return refusal<part_goes_to_a_forest>{};
        } else {
            const auto r = detail::part_request<Given>(x, detail::index_of(first), op);
            const auto placed = detail::placed<typename Input::iterator, Out>(how);
            runtime<typename placed_at::place_type> at(placed.place, placed.memory);
            const auto run = [&](forest<acc>* to) { detail::run_part_into<types>(placed, at, r, to); };
            if constexpr (writes)
                run(detail::unwrap(out));
            else
                return at.template value<forest<acc>>(run);
        }
    }
}

/// The same for a parsed call and the arguments after its input: `first_index, out[, op]`, or
/// `no_out{}, first_index[, op]`.
template <class Given, class... Others>
auto part_parsed(const Others&...) {
    return refusal<part_recipe::signature>{};
}
template <class Given, class Call, first_index First, class Op = plus>
auto part_parsed(const Call& call, const no_out& none, const First& first, const Op& op = {}) {
    return detail::run_part<Given>(call.policy, call.input, first, none, op);
}
template <class Given, class Call, first_index First, class Out, class Op = plus>
auto part_parsed(const Call& call, const First& first, const Out& out, const Op& op = {}) {
    return detail::run_part<Given>(call.policy, call.input, first, out, op);
}

/// Calls use(call, rest...) with a parsed call.
template <class Recipe, class... Args>
auto answer_part(const auto& use, Args&&... args) {
    return detail::answer<Recipe, Args...>(
        [&] { return detail::with_parsed<Recipe>(use, std::forward<Args>(args)...); });
}
template <class Acc, class... Args>
auto make_part(Args&&... args) {
    const auto use = [](const auto& call, const auto&... rest) {
        return detail::part_parsed<Acc>(call, no_out{}, rest...);
    };
    return detail::answer_part<part_recipe>(use, std::forward<Args>(args)...);
}
template <class Acc, class... Args>
auto make_part_into(Args&&... args) {
    const auto use = [](const auto&... parts) { return detail::part_parsed<Acc>(parts...); };
    return detail::answer_part<part_into_recipe>(use, std::forward<Args>(args)...);
}

}  // namespace impulse::detail
