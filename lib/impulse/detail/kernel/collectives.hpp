// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a group of threads does together.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/group_reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/selecting.hpp>

#include <concepts>
#include <cstring>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

/// The threads of a warp, or of a part of one: `width`, the most lanes that it can have, a power of two;
/// `is_whole`: whether it is known to have them; `rank()`, `size()`; values pass between them by
/// `shuffle(partial, from)`, where every lane may name another, `shuffle_down(partial, distance)` and
/// `shuffle_xor(partial, mask)`; `ballot(bool)` has a bit for each lane; after `sync()` all see what each
/// wrote. It says of which operators it `has_hardware_reduce<Acc, Op>`: of those it has
/// `hardware_reduce<Op>(value)`; and whether it `has_least`: then least(words, is_valid) replaces an array of
/// words, in every lane, by the least (the first word counts first) of the lanes that are `valid`.
template <class Warp>
concept warp_group = requires(const Warp& warp, const uninitialized<int>& value) {
    { Warp::width } -> std::convertible_to<int>;
    { Warp::is_whole } -> std::convertible_to<bool>;
    { Warp::has_least } -> std::convertible_to<bool>;
    { warp.rank() } -> std::convertible_to<int>;
    { warp.size() } -> std::convertible_to<int>;
    { warp.shuffle(value, 0) } -> std::same_as<uninitialized<int>>;
    { warp.shuffle_down(value, 1) } -> std::same_as<uninitialized<int>>;
    { warp.shuffle_xor(value, 1) } -> std::same_as<uninitialized<int>>;
    { warp.ballot(true) } -> std::same_as<std::uint32_t>;
    warp.sync();
};

/// The threads of a block: `rank()`, `size()`, `sync()`; its warps (`warp()`, `warp_rank()`, `warps()`,
/// `warp_width`; all of them whole where it says `whole_warps`, else `whole_warp()` is one that has
/// `warp_width` lanes); its place in the grid (`grid_rank()`, `grid_size()`); and `exchange<Type, Count>()`,
/// storage for Count values (as a rule one a warp) that the block shares, two buffers by turns. A block of
/// several threads has `warp_smem()` where a body needs it (`block_needs`): shared memory of the calling
/// warp. `pause()` is called again and again by a thread that waits for another block. Up to `max_clustered`
/// blocks (1: there are no clusters) may be one: then all threads `cluster_begin(bytes)`, that the first
/// block is sent in all; the first warps of the others `cluster_wait()` until all have, and `send_to_first(p,
/// words)` to the place that p is in their own shared memory; and the first warp of the first `receive()`s
/// them. A GPU's block is one (detail/backend/cuda/block.cuh); so are a single CPU thread
/// (detail/backend/host/block.hpp), which says `is_one_thread`, and, in the tests, a block of fibers or
/// threads.
template <class Block>
concept block_group = requires(Block& block) {
    { Block::is_one_thread } -> std::convertible_to<bool>;
    { Block::whole_warps } -> std::convertible_to<bool>;
    { Block::max_clustered } -> std::convertible_to<int>;
    { Block::warp_width } -> std::convertible_to<int>;
    { block.rank() } -> std::convertible_to<int>;
    { block.size() } -> std::convertible_to<int>;
    { block.warp() } -> warp_group;
    { block.warp_rank() } -> std::convertible_to<int>;
    { block.warps() } -> std::convertible_to<int>;
    { block.grid_rank() } -> std::convertible_to<index_t>;
    { block.grid_size() } -> std::convertible_to<index_t>;
    block.template exchange<uninitialized<int>, 1>();
    block.sync();
    block.pause();
};

namespace detail {

/// Joins the values of the first `valid` lanes by the tree over their ranks; the result is lane 0's. The
/// other lanes need not hold a value. Every lane must call. log2(width) steps, in registers.
///
/// After the step of distance d, lane i holds the join of lanes i to i + 2d - 1: what meets is always
/// adjacent, and in the lanes that are a multiple of 2d it is a node of the tree.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Op>
IMPULSE_INLINE void reduce_warp(const Warp& warp, uninitialized<Acc>& mine, int valid,
                                const op_adaptor<Acc, Op>& join) {
    using op = std::remove_const_t<Op>;
    if constexpr (Warp::template has_hardware_reduce<Acc, op>) {
        // That of the functor: what a caller has given may be none.
        const Acc padded = warp.rank() < valid ? *mine : detail::neutral<Acc, bare_op<op>>();
        mine = uninitialized<Acc>(warp.template hardware_reduce<op>(padded));
    } else if constexpr (Warp::has_least && selects_across<Acc, op>) {
        // fault: least-of-warp
        const bool is_valid = warp.rank() < valid;
        if (!is_valid) std::memset(static_cast<void*>(&mine), 0, sizeof(mine));  // some value
        mine = uninitialized<Acc>(op::across(*mine, [&](auto& words) { warp.least(words, is_valid); }));
    } else {
        const int filled = valid < warp.size() ? valid : warp.size();
        IMPULSE_UNROLL
        for (int distance = 1; distance < Warp::width; distance *= 2) {
            if (distance >= valid) break;  // the same for all lanes
            uninitialized<Acc> other = warp.shuffle_down(mine, distance);
            // fault: warp-filled
            if (warp.rank() + distance < filled && (warp.rank() & (2 * distance - 1)) == 0)
                // fault: warp-join
                mine = uninitialized<Acc>(join(std::move(*mine), std::move(*other)));
        }
    }
}

/// The join of all lanes' values, in every lane, where order does not matter and a join costs next to
/// nothing. All lanes of a whole warp call.
IMPULSE_NO_EXEC_CHECK
template <class Op, class Type, class Warp>
IMPULSE_INLINE Type join_lanes(const Warp& warp, Type mine) {
    static_assert(Warp::is_whole);
    if constexpr (Warp::template has_hardware_reduce<Type, Op>) {
        return warp.template hardware_reduce<Op>(mine);
    } else {
        IMPULSE_NO_UNROLL
        for (int d = 1; d < Warp::width; d *= 2)
            mine = Op{}(mine, *warp.shuffle_xor(uninitialized<Type>(mine), d));
        return mine;
    }
}

/// Joins the values of lane 0 of the first `filled` warps in order; the result is thread 0's. Every thread
/// must call. One barrier, and none where one warp has all.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Op>
IMPULSE_INLINE void join_warps(Block& block, uninitialized<Acc>& mine, int filled,
                               const op_adaptor<Acc, Op>& join) {
    if constexpr (!Block::is_one_thread) {
        if (block.warps() == 1 || filled <= 1) return;
        const auto warp = block.warp();
        uninitialized<Acc>* partials = block.template exchange<uninitialized<Acc>>();
        if (warp.rank() == 0 && block.warp_rank() < filled) partials[block.warp_rank()] = mine;
        // fault: warps-meet
        block.sync();
        if (block.warp_rank() == 0) {
            if (warp.rank() < filled) mine = partials[warp.rank()];
            detail::reduce_warp<Acc>(warp, mine, filled, join);
        }
    }
}

/// Joins the values of the first `valid` threads (at most all) by the tree over their ranks; the result is
/// thread 0's. Every thread must call. One barrier, and none in a block of one warp.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Op>
IMPULSE_SHARED void reduce_block(Block& block, uninitialized<Acc>& mine, int valid,
                                 const op_adaptor<Acc, Op>& join) {
    // fault: valid-in-warp
    detail::reduce_warp<Acc>(block.warp(), mine, valid - block.warp_rank() * Block::warp_width, join);
    // fault: valid-warps
    detail::join_warps<Acc>(block, mine, (valid + Block::warp_width - 1) / Block::warp_width, join);
}

/// Thread 0's value, for every thread. Every thread must call. One barrier: thanks to the two buffers, the
/// next collective may follow at once.
IMPULSE_NO_EXEC_CHECK
template <class Block, class Type>
IMPULSE_SHARED Type broadcast(Block& block, Type value) {
    if constexpr (Block::is_one_thread) {
        return value;
    } else {
        Type* const shared = block.template exchange<Type, 1>();
        if (block.rank() == 0) *shared = value;
        // fault: broadcast-meets
        block.sync();
        return *shared;
    }
}

}  // namespace detail

}  // namespace IMPULSE_ABI
}  // namespace impulse
