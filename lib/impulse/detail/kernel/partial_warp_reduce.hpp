// SPDX-License-Identifier: Apache-2.0
/// \file
/// A range of leaves, reduced by lanes that are not a whole warp.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/binary_counter.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The number of lanes need not be a power of two: a power of two of them take a leaf each, and lane 0 keeps
/// the waiting nodes.
template <class Acc, class Warp, class Leaves, class Op>
IMPULSE_SHARED uninitialized<Acc> reduce_by_few(const Warp& warp, const Leaves& leaves, interval range,
                                                const op_adaptor<Acc, Op>& join) {
    // fault: short-warp-window
    const index_t lanes = floor_power(warp.size());
    waiting_in_array<Acc, Op> waiting(join);
    uninitialized<Acc> node;
    std::uint64_t count = 0;
    for (index_t at = range.begin; at < range.end; at += lanes, ++count) {
        const index_t remaining = range.end - at < lanes ? range.end - at : lanes;
        if (warp.rank() < remaining) node = uninitialized<Acc>(leaves[at + warp.rank()]);
        detail::reduce_warp<Acc>(warp, node, static_cast<int>(remaining), join);
        if (warp.rank() == 0) detail::put_node(waiting, node, count, range.end - at <= lanes);
    }
    return node;
}

}  // namespace impulse::detail
