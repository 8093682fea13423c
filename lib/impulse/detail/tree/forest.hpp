// SPDX-License-Identifier: Apache-2.0
/// \file
/// `forest`: the part of the tree over some items of a longer input.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/fold_lifted.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/operator_refusals.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/error.hpp>

#include <cstddef>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

template <class Acc>
struct forest;

namespace detail {
template <class Acc, class Op>
IMPULSE_SHARED uninitialized<Acc> fold_nodes(const forest<Acc>& all, const op_adaptor<Acc, Op>& join);

/// The extent of a forest. (A GPU divides slowly.)
template <class Acc>
IMPULSE_SHARED part_extent extent_of(const forest<Acc>& part) {
    return {part.begin, part.end, log2_floor(part.leaf), part.keeps_items};
}
/// The number of nodes and items for which a forest has space.
template <class Acc>
inline constexpr int forest_room = max_nodes + max_items_kept<Acc>;
}  // namespace detail

/// The whole nodes of the tree that cover the items [begin, end) of an input, in order: at most 126 values,
/// and for some operators up to 62 items at its ends. `join` joins adjacent parts; the part that begins at 0
/// has a `value`. It is trivially copyable if Acc is, so it can be sent anywhere.
///
/// Positions count items. If the operator has leaves of more than one item, a part begins at a multiple of
/// the leaf, and its `nodes` are nodes of leaves. But for the library's operators with leaves (`moments`, and
/// the operator of `variance`) a part may begin and end anywhere: before and after its nodes it stores the
/// items of incomplete leaves, at most leaf - 1 at each end, as accumulators of one item each. Then
/// `keeps_items` is true.
template <class Acc>
struct forest {
    index_t begin = 0;
    index_t end = 0;
    int leaf = 1;
    bool keeps_items = false;
    uninitialized<Acc> nodes[detail::forest_room<Acc>];

    /// The number of values in `nodes`, including items at the ends.
    IMPULSE_SHARED int size() const { return detail::extent_of(*this).count(); }

    /// init ∘ the whole input, if this part begins at the first item: for [0, n) with the bits of
    /// `tree_fold(items, init, op)`. It takes at most 62 applications of `op`. Throws std::invalid_argument
    /// if the part begins later.
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
    /// The same without an initial value: for no items the result of `reduce` without an initial value.
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

/// The bytes of a forest that are used for at most `leaves` leaves.
template <class Acc>
constexpr std::size_t forest_bytes(index_t leaves) {
    // fault: room-of-message
    const int nodes = leaves < 1 ? 0 : (std::min)(max_nodes, 2 * (log2_floor(leaves) + 1));
    const int most = leaves < 1 ? 0 : nodes + max_items_kept<Acc>;
    return sizeof(forest<Acc>) -
           static_cast<std::size_t>(forest_room<Acc> - most) * sizeof(uninitialized<Acc>);
}

/// The tree over all `i` nodes and items of a forest, if there are any; items at its end are the last,
/// incomplete leaf.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op>
IMPULSE_SHARED uninitialized<Acc> fold_nodes(const forest<Acc>& all, int i, const op_adaptor<Acc, Op>& join) {
    if (i == 0) return {};
    uninitialized<Acc> last;
    if constexpr (keeps_items<std::remove_const_t<Op>, Acc>) {
        const part_extent extent = detail::extent_of(all);
        const int items = static_cast<int>(extent.end - extent.tail_begin());
        i -= items > 0 ? items : 1;
        // fault: items-behind
        if (items > 0)
            last = uninitialized<Acc>(detail::fold_lifted(join, lifted_items<Acc>{all.nodes + i}, items));
        else
            last = all.nodes[i];
    } else {
        last = all.nodes[--i];
    }
    Acc tree = std::move(*last);
    // fault: forest-total
    while (i > 0) tree = join(Acc(*all.nodes[--i]), std::move(tree));
    return uninitialized<Acc>(std::move(tree));
}
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op>
IMPULSE_SHARED uninitialized<Acc> fold_nodes(const forest<Acc>& all, const op_adaptor<Acc, Op>& join) {
    return detail::fold_nodes(all, all.size(), join);
}

/// Appends nodes and items to a forest that has `top` of them so far.
template <class Acc, class Op>
class forest_end {
  public:
    IMPULSE_SHARED forest_end(forest<Acc>& whole, int& top, const op_adaptor<Acc, Op>& join)
        : whole_(whole), top_(top), join_(join), first_(shift_up(whole.begin, log2_floor(whole.leaf))) {}

    /// Appends a node of `size` leaves that begins at `leaf`. If it completes a pair, it is joined with its
    /// sibling at once.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void put(Acc node, index_t leaf, index_t size) const {
        // A node is a right sibling if its size is a binary digit of its begin. The left sibling is complete
        // unless it begins before the forest.
        // fault: forest-siblings
        for (; (leaf & size) != 0 && leaf - first_ >= size; leaf -= size, size *= 2)
            // fault: forest-join
            node = join_(Acc(*whole_.nodes[--top_]), std::move(node));
        whole_.nodes[top_++] = uninitialized<Acc>(std::move(node));
    }
    /// Appends an item. If it completes a leaf, the leaf becomes a node.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void put_item(const uninitialized<Acc>& item, index_t at) const {
        const index_t leaf = whole_.leaf;
        whole_.nodes[top_++] = item;
        // fault: leaf-of-parts
        if (((at + 1) & (leaf - 1)) != 0 || at + 1 - leaf < whole_.begin) return;
        top_ -= static_cast<int>(leaf);
        put(detail::fold_lifted(join_, lifted_items<Acc>{whole_.nodes + top_}, static_cast<int>(leaf)),
            (at + 1 - leaf) >> log2_floor(leaf), 1);
    }

  private:
    forest<Acc>& whole_;
    int& top_;
    const op_adaptor<Acc, Op>& join_;
    index_t first_;  ///< whole leaf
};

/// Appends the nodes and items of a part to the `top` nodes and items of the part before it.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op>
IMPULSE_SHARED void append(forest<Acc>& whole, int& top, const forest<Acc>& part,
                           const op_adaptor<Acc, Op>& join) {
    if (part.begin == part.end) return;
    const forest_end<Acc, Op> end(whole, top, join);
    const part_extent extent = detail::extent_of(part);
    constexpr bool items = keeps_items<std::remove_const_t<Op>, Acc>;
    int i = 0;
    if constexpr (items)
        for (index_t at = part.begin; at < extent.head_end(); ++at) end.put_item(part.nodes[i++], at);
    for (auto [at, last] = extent.leaves(); at < last;) {
        const interval span = detail::first_node(at, last);
        end.put(Acc(*part.nodes[i++]), at, span.size());
        at = span.end;
    }
    if constexpr (items)
        for (index_t at = extent.tail_begin(); at < part.end; ++at) end.put_item(part.nodes[i++], at);
    whole.end = part.end;
}

}  // namespace detail

/// Returns the forest of two adjacent parts: `right` begins where `left` ends. It joins every pair of
/// siblings. An empty part joins with any part.
///
/// Requires: the operator with which both parts were made.
/// Complexity: at most 124 applications of `op`.
/// Memory: a forest.
/// Throws: std::invalid_argument if the parts are not adjacent, or have different leaves; and what `op`
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
    if (right.begin % right.leaf != 0 && !right.keeps_items)
        detail::bad_argument(
            {"right begins at item ", right.begin, ", within a leaf of ", {right.leaf, "item"}});
    auto run = detail::as_run(op);
    detail::op_adaptor<Acc, decltype(run)> join_values(run, detail::opaque_zero());

    forest<Acc> both = left;
    int nodes = both.size();
    detail::append(both, nodes, right, join_values);
    return both;
}

}  // namespace impulse
