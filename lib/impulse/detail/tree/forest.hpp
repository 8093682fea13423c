// SPDX-License-Identifier: Apache-2.0
/// \file
/// `forest`: the part of the tree over some items of a longer input.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/tree.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/operator_refusals.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/error.hpp>

#include <cstddef>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

template <class Acc>
struct forest;

namespace detail {
template <class Acc, class Op>
IMPULSE_SHARED uninitialized<Acc> fold_nodes(const forest<Acc>& all, const op_adaptor<Acc, Op>& join);

/// The leaves of some items; a leaf has a power of two of items. (A GPU divides slowly.)
IMPULSE_SHARED inline interval leaves_between(index_t begin, index_t end, index_t leaf) {
    const int log2 = log2_floor(leaf);
    return {begin >> log2, begin < end ? shift_up(end, log2) : begin >> log2};
}
}  // namespace detail

/// The whole nodes of the tree that cover the items [begin, end) of an input, in order: at most 126 values.
/// `join` joins adjacent parts; the part that begins at 0 has a `value`. It is trivially copyable if Acc is,
/// so it can be sent anywhere.
///
/// Positions count items. If the operator has leaves of several items, a part begins at a multiple of the
/// leaf, and its `nodes` are of leaves.
template <class Acc>
struct forest {
    index_t begin = 0;
    index_t end = 0;
    index_t leaf = 1;
    uninitialized<Acc> nodes[detail::max_nodes];

    /// The number of nodes.
    IMPULSE_SHARED int size() const {
        const auto [first, last] = detail::leaves_between(begin, end, leaf);
        return detail::count_nodes(first, last);
    }

    /// init ∘ the whole input, if this part begins at its first item: for [0, n) the same bits as
    /// `tree_fold(items, init, op)`. At most 62 applications of `op`. Throws std::invalid_argument if it
    /// begins later.
    template <class Init, class Op>
    auto value(Init init, Op op) const {
        using refused = decltype(detail::refusal_of_join<Op, Acc>());
        if constexpr (detail::is_refusal<refused>) refused::template say<forest, Op>();
        // fault: forest-from-first
        if (begin != 0)
            detail::bad_argument({"forest begins at item ", begin,
                                  ", but a value needs all items from 0 on (join it with the part before)"});
        auto run = detail::as_run(op);
        detail::op_adaptor<Acc, decltype(run)> join(run, detail::opaque_zero());
        uninitialized<Acc> total = detail::fold_nodes(*this, join);
        return detail::result_of(detail::initial<Init>::template hold<Acc>(std::move(init)), end - begin,
                                 total, join);
    }
    /// The same without an initial value: for no items the result of `reduce` without one.
    template <class Op = plus>
    auto value(Op op = {}) const {
        auto init = detail::without_init<Acc>(op);
        if constexpr (detail::is_refusal<decltype(init)>)
            return decltype(init)::template say<forest, Op>();
        else
            return value(std::move(init), std::move(op));
    }
};

namespace detail {

/// The bytes of a forest that are used, for at most so many leaves.
template <class Acc>
constexpr std::size_t forest_bytes(index_t leaves) {
    // fault: room-of-message
    const int most = leaves < 1 ? 0 : (std::min)(max_nodes, 2 * (log2_floor(leaves) + 1));
    return sizeof(forest<Acc>) - static_cast<std::size_t>(max_nodes - most) * sizeof(uninitialized<Acc>);
}

/// The tree over all of a forest, if it has a node.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op>
IMPULSE_SHARED uninitialized<Acc> fold_nodes(const forest<Acc>& all, const op_adaptor<Acc, Op>& join) {
    int i = all.size();
    if (i == 0) return {};
    Acc tree = *all.nodes[--i];
    // fault: forest-total
    while (i > 0) tree = join(Acc(*all.nodes[--i]), std::move(tree));
    return uninitialized<Acc>(std::move(tree));
}

/// Appends the nodes of a part to the `top` nodes before it. A node that completes a pair is joined with its
/// sibling at once.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op>
IMPULSE_SHARED void append(forest<Acc>& whole, int& top, const forest<Acc>& part,
                           const op_adaptor<Acc, Op>& join) {
    if (part.begin == part.end) return;
    const index_t begin = detail::leaves_between(whole.begin, whole.end, whole.leaf).begin;
    auto [at, last] = detail::leaves_between(part.begin, part.end, part.leaf);
    for (int i = 0; at < last; ++i) {
        const interval span = detail::first_node(at, last);
        Acc node = *part.nodes[i];
        // A node is a right sibling if its size is a binary digit of its begin; its left sibling is whole
        // unless the forest begins within it.
        index_t first = at, size = span.size();
        // fault: forest-siblings
        for (; (first & size) != 0 && first - begin >= size; first -= size, size *= 2)
            // fault: forest-join
            node = join(Acc(*whole.nodes[--top]), std::move(node));
        whole.nodes[top++] = uninitialized<Acc>(std::move(node));
        at = span.end;
    }
    whole.end = part.end;
}

}  // namespace detail

/// The forest of two adjacent parts: `right` begins where `left` ends. Every pair of siblings is joined. An
/// empty part joins with any.
///
/// Requires: the operator that both parts were made with.
/// Complexity: at most 124 applications of `op`.
/// Memory: a forest.
/// Throws: std::invalid_argument if they are not adjacent, or were made with different leaves; and what `op`
/// throws.
template <class Acc, class Op>
forest<Acc> join(const forest<Acc>& left, const forest<Acc>& right, Op op) {
    using refused = decltype(detail::refusal_of_join<Op, Acc>());
    if constexpr (detail::is_refusal<refused>) refused::template say<forest<Acc>, Op>();
    if (left.begin == left.end) return right;
    if (right.begin == right.end) return left;
    // fault: parts-meet
    if (left.end != right.begin)
        detail::bad_argument({"right begins at item ", right.begin, ", but left ends at item ", left.end});
    if (left.leaf != right.leaf)
        detail::bad_argument(
            {"right has leaves of ", {right.leaf, "item"}, ", but left has leaves of ", {left.leaf, "item"}});
    if (right.begin % right.leaf != 0)
        detail::bad_argument(
            {"right begins at item ", right.begin, ", within a leaf of ", {right.leaf, "item"}});
    auto run = detail::as_run(op);
    detail::op_adaptor<Acc, decltype(run)> join_values(run, detail::opaque_zero());

    forest<Acc> both = left;
    int nodes = both.size();
    detail::append(both, nodes, right, join_values);
    return both;
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
