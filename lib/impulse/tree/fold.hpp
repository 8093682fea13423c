// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree over a range, by one CPU thread: by its definition, and fast.
#pragma once

#include <impulse/config.hpp>
#include <impulse/tree/lanes.hpp>
#include <impulse/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// T(begin, end) as it is defined; begin < end. `leaves[i]` is an accumulator, `join(left, right)` joins two.
template <class Acc, class Leaves, class Join>
Acc fold_by_definition(const Leaves& leaves, index_t begin, index_t end, const Join& join) {
    if (end - begin == 1) return leaves[begin];
    const index_t middle = begin + floor_power(end - begin - 1);
    Acc left = detail::fold_by_definition<Acc>(leaves, begin, middle, join);
    Acc right = detail::fold_by_definition<Acc>(leaves, middle, end, join);
    return join(std::move(left), std::move(right));
}

/// A node of N leaves, N a power of two, unrolled so that a leaf costs no call.
template <int N, class Acc, class Leaves, class Join>
inline Acc fold_few(const Leaves& leaves, index_t begin, const Join& join) {
    if constexpr (N == 1) {
        return leaves[begin];
    } else {
        Acc left = detail::fold_few<N / 2, Acc>(leaves, begin, join);
        return join(std::move(left), detail::fold_few<N / 2, Acc>(leaves, begin + N / 2, join));
    }
}

/// The same node for node, fast: numbers by vectors, other types by recursion that is unrolled at the bottom.
template <class Acc, class Leaves, class Join>
Acc fold_tree(const Leaves& leaves, index_t begin, index_t end, const Join& join) {
    constexpr int few = 16;
    const index_t count = end - begin;
    if constexpr (folds_by_lanes<Acc, Join>) {
        if (count >= lane_fold<Acc, Leaves, Join>::least && is_power(count))
            return lane_fold<Acc, Leaves, Join>{leaves, join}.node(begin, count);
    }
    if (count == few) return detail::fold_few<few, Acc>(leaves, begin, join);
    if (count == 1) return leaves[begin];
    const index_t middle = begin + floor_power(count - 1);
    Acc left = detail::fold_tree<Acc>(leaves, begin, middle, join);
    return join(std::move(left), detail::fold_tree<Acc>(leaves, middle, end, join));
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
