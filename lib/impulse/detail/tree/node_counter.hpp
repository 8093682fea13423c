// SPDX-License-Identifier: Apache-2.0
/// \file
/// Nodes of equal size → the node of all, as they come.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/cell.hpp>
#include <impulse/detail/op/joining.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstdint>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Nodes of equal size, put together as they come: a binary counter, of which lane l of a warp holds the levels l,
/// l + width, ... For up to 2^32 nodes, by a whole warp.
template <class Acc, class Warp, class Op>
class node_counter {
  public:
    IMPULSE_INLINE node_counter(const Warp& warp, const joining<Acc, Op>& join) : warp_(warp), join_(join) {}

    /// Takes in node number `n`, which lane 0 has; only the last may be of another size.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void put(const cell<Acc>& of_lane_0, std::uint32_t n) {
        cell<Acc> node = warp_.shuffle(of_lane_0, 0);
        int level = 0;
        IMPULSE_NO_UNROLL
        for (; (n >> level & 1) != 0; ++level) put_before(level, node);
        IMPULSE_UNROLL
        for (int s = 0; s < slot_count; ++s)
            // fault: waiting-put
            if (warp_.rank() + s * Warp::width == level) waiting_[s] = node;
    }
    /// All `n` of them, in all lanes; n is not 0.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> all(std::uint32_t n) const {
        int level = 0;
        while ((n >> level & 1) == 0) ++level;
        cell<Acc> node = waiting(level);
        // fault: waiting-rest
        IMPULSE_NO_UNROLL
        for (++level; n >> level != 0; ++level)
            if ((n >> level & 1) != 0) put_before(level, node);
        return node;
    }

  private:
    static constexpr int levels = 32;
    static constexpr int slot_count = levels / Warp::width;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> waiting(int level) const {
        cell<Acc> mine = waiting_[0];
        IMPULSE_UNROLL
        for (int s = 1; s < slot_count; ++s)
            // fault: waiting-slot
            if (level / Warp::width == s) mine = waiting_[s];
        // fault: waiting-lane
        return warp_.shuffle(mine, level % Warp::width);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void put_before(int level, cell<Acc>& node) const {
        cell<Acc> left = waiting(level);
        // fault: waiting-join
        node = cell<Acc>(join_(std::move(*left), std::move(*node)));
    }

    const Warp& warp_;
    const joining<Acc, Op>& join_;
    cell<Acc> waiting_[slot_count];
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
