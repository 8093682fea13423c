// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collective operations of the threads of a warp or a block.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>

#include <concepts>
#include <cstring>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The threads of a warp, or of a part of a warp. `width` is the largest number of lanes, a power of two;
/// `is_whole` says that all of them exist; `rank()`, `size()`. Values pass between lanes by `shuffle(partial,
/// from)`, where every lane may name another one, `shuffle_down(partial, distance)` and `shuffle_xor(partial,
/// mask)`. `ballot(bool)` has a bit for each lane. After `sync()` all lanes see what each one wrote.
/// `has_hardware_reduce<Acc, Op>` says for which operators there is `hardware_reduce<Op>(value)`. If
/// `has_least`, least(words, is_valid) replaces an array of words, in every lane, by the smallest (the first
/// word is the most significant) of the lanes that are valid.
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
/// `warp_width`; all of them are whole if `whole_warps`, else `whole_warp()` is one of `warp_width` lanes);
/// its place in the grid (`grid_rank()`, `grid_size()`); and `exchange<Type, Count>()`, shared storage for
/// Count values (usually one for each warp), which alternates between two buffers. A block of several threads
/// has `warp_smem()` where a body needs it (`block_needs`): shared memory of the calling warp's own. A thread
/// that waits for another block calls `pause()` in its loop.
///
/// Up to `max_clustered` blocks (1: no clusters) may form a cluster. Then all threads call
/// `cluster_begin(bytes)`, with the number of bytes that the first block will receive; the first warps of the
/// other blocks call `cluster_wait()`, and `send_to_first(p, words)`, which writes to the address in the
/// first block's shared memory that p has in their own; the first warp of the first block calls `receive()`.
///
/// Models: a block of a GPU (detail/backend/cuda/block.cuh), one CPU thread (detail/backend/host/block.hpp,
/// `is_one_thread`), and in the tests blocks of fibers or threads.
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

/// Whether the hardware joins the values of a warp's lanes, by one operator or by each of several.
template <class Warp, class Op, class Acc>
inline constexpr bool reduces_in_hardware = Warp::template has_hardware_reduce<Acc, Op>;
template <class Warp, class... Ops, class... Accs>
inline constexpr bool reduces_in_hardware<Warp, together_operator<Ops...>, values<Accs...>> =
    (Warp::template has_hardware_reduce<Accs, Ops> && ...);

/// Joins the values of the valid lanes by the hardware.
template <class Op, class Acc, class Warp>
IMPULSE_INLINE Acc reduce_in_hardware(const Warp& warp, const Acc& mine, bool is_valid, const Op&) {
    // The functor's own neutral value: the caller's operator may not have one.
    const Acc padded = is_valid ? mine : detail::neutral<Acc, bare_op<Op>>();
    return warp.template hardware_reduce<Op>(padded);
}
template <class Warp, class... Accs>
struct reduce_each_in_hardware {
    const Warp& warp;
    const values<Accs...>& mine;
    bool is_valid;
    template <std::size_t Index, class Op>
    IMPULSE_INLINE auto of(const Op& op) const {
        return detail::reduce_in_hardware(warp, mine.template get<Index>(), is_valid, op);
    }
};
template <class Warp, class... Accs, class... Ops>
IMPULSE_INLINE values<Accs...> reduce_in_hardware(const Warp& warp, const values<Accs...>& mine,
                                                  bool is_valid, const together_operator<Ops...>& ops) {
    return ops.each(reduce_each_in_hardware<Warp, Accs...>{warp, mine, is_valid});
}

/// Joins the values of the first `valid` lanes by the tree over their ranks; the result is in lane 0. The
/// other lanes need not have a value. Every lane must call. It takes log2(width) steps, in registers.
///
/// After the step of distance d, lane i has the join of the lanes i to i + 2d - 1: operands are always
/// adjacent, and in lanes that are a multiple of 2d the join is a node of the tree.
template <class Acc, class Warp, class Op>
IMPULSE_INLINE void reduce_warp(const Warp& warp, uninitialized<Acc>& mine, int valid,
                                const op_adaptor<Acc, Op>& join) {
    using op = std::remove_const_t<Op>;
    if constexpr (reduces_in_hardware<Warp, op, Acc>) {
        mine = uninitialized<Acc>(detail::reduce_in_hardware(warp, *mine, warp.rank() < valid, join.op()));
    } else if constexpr (Warp::has_least && selects_across<Acc, op>) {
        // fault: least-of-warp
        const bool is_valid = warp.rank() < valid;
        if (!is_valid) std::memset(static_cast<void*>(&mine), 0, sizeof(mine));  // any value is valid here
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

/// The join of all lanes' values, in every lane, if the order does not matter and a join is cheap. All lanes
/// of a whole warp must make the call.
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

/// Joins the values of lane 0 of the first `filled` warps in order; the result is in thread 0. Every thread
/// must call. It takes one barrier, and none for one warp.
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

/// Joins the values of the first `valid` threads (at most all) by the tree over their ranks; the result is in
/// thread 0. Every thread must call. It takes one barrier, and none for a block of one warp.
template <class Acc, class Block, class Op>
IMPULSE_SHARED void reduce_block(Block& block, uninitialized<Acc>& mine, int valid,
                                 const op_adaptor<Acc, Op>& join) {
    // fault: valid-in-warp
    detail::reduce_warp<Acc>(block.warp(), mine, valid - block.warp_rank() * Block::warp_width, join);
    // fault: valid-warps
    detail::join_warps<Acc>(block, mine, (valid + Block::warp_width - 1) / Block::warp_width, join);
}

/// Thread 0's value, for every thread. Every thread must call. It takes one barrier: because there are two
/// buffers, the next collective may follow at once.
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

/// The sum of the values of the lanes before this one. `Type{}` is zero, and + is associative. Every lane
/// must call.
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

}  // namespace detail

/// What a body of `runtime<Place>::launch` needs from each block, for warps of `Width` lanes. The threads
/// exchange values of the type `Body::accumulator`.
template <class Body, int Width>
struct block_needs {
    /// The number of values for each warp, in each of the two buffers of `exchange`.
    static constexpr int exchanged = Body::template exchanged<Width>;
    /// Bytes of each warp's own shared memory, aligned to 16: the `warp_smem()` of a block of several
    /// threads.
    static constexpr int warp_smem_bytes = [] {
        if constexpr (requires { Body::template warp_smem_bytes<Width>; })
            // fault: bytes-of-warp
            return Body::template warp_smem_bytes<Width>;
        else
            return 0;
    }();
    /// Bytes of shared memory of the whole block, aligned to 16: its `block_smem()`. A body uses at most one
    /// of the two.
    static constexpr int block_smem_bytes = [] {
        if constexpr (requires { Body::template block_smem_bytes<Width>; })
            return Body::template block_smem_bytes<Width>;
        else
            return 0;
    }();
    /// The most threads of a block, and how many such blocks must be resident on a multiprocessor, whatever
    /// number of registers that leaves for a lane; or 0.
    static constexpr int max_threads = [] {
        if constexpr (requires { Body::max_threads; })
            return Body::max_threads;
        else
            return 0;
    }();
    static constexpr int resident_blocks = [] {
        if constexpr (requires { Body::resident_blocks; })
            return Body::resident_blocks;
        else
            return 1;
    }();
    /// Whether each lane needs so many registers that a block may have only half as many lanes.
    static constexpr bool needs_255_registers = [] {
        if constexpr (requires { Body::needs_255_registers; })
            return Body::needs_255_registers;
        else
            return false;
    }();
};

}  // namespace impulse
