// SPDX-License-Identifier: Apache-2.0
/// \file
/// Nodes of equal size, joined as they arrive.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(running.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/op_adaptor.hpp>

#include <cstdint>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Adds node number `n` to a binary counter: joins it with the nodes that wait for it, and then lets it wait
/// for its sibling. Only the `last` node may have another size; after it `node` is the join of all nodes.
///
/// `waiting` stores one waiting node for each level: join(level, node) replaces `node` by the join of the
/// waiting node and `node`; keep(level, node) stores `node`.
IMPULSE_NO_EXEC_CHECK
IMPULSE_INLINE void put_node(auto& waiting, auto& node, auto n, bool last) {
    int level = 0;
    IMPULSE_NO_UNROLL
    for (;; ++level) {
        if ((n >> level & 1) != 0)
            waiting.join(level, node);
        else if (!last || n >> level == 0)
            break;
    }
    // fault: counter-waits
    if (!last) waiting.keep(level, node);
}

/// Stores waiting nodes in an array of one thread.
template <class Acc, class Op>
class waiting_in_array {
  public:
    IMPULSE_SHARED explicit waiting_in_array(const op_adaptor<Acc, Op>& join) : by_(join) {}

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void join(int level, uninitialized<Acc>& node) {
        // fault: short-warp-join
        node = uninitialized<Acc>(by_(std::move(*node_of_[level]), std::move(*node)));
    }
    IMPULSE_SHARED void keep(int level, const uninitialized<Acc>& node) { node_of_[level] = node; }

  private:
    const op_adaptor<Acc, Op>& by_;
    uninitialized<Acc> node_of_[64];
};

/// Joins nodes of equal size as they arrive, by a whole warp, for up to 2^32 nodes. It is a binary counter in
/// which lane l of the warp has the levels l, l + width, ...
template <class Acc, class Warp, class Op>
class binary_counter {
  public:
    IMPULSE_INLINE binary_counter(const Warp& warp, const op_adaptor<Acc, Op>& join)
        : warp_(warp), join_(join) {}

    /// Adds node number `n`, which lane 0 has; only the last node may have another size.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void put(const uninitialized<Acc>& of_lane_0, std::uint32_t n) {
        uninitialized<Acc> node = warp_.shuffle(of_lane_0, 0);
        detail::put_node(*this, node, n, false);
    }
    /// The join of all `n` nodes, in all lanes; n is not 0.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE uninitialized<Acc> all(std::uint32_t n) {
        int level = 0;
        while ((n >> level & 1) == 0) ++level;
        uninitialized<Acc> node = waiting(level);
        // fault: waiting-rest
        detail::put_node(*this, node, n & (n - 1), true);
        return node;
    }

    // The interface of `waiting` in put_node.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void join(int level, uninitialized<Acc>& node) const {
        uninitialized<Acc> left = waiting(level);
        // fault: waiting-join
        node = uninitialized<Acc>(join_(std::move(*left), std::move(*node)));
    }
    IMPULSE_INLINE void keep(int level, const uninitialized<Acc>& node) {
        IMPULSE_UNROLL
        for (int s = 0; s < levels_per_lane; ++s)
            // fault: waiting-put
            if (warp_.rank() + s * Warp::width == level) waiting_[s] = node;
    }

  private:
    static constexpr int levels = 32;
    static constexpr int levels_per_lane = levels / Warp::width;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE uninitialized<Acc> waiting(int level) const {
        uninitialized<Acc> mine = waiting_[0];
        IMPULSE_UNROLL
        for (int s = 1; s < levels_per_lane; ++s)
            // fault: waiting-slot
            if (level / Warp::width == s) mine = waiting_[s];
        // fault: waiting-lane
        return warp_.shuffle(mine, level % Warp::width);
    }

    const Warp& warp_;
    const op_adaptor<Acc, Op>& join_;
    uninitialized<Acc> waiting_[std::size_t{levels_per_lane}];
};

}  // namespace impulse::detail
