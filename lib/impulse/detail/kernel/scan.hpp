// SPDX-License-Identifier: Apache-2.0
/// \file
/// What comes before: sums of the values of all threads of a block that come before one.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/cell.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The sum of the values of the lanes before this one. `T{}` is no value at all, and + is exact. Every lane must call.
IMPULSE_NO_EXEC_CHECK
template <class T, class Warp>
IMPULSE_SHARED T sum_before_in_warp(const Warp& warp, const T& mine, T& all) {
    T until = mine;
    IMPULSE_UNROLL
    for (int d = 1; d < Warp::width; d *= 2) {
        const cell<T> other = warp.shuffle(cell<T>(until), (warp.rank() - d) & (Warp::width - 1));
        if (warp.rank() >= d) until = *other + until;
    }
    const cell<T> before = warp.shuffle(cell<T>(until), (warp.rank() - 1) & (Warp::width - 1));
    all = *warp.shuffle(cell<T>(until), Warp::width - 1);
    return warp.rank() > 0 ? *before : T{};
}

/// The sum of the values of the threads before this one, and in `all` that of all. Every thread must call; the block meets
/// once. Warps are whole.
IMPULSE_NO_EXEC_CHECK
template <class T, class Block>
IMPULSE_SHARED T sum_before(Block& block, const T& mine, T& all) {
    if constexpr (Block::is_one_thread) {
        all = mine;
        return T{};
    } else {
        const auto warp = block.warp();
        T of_warp{};
        T before = detail::sum_before_in_warp(warp, mine, of_warp);
        T* const of_warps = block.template exchange<T>();
        if (warp.rank() == 0) of_warps[block.warp_rank()] = of_warp;
        block.sync();
        T of_others{};
        all = T{};
        for (int w = 0; w < block.warps(); ++w) {
            if (w == block.warp_rank()) of_others = all;
            all = all + of_warps[w];
        }
        // fault: sum-of-warps
        return of_others + before;
    }
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
