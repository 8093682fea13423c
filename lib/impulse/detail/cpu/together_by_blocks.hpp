// SPDX-License-Identifier: Apache-2.0
/// \file
/// Several operators over the same items, by one CPU thread. Each operator reduces a block, which stays in
/// cache, by its fastest algorithm.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Acc, class Leaves, class Op>
Acc reduce_serially(const Leaves& leaves, interval range, const op_adaptor<Acc, Op>& join);

/// Whether an operator's own_way searches for a position after all blocks.
template <class Way>
inline constexpr bool looks_later = requires {
    typename Way::finder;
};

/// Reduces a block of leaves of `together` by one of its operators.
template <class Acc, class Leaves>
struct reduce_each {
    const Leaves& all;
    interval range;
    std::uint32_t zero;

    template <std::size_t Index, class Op>
    auto of(const Op& op) const {
        using acc = value_at<Index, Acc>;
        using own = typename Leaves::template by<acc, const Op>;
        const op_adaptor<acc, const Op> join(op, zero);
        const index_t end = all.origin() + (std::min)(range.end * Leaves::length, all.items());
        // fault: begin-of-block
        const own own_leaves(all.source(), join, {all.origin() + range.begin * Leaves::length, end});
        if constexpr (looks_later<own_way<acc, Op, own>>)
            return own_way<acc, Op, own>::of_block(own_leaves.source().first + own_leaves.origin(),
                                                   own_leaves.items(), join);
        else
            return detail::reduce_serially<acc>(own_leaves, {0, own_leaves.count()}, join);
    }
};

/// After all blocks, searches for the positions that the blocks left open.
template <class Acc, class Leaves>
struct find_each {
    Acc& all;
    const Leaves& leaves;
    interval range;
    index_t block;
    std::uint32_t zero;

    template <std::size_t Index, class Op>
    int of(const Op& op) const {
        using acc = value_at<Index, Acc>;
        using way = own_way<acc, Op, typename Leaves::template by<acc, const Op>>;
        if constexpr (looks_later<way>) {
            const auto* const from = leaves.source().first + (leaves.origin() + range.begin * Leaves::length);
            way::find(all.template get<Index>(), from, block, op_adaptor<acc, const Op>(op, zero));
        }
        return 0;
    }
};

/// The value of a range by the tree: splits it like the tree, down to blocks.
template <class Acc, class Leaves, class All>
Acc reduce_together(const Leaves& leaves, interval range, const op_adaptor<Acc, All>& join, index_t block) {
    if (range.size() <= block) return join.op().each(reduce_each<Acc, Leaves>{leaves, range, join.zero()});
    const index_t middle = range.begin + floor_power(range.size() - 1);
    Acc left = detail::reduce_together<Acc>(leaves, {range.begin, middle}, join, block);
    return join(std::move(left), detail::reduce_together<Acc>(leaves, {middle, range.end}, join, block));
}

/// Each operator reads the items again, so items must be numbers in memory, or computed from such numbers by
/// the library, with any first index.
template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires has_own_members<Op>;
    requires Op::several;
    requires std::remove_cvref_t<decltype(leaves.source())>::adds_up;
    requires costs_alike<std::remove_cvref_t<decltype(leaves.source())>>;
}
struct own_way<Acc, Op, Leaves> {
    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        constexpr index_t fitting =
            cpu_tuning::block_bytes / index_t{Leaves::length * sizeof(typename Leaves::item_type)};
        constexpr index_t block = fitting > 1 ? fitting : 1;
        Acc all = detail::reduce_together<Acc>(leaves, range, join, block);
        join.op().each(find_each<Acc, Leaves>{all, leaves, range, block * Leaves::length, join.zero()});
        return all;
    }
};

}  // namespace impulse::detail
