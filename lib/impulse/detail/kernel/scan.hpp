// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exclusive sums over the threads of a block.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The sum of the values of the lanes before this one. `Type{}` is zero, and + is associative. Every lane
/// must call.
IMPULSE_NO_EXEC_CHECK
template <class Type, class Warp>
IMPULSE_SHARED Type sum_before_in_warp(const Warp& warp, const Type& mine, Type& all) {
    Type until = mine;
    IMPULSE_UNROLL
    for (int d = 1; d < Warp::width; d *= 2) {
        const uninitialized<Type> other =
            warp.shuffle(uninitialized<Type>(until), (warp.rank() - d) & (Warp::width - 1));
        if (warp.rank() >= d) until = *other + until;
    }
    const uninitialized<Type> before =
        warp.shuffle(uninitialized<Type>(until), (warp.rank() - 1) & (Warp::width - 1));
    all = *warp.shuffle(uninitialized<Type>(until), Warp::width - 1);
    return warp.rank() > 0 ? *before : Type{};
}

/// The sum of the values of the threads before this one, and in `all` the sum of all. Every thread must call;
/// it takes one barrier. Warps are whole.
IMPULSE_NO_EXEC_CHECK
template <class Type, class Block>
IMPULSE_SHARED Type sum_before(Block& block, const Type& mine, Type& all) {
    if constexpr (Block::is_one_thread) {
        all = mine;
        return Type{};
    } else {
        const auto warp = block.warp();
        Type of_warp{};
        Type before = detail::sum_before_in_warp(warp, mine, of_warp);
        Type* const of_warps = block.template exchange<Type>();
        if (warp.rank() == 0) of_warps[block.warp_rank()] = of_warp;
        block.sync();
        Type of_others{};
        all = Type{};
        for (int w = 0; w < block.warps(); ++w) {
            if (w == block.warp_rank()) of_others = all;
            all = all + of_warps[w];
        }
        // fault: sum-of-warps
        return of_others + before;
    }
}

}  // namespace impulse::detail
