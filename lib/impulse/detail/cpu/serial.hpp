// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces leaves to one value, by one CPU thread: by the tree; one after another if the operator is
/// associative and accumulates items; or in any order.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/exact_sum.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/cpu/pairs_as_words.hpp>
#include <impulse/detail/cpu/together_by_blocks.hpp>
#include <impulse/detail/cpu/unordered_fold.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether an associative operator accumulates items without leaves. An operator that lifts packs does so
/// only if it accumulates runs, because runs are longer than packs.
template <class Acc, class Op, class Leaves>
consteval bool goes_without_leaves() {
    if constexpr (requires(const Leaves& leaves) { leaves.source(); }) {
        using source = std::remove_cvref_t<decltype(std::declval<const Leaves&>().source())>;
        using item = typename Leaves::item_type;
        if constexpr (takes_packs<Acc, Op, item>)
            return is_contiguous<source> && accumulates_runs<Op, Acc, item>;
        else
            return names_accumulate<Op>;
    } else {
        return false;
    }
}

template <class Acc, class Leaves, class Op>
Acc accumulate_items(const Leaves& leaves, interval range, const op_adaptor<Acc, Op>& join) {
    using item = typename Leaves::item_type;
    const auto& source = leaves.source();
    const index_t origin = leaves.origin();
    const index_t begin = range.begin * Leaves::length;
    const index_t end = (std::min)(leaves.items(), range.end * Leaves::length);
    Acc acc = join.lift(source.at(origin, begin));
    if constexpr (is_contiguous<std::remove_cvref_t<decltype(source)>> &&
                  accumulates_runs<std::remove_const_t<Op>, Acc, item>)
        join.accumulate(acc, source.first + (origin + begin + 1), source.first + (origin + end));
    else
        // fault: items-of-leaf
        for (index_t i = begin + 1; i < end; ++i) join.accumulate(acc, source.at(origin, i));
    return acc;
}

/// The value of the leaves of the non-empty `range`, by the tree of this range alone.
template <class Acc, class Leaves, class Op>
Acc reduce_serially(const Leaves& leaves, interval range, const op_adaptor<Acc, Op>& join) {
    using op = std::remove_const_t<Op>;
    constexpr grouping free = freedom_v<op, Acc>;
    if constexpr (has_own_way<Acc, op, Leaves>) {
        return own_way<Acc, op, Leaves>::of(leaves, range, join);
    } else if constexpr (free != grouping::tree && goes_without_leaves<Acc, op, Leaves>()) {
        return detail::accumulate_items<Acc>(leaves, range, join);
    } else if constexpr (free == grouping::reorder && std::is_trivially_copyable_v<Acc> &&
                         std::is_default_constructible_v<Acc> && sizeof(Acc) <= 64) {
        constexpr int many = side_by_side<Acc>;
        constexpr int few = few_side_by_side<Acc, Leaves>();
        if (range.size() >= 2 * many) return detail::unordered_fold<many, Acc>(leaves, range, join);
        if constexpr (few < many)
            // fault: striped-from
            if (range.size() >= few) return detail::unordered_fold<few, Acc>(leaves, range, join);
        return detail::fold_in_order<Acc>(leaves, range, join);
    } else {
        return detail::fold_tree<Acc>(leaves, range.begin, range.end, join);
    }
}

}  // namespace impulse::detail
