// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers operators for which a CPU thread has a special algorithm.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// A specialization for some operators and leaves has `of(leaves, range, join)`, which computes the value of
/// a non-empty range with the bits of the tree.
template <class Acc, class Op, class Leaves>
struct own_way;
template <class Acc, class Op, class Leaves>
concept has_own_way = requires {
    sizeof(own_way<Acc, Op, Leaves>);
};

/// A specialization computes whole leaves of `columns` adjacent columns at once: `of(source, origin, first,
/// to)`.
template <class Acc, class Op, class Source>
struct leaves_across {
    static constexpr int columns = 0;
};

/// Joins leaves one after another; for few leaves whose order does not change the result.
template <class Acc, class Leaves, class Join>
Acc fold_in_order(const Leaves& leaves, interval range, const Join& join) {
    Acc acc = leaves[range.begin];
    for (index_t i = range.begin + 1; i < range.end; ++i) acc = join(std::move(acc), leaves[i]);
    return acc;
}

}  // namespace impulse::detail
