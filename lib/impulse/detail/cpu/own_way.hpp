// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers operators for which a CPU thread has a special algorithm.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Specialized for some operators and leaves: `is_there` is true, and `of(leaves, range, join)` computes the
/// value of a range, which is not empty, with the bits of the tree.
template <class Acc, class Op, class Leaves>
struct own_way {
    static constexpr bool is_there = false;
};

/// Specialized for whole leaves of adjacent columns that are made side by side: `of(source, origin, first,
/// to)` makes those of `columns` columns.
template <class Acc, class Op, class Source>
struct leaves_across {
    static constexpr int columns = 0;
};

/// One leaf after the other: of few of them, whose order cannot be seen.
template <class Acc, class Leaves, class Join>
Acc fold_in_order(const Leaves& leaves, interval range, const Join& join) {
    Acc acc = leaves[range.begin];
    for (index_t i = range.begin + 1; i < range.end; ++i) acc = join(std::move(acc), leaves[i]);
    return acc;
}

}  // namespace impulse::detail
