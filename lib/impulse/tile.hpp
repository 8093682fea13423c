// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of items → one partial result, by all threads of a block.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/config.hpp>
#include <impulse/group.hpp>
#include <impulse/operators.hpp>
#include <impulse/partial.hpp>
#include <impulse/run.hpp>
#include <impulse/share.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// Folds `Count` loaded items and joins the result to `acc`.
IMPULSE_NO_EXEC_CHECK
template <int Count, class Acc, class Items, class Op>
IMPULSE_SHARED void fold_loaded(partial<Acc>& acc, const Items& items, Op& op) {
    Acc folded = static_cast<Acc>(items(0));
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int j = 1; j < Count; ++j) folded = take_in<Acc>(op, std::move(folded), items(j));
    append<Acc>(acc, partial<Acc>(std::move(folded)), op);
}

/// Folds the items i to min(i + K, end) - 1: a lane's part of a short tile, order kept.
IMPULSE_NO_EXEC_CHECK
template <int K, class Acc, class Source, class Op>
IMPULSE_SHARED void fold_short(partial<Acc>& acc, const Source& source, index_t i, index_t end, Op& op) {
    if (i + K <= end) return fold_loaded<K, Acc>(acc, source.template load<K, 1>(i, 0), op);
    if (i >= end) return;
    Acc folded = static_cast<Acc>(source[i]);
    while (++i < end) folded = take_in<Acc>(op, std::move(folded), source[i]);
    append<Acc>(acc, partial<Acc>(std::move(folded)), op);
}

/// Folds the items i, i + stride, ... before `end`, at most `Most` of them: a lane's part of the rest of a run, order
/// dropped. Loads and operator are applied without a branch, so that eight loads are in flight at once: where there
/// is no item, the first is taken again for nothing.
IMPULSE_NO_EXEC_CHECK
template <int Most, class Acc, class Source, class Op>
IMPULSE_SHARED void fold_striped(partial<Acc>& acc, const Source& source, index_t i, int stride, index_t end,
                                 Op& op) {
    constexpr int at_once = Most - 1 < 8 ? Most - 1 : 8;
    using item = typename Source::item_type;
    if (i >= end) return;
    const int left = static_cast<int>(end - i);
    Acc folded = static_cast<Acc>(source[i]);
    if constexpr (at_once == 0 || !std::is_trivially_copyable_v<item>) {
        for (int j = stride; j < left; j += stride)
            folded = take_in<Acc>(op, std::move(folded), source[i + j]);
    } else {
        for (int j = stride; j < left; j += at_once * stride) {
            cell<item> items[at_once];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
            for (int k = 0; k < at_once; ++k)
                items[k] = cell<item>(source[i + (j + k * stride < left ? j + k * stride : 0)]);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
            for (int k = 0; k < at_once; ++k) {
                const Acc joined = take_in<Acc>(op, Acc(folded), *items[k]);
                folded = j + k * stride < left ? joined : folded;
            }
        }
    }
    append<Acc>(acc, partial<Acc>(std::move(folded)), op);
}

/// How many warps of a block take in tiles: not a last one that is short of lanes, unless it is the only one.
IMPULSE_NO_EXEC_CHECK
template <class Block>
IMPULSE_SHARED constexpr int tiling_warps(const Block& block) {
    if constexpr (Block::whole_warps) return block.warps();
    return block.size() < Block::warp_width ? 1 : block.size() / Block::warp_width;
}

/// The lanes of each of them.
IMPULSE_NO_EXEC_CHECK
template <class Block>
IMPULSE_SHARED constexpr int tiling_lanes(const Block& block) {
    if constexpr (Block::whole_warps) return Block::warp_width;
    return block.size() < Block::warp_width ? block.size() : Block::warp_width;
}

/// One warp's part of a run, order kept: each tile is joined by a tree in order, and lane 0 keeps the running result.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_ordered(const Warp& warp, const Source& source, const ordered_run& run,
                                               int worker, Op& op) {
    interval items = share_of<Acc, Source, Op>(run, warp.size(), worker);
    constexpr int K = shape_of<Acc, Source, Op>.items;
    const index_t tile = index_t{warp.size()} * K;
    partial<Acc> running;
    index_t i = items.begin + warp.rank() * K;
    for (; items.begin < items.end; items.begin += tile, i += tile) {
        partial<Acc> mine;
        int valid = warp.size();
        if (items.end - items.begin >= tile) {
            fold_loaded<K, Acc>(mine, source.template load<K, 1>(i, 0), op);
        } else {
            valid = static_cast<int>(static_cast<unsigned>(items.end - items.begin + K - 1) / K);
            fold_short<K, Acc>(mine, source, i, items.end, op);
        }
        reduce_warp<Acc>(warp, mine, valid, op);
        if (warp.rank() == 0) append<Acc>(running, mine, op);
    }
    return running;
}

/// One warp's part of a run, order dropped. Each lane keeps a running result of its stripes, joined at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_striped(const Warp& warp, const Source& source, const striped_run& run,
                                               int worker, Op& op) {
    constexpr tile_shape shape = shape_of<Acc, Source, Op>;
    constexpr int K = shape.items;
    const int stripe = warp.size() * K;
    const int tile = stripe * shape.chunks;
    partial<Acc> running;
#if defined(__CUDA_ARCH__)
#pragma unroll 1  // a first round of its own would double the code that a small input has to fetch
#endif
    for (index_t i = run.items.begin + index_t{worker} * tile; i < run.rest; i += index_t{run.workers} * tile)
        fold_loaded<shape.per_lane(), Acc>(
            running, source.template load<K, shape.chunks>(i + warp.rank() * K, stripe), op);
    if (worker >= run.rest_worker)
        fold_striped<shape.per_lane(), Acc>(
            running, source, run.rest + index_t{worker - run.rest_worker} * warp.size() + warp.rank(),
            run.rest_stride, run.items.end, op);
    reduce_warp<Acc>(warp, running, run.lanes - worker * warp.size(), op);
    return running;
}

}  // namespace detail

/// Reduces a block's part of a run, in order unless `op` is known to commute; the result is thread 0's, absent
/// if the part is empty. The block's warps are the workers from `first_worker` on. Every thread must call. The warps
/// meet once, at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, const tiled_run<Acc, Op>& run,
                                       int first_worker, Op& op) {
    if constexpr (Block::is_one_thread) {
        return block.template fold<Acc>(source, detail::share_of_thread<Acc, Source, Op>(run, first_worker),
                                        op);
    } else {
        const int worker = first_worker + block.warp_rank();
        const int warps = detail::tiling_warps(block);
        partial<Acc> result;
        if (Block::whole_warps || block.warp_rank() < warps) {
            if constexpr (is_commutative_v<Op, Acc>)
                result = detail::reduce_run_striped<Acc>(block.warp(), source, run, worker, op);
            else
                result = detail::reduce_run_ordered<Acc>(block.warp(), source, run, worker, op);
        }
        join_warps<Acc>(block, result, run.filled(first_worker, warps, Block::warp_width), op);
        return result;
    }
}

/// The same for a run of which the block takes everything.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, interval items, Op& op) {
    const auto run =
        tile_run<Acc, Source, Op>(items, detail::tiling_lanes(block), detail::tiling_warps(block));
    return reduce_run<Acc>(block, source, run, 0, op);
}

}  // namespace impulse::inline IMPULSE_ABI
