// SPDX-License-Identifier: Apache-2.0
/// \file
/// Computes a leaf from items that were lifted one by one, so that parts of an input may begin and end within
/// a leaf.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Accumulators of one item each, adjacent in memory.
template <class Acc>
struct lifted_items {
    const uninitialized<Acc>* first;
    IMPULSE_INLINE Acc operator()(int j) const { return *first[j]; }
};
/// The accumulators of one operator of `together`.
template <std::size_t Index, class Items>
struct lifted_of_one {
    const Items& items;
    IMPULSE_INLINE auto operator()(int j) const { return items(j).template get<Index>(); }
};

/// Whether a leaf can be computed from lifted items: if a leaf is one item, or the operator has a function
/// for it.
template <class Op, class Acc>
inline constexpr bool folds_lifted = leaf_of<Op, void>::value == 1 || folds_items<Op, lifted_items<Acc>>;
template <class... Ops, class... Accs>
inline constexpr bool folds_lifted<together_operator<Ops...>, values<Accs...>> = (folds_lifted<Ops, Accs> &&
                                                                                  ...);

template <class... Accs>
inline constexpr int max_items_kept<values<Accs...>> = detail::greatest(0, max_items_kept<Accs>...);

/// Whether parts store the lifted items of incomplete leaves at their ends.
template <class Op, class Acc>
inline constexpr bool keeps_items =
    leaf_of<Op, void>::value > 1 &&
    2 * (leaf_of<Op, void>::value - 1) <= max_items_kept<Acc>&& folds_lifted<typename bare<Op>::type, Acc>;

template <class Acc, class Items>
struct fold_lifted_each;

/// The leaf of `count` lifted items, at least one: by the operator's own function, otherwise by the tree.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op, class Items>
IMPULSE_SHARED Acc fold_lifted(const op_adaptor<Acc, Op>& join, const Items& item, int count) {
    if constexpr (requires {
                      requires has_own_members<std::remove_const_t<Op>>;
                      requires Op::several;
                  }) {
        return join.op().each(fold_lifted_each<Acc, Items>{item, count, join.zero()});
    } else if constexpr (folds_items<std::remove_const_t<Op>, Items>) {
        return join.op().fold_items(item, 0, count);
    } else {
        constexpr int levels = 31;
        uninitialized<Acc> waiting[std::size_t{levels}];
        int top = 0;
        for (int i = 0; i < count; ++i) {
            Acc node = item(i);
            // fault: lifted-siblings
            for (int n = i; n % 2 != 0; n /= 2) node = join(Acc(*waiting[--top]), std::move(node));
            waiting[top++] = uninitialized<Acc>(std::move(node));
        }
        Acc node = *waiting[--top];
        while (top > 0) node = join(Acc(*waiting[--top]), std::move(node));
        return node;
    }
}

template <class Acc, class Items>
struct fold_lifted_each {
    const Items& item;
    int count;
    std::uint32_t zero;
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_SHARED auto of(const Op& op) const {
        using acc = value_at<Index, Acc>;
        return detail::fold_lifted(op_adaptor<acc, const Op>(op, zero), lifted_of_one<Index, Items>{item},
                                   count);
    }
};

}  // namespace impulse::detail
