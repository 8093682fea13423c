// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree over nodes in registers, whose indices the compiler must know.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/op_adaptor.hpp>

#include <cstddef>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Joins nodes by the tree over their indices, level by level; the result is in the first node. It skips
/// nodes for which is_valid(i) is false, which are the last ones.
IMPULSE_NO_EXEC_CHECK
template <class Acc, std::size_t Count, class IsValid, class Op>
IMPULSE_INLINE void join_registers(uninitialized<Acc> (&node)[Count], const op_adaptor<Acc, Op>& join,
                                   const IsValid& is_valid) {
    constexpr int count = int{Count};
    IMPULSE_UNROLL
    for (int step = 1; step < count; step *= 2) {
        IMPULSE_UNROLL
        for (int i = 0; i + step < count; i += 2 * step)
            if (is_valid(i + step))
                // fault: registers-join
                node[i] = uninitialized<Acc>(join(std::move(*node[i]), std::move(*node[i + step])));
    }
}

/// The same for the nodes get(i), from `First` on, half by half: each node is computed when it is needed,
/// because many large nodes do not fit into registers.
IMPULSE_NO_EXEC_CHECK
template <int First, int Count, class Acc, class Get, class IsValid, class Op>
IMPULSE_INLINE uninitialized<Acc> join_halves(const Get& get, const op_adaptor<Acc, Op>& join,
                                              const IsValid& is_valid) {
    if constexpr (Count == 1) {
        return get(First);
    } else {
        constexpr int half = Count / 2;
        uninitialized<Acc> before = detail::join_halves<First, half, Acc>(get, join, is_valid);
        if (!is_valid(First + half)) return before;
        uninitialized<Acc> after = detail::join_halves<First + half, half, Acc>(get, join, is_valid);
        // fault: registers-halves
        return uninitialized<Acc>(join(std::move(*before), std::move(*after)));
    }
}

}  // namespace impulse::detail
