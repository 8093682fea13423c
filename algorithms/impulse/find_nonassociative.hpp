// SPDX-License-Identifier: Apache-2.0
/// \file
/// `find_nonassociative`: finds where an operator is not associative on given items.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/algorithm.hpp>
#include <impulse/detail/frontend/level_nodes.hpp>
#include <impulse/reduce.hpp>

#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// Three nodes of the tree: `index`, `index` + 1 and `index` + 2 of a level. Node k of level l has the leaves
/// [k 2^l, (k + 1) 2^l), as far as they exist. A leaf is one item, or as many items as the operator's `leaf`.
struct node_triple {
    int level;
    index_t index;
    friend bool operator==(const node_triple&, const node_triple&) = default;
};

namespace detail {

IMPULSE_REFUSAL(nodes_are_of_one_place,
                "impulse: find_nonassociative needs a single place, not ranks or devices");
IMPULSE_REFUSAL(nodes_are_of_one_range, "impulse: find_nonassociative takes a range of items, not a layout");
IMPULSE_REFUSAL(nodes_are_not_compared,
                "impulse: find_nonassociative copies and compares accumulators: they must be copyable, and "
                "need a == b if their bytes are not unique");

/// The operator that computes the nodes, by the tree, whatever the operator claims about its grouping.
template <class Op>
auto as_examined(const Op& op) {
    if constexpr (library_functor<bare_op<Op>>)
        return bare_op<Op>{};
    else
        return detail::as_run(impulse::ordered(op));
}

/// Works level by level while a level has three nodes: compares triples of nodes, and joins pairs to the
/// nodes of the next level.
template <class Types, class Schedule, class Place, class Request>
std::optional<node_triple> first_triple(const policy<Schedule, Place>& how, const Request& leaves) {
    using acc = typename Types::accumulator;
    using op = typename Types::operator_type;
    index_t count = leaves.layout.max_results();
    runtime<Place> at(how.place, how.memory);
    level_nodes<acc, Place> here(how.place, count), above(how.place, divide_up(count, 2));
    detail::run_into<Types>(how, at, leaves, node_sink<acc>{here.data()});
    const node_join<acc, op> join(detail::as_run(leaves.op), detail::opaque_zero());
    const auto look = [&](uninitialized<acc>* nodes) {
        using triples = triple_at<acc, op>;
        return detail::evaluate(
            how, request{iterator_source<triple_iterator<acc, op>>{{{nodes, count, join}}, 0},
                         whole_input{{(count - 1) / 2}}, index_t{triples::nowhere}, minimum{}});
    };
    uninitialized<acc>* nodes = here.data();
    uninitialized<acc>* next = above.data();
    for (int level = 0; count >= 3; ++level) {
        const index_t found = look(nodes);
        if (found < count) return node_triple{level, found};
        const request<iterator_source<node_iterator<acc>>, node_runs, no_init, node_join<acc, op>, acc> pairs{
            {{{nodes}}, 0}, {count, 2}, {}, join};
        detail::run_into<request_types<std::remove_const_t<decltype(pairs)>>>(how, at, pairs,
                                                                              node_sink<acc>{next});
        std::swap(nodes, next);
        count = divide_up(count, 2);
    }
    return std::nullopt;
}

struct find_recipe : recipe_traits {
    IMPULSE_SIGNATURE("find_nonassociative([policy,] range, op[, limit])")
};

/// A policy without the caller's memory: the nodes and the scratch memory are in the library's own memory.
template <class Schedule, class Place, class Memory, bool Checked>
policy<Schedule, Place> without_memory(const policy<Schedule, Place, Memory, Checked>& how) {
    return {how.place};
}

template <class Acc, class Policy, class Input, class Op>
auto find_at_place(const Policy& how, Input x, const Op& op, index_t limit) {
    using item = std::iter_value_t<typename Input::iterator>;
    using source = decltype(detail::make_source(x));
    using examined = decltype(detail::as_examined(op));
    // For std::plus<double> and similar functors the accumulator type is taken from them, because the
    // library's functor has none.
    using given = std::conditional_t<std::is_void_v<Acc> && library_functor<bare_op<Op>>,
                                     item_accumulator<Op, item>, Acc>;
    using made = request<source, node_runs, no_init, examined, given>;
    using types = request_types<made>;
    using acc = typename types::accumulator;
    using refused = decltype(detail::refusal_of<Policy, made>());
    if constexpr (is_refusal<refused>) {
        return refused{};
    } else if constexpr (!std::is_copy_constructible_v<acc> || !compares_values<acc>) {
        return refusal<nodes_are_not_compared>{};
    } else {
        if (limit < 0) detail::bad_argument({"limit is ", limit, "; it must be 0 or more"});
        x.layout.count.most = (std::min)(x.layout.count.most, limit);
        const made leaves{detail::make_source(x),
                          {x.layout.count.most, leaf_of<examined, item>::value},
                          {},
                          detail::as_examined(op)};
        return detail::first_triple<types>(how, leaves);
    }
}

template <class Acc, class... Others>
auto find_in(const Others&...) {
    return refusal<find_recipe::signature>{};
}
template <class Acc, class Policy, class Input, class Op, std::integral Limit = index_t>
auto find_in(const Policy& how, const Input& x, const Op& op,
             Limit limit = (std::numeric_limits<Limit>::max)()) {
    const auto placed = detail::placed<typename Input::iterator>(how);
    if constexpr (is_refusal<std::remove_const_t<decltype(placed)>>) {
        return placed;
    } else {
        using place = typename std::remove_const_t<decltype(placed)>::place_type;
        if constexpr (place_of_ranks<place> || place_of_several<place>)
            return refusal<nodes_are_of_one_place>{};
        else if constexpr (!std::is_same_v<Input, input<typename Input::iterator>>)
            return refusal<nodes_are_of_one_range>{};
        else
            return detail::find_at_place<Acc>(
                detail::without_memory(placed), x, op,
                std::cmp_less(+limit, x.count()) ? static_cast<index_t>(limit) : x.count());
    }
}

}  // namespace detail

/// find_nonassociative([policy,] range, op[, limit]): returns the first place where `op` is not associative
/// on these items: three adjacent nodes A, B, C of the tree with (A ∘ B) ∘ C ≠ A ∘ (B ∘ C). It tests leaves
/// first, then pairs of leaves, and so on. It returns std::nullopt if `op` is associative on all such
/// triples. With a `limit` it tests only the first `limit` items. find_nonassociative<Acc>(…) sets the
/// accumulator type, which otherwise is decay(op(item, item)).
///
/// Call it before you wrap an operator by `assume_associative`, and for an operator whose two parameters have
/// the same type: types do not show that s + x * x folds items and cannot join accumulators, but this test
/// does. It also finds that sums of floats are rounded, which is not an error in a reduction by the tree.
/// std::nullopt proves nothing about other items.
///
/// Values are compared by their bits, and all NaNs are equal; complex numbers and `values` are compared part
/// by part. Other types are compared by their bytes, or, if these are not unique (padding, floating-point
/// members), by == if the type has it. Two values are also the same if neither equals itself, because of NaN.
///
/// Requires: items and an operator as for `reduce`, except that an operator that folds is allowed;
/// accumulators that can be copied and compared; one place, and no layout. A wrapper or `freedom` of the
/// operator has no effect.
/// Complexity: at most 8 n applications of `op`, and 2 log2 n reductions, one after another. The call waits
/// for the result.
/// Memory: 1.5 accumulators for each leaf; on a GPU in its memory, from the library's own pool.
/// Throws: what `reduce` throws, and std::invalid_argument for a `limit` below 0.
template <class Acc = void, class... Args>
auto find_nonassociative(Args&&... args) {
    return detail::answer<detail::find_recipe, Args...>([&] {
        return detail::with_parsed<detail::find_recipe>(
            [](const auto& call, const auto&... rest) {
                return detail::find_in<Acc>(call.policy, call.input, rest...);
            },
            std::forward<Args>(args)...);
    });
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
