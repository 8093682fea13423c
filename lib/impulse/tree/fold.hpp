// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree over a range, by one thread.
#pragma once

#include <impulse/config.hpp>
#include <impulse/tree/nodes.hpp>

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

/// The same, fast.
template <class Acc, class Leaves, class Join>
Acc fold_tree(const Leaves& leaves, index_t begin, index_t end, const Join& join) {
    return detail::fold_by_definition<Acc>(leaves, begin, end, join);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
