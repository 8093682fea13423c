// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a group of threads does together.
///
/// A *warp* has `rank()`, `size()` and the most that it can be, `width`; `shuffle_down<T>(partial, distance)` and
/// `shuffle<T>(partial, from)`; and says of which operators it `has_hardware_reduce`: of those it has
/// `hardware_reduce<Op>(value)`. A *block* has `rank()`, `size()`, `sync()`, its warps (`warp()`, `warp_rank()`,
/// `warps()`, `warp_width`; `whole_warps` where it knows that none is short of lanes), its place in the grid
/// (`grid_rank()`, `grid_size()`) and `exchange<T, Count>()`: room for Count values (as a rule one a warp), shared by
/// the block, two buffers by turns. A GPU's block is such a block (device/block.cuh); so are a single CPU thread
/// (host/block.hpp) and, in the tests, a block of fibers or threads.
///
/// The functions here join partial results, which may be absent; group_reduce.hpp has those on plain values.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators.hpp>
#include <impulse/partial.hpp>
#include <impulse/share.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The rank of a block's first warp among those of the grid.
IMPULSE_NO_EXEC_CHECK
template <class Block>
IMPULSE_SHARED int first_warp(const Block& block) {
    return static_cast<int>(block.grid_rank()) * block.warps();
}

/// Joins the values of the first `valid` lanes in the order of their ranks; the result is lane 0's. The other
/// lanes need not hold a value. Every lane must call. log2(size) steps, in registers.
///
/// After the step of distance d, lane i holds the join of lanes i to i + 2d - 1, so that what meets is always
/// adjacent and in order: no step needs the operator to commute.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Op>
IMPULSE_SHARED void reduce_warp(const Warp& warp, partial<Acc>& mine, int valid, Op& op) {
    if constexpr (Warp::template has_hardware_reduce<Acc, Op>) {
        const Acc padded = warp.rank() < valid ? *mine : identity<Op, Acc>::of(op);
        mine = partial<Acc>(warp.template hardware_reduce<Op>(padded));
    } else {
        const int filled = valid < warp.size() ? valid : warp.size();
        for (int distance = 1; distance < Warp::width; distance *= 2) {
            const partial<Acc> other = warp.template shuffle_down<Acc>(mine, distance);
            if (warp.rank() + distance < filled)
                mine = partial<Acc>(static_cast<Acc>(op(std::move(*mine), *other)));
        }
    }
}

/// Joins the values of lane 0 of the first `filled` warps in order; the result is thread 0's. Every thread must
/// call. One barrier, and none in a block of one warp.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Op>
IMPULSE_SHARED void join_warps(Block& block, partial<Acc>& mine, int filled, Op& op) {
    if (block.warps() == 1) return;
    const auto warp = block.warp();
    cell<Acc>* cells = block.template exchange<cell<Acc>>();
    if (warp.rank() == 0 && block.warp_rank() < filled) cells[block.warp_rank()] = cell<Acc>(*mine);
    block.sync();
    if (block.warp_rank() == 0) {
        if (warp.rank() < filled) mine = partial<Acc>(*cells[warp.rank()]);
        reduce_warp<Acc>(warp, mine, filled, op);
    }
}

/// Joins the values of the first `valid` threads (at most all) in the order of their ranks; the result is thread 0's.
/// Every thread must call. One barrier, and none in a block of one warp.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Op>
IMPULSE_SHARED void reduce_block(Block& block, partial<Acc>& mine, int valid, Op& op) {
    reduce_warp<Acc>(block.warp(), mine, valid - block.warp_rank() * Block::warp_width, op);
    join_warps<Acc>(block, mine, (valid + Block::warp_width - 1) / Block::warp_width, op);
}

/// Joins partial results that lie in memory, in order; the result is thread 0's, absent if there are none. `split`
/// shares them among the threads of the block. Every thread must call.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Op>
IMPULSE_SHARED partial<Acc> join_cells(Block& block, const cell<Acc>* cells, const even_split& split,
                                       Op& op) {
    const interval share = split.share(block.rank());
    partial<Acc> mine;
    if (share.begin < share.end) mine = partial<Acc>(*cells[share.begin]);
#if defined(__CUDA_ARCH__)
#pragma unroll 1  // rarely more than one or two, and an unrolled loop takes long to enter
#endif
    for (index_t i = share.begin + 1; i < share.end; ++i) append<Acc>(mine, partial<Acc>(*cells[i]), op);
    reduce_block<Acc>(block, mine, split.filled(0, block.size()), op);
    return mine;
}

/// Thread 0's value, for every thread. Every thread must call. One barrier: thanks to the two buffers, the
/// next collective may follow at once.
IMPULSE_NO_EXEC_CHECK
template <class Block, class T>
IMPULSE_SHARED T broadcast(Block& block, T value) {
    if constexpr (Block::is_one_thread) {
        return value;
    } else {
        T* const cell = block.template exchange<T, 1>();
        if (block.rank() == 0) *cell = value;
        block.sync();
        return *cell;
    }
}

}  // namespace impulse::inline IMPULSE_ABI
