// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of items → one partial result, by all threads of a block.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/config.hpp>
#include <impulse/group.hpp>
#include <impulse/operators.hpp>
#include <impulse/partial.hpp>
#include <impulse/share.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// How a lane takes in its part of a tile: `chunks` loads of `items` consecutive items.
struct tile_shape {
    int items;
    int chunks;
    IMPULSE_SHARED constexpr int per_lane() const { return items * chunks; }
};

/// 64 bytes a lane are in flight at once. In order, they are one chunk, so that one tree a tile keeps the order
/// (98% of the read roof; fewer or more bytes at once are slower). Where order may be dropped they are 16-byte
/// words, one from each of four coalesced stripes. Items that do not divide 16 bytes are taken by whole 16-byte
/// words where at most 64 bytes hold such a group, else as many as fit in 64 bytes.
IMPULSE_SHARED constexpr tile_shape tile_shape_for(int item_bytes, bool commutative) {
    constexpr int in_flight = 64;
    constexpr int word = 16;
    if (commutative && word % item_bytes == 0) return {word / item_bytes, in_flight / word};
    int group = 1;
    while (group * item_bytes % word != 0) group *= 2;
    if (group * item_bytes <= in_flight) return {in_flight / (group * item_bytes) * group, 1};
    return {item_bytes < in_flight ? in_flight / item_bytes : 1, 1};
}

namespace detail {

template <class Acc, class Source, class Op>
inline constexpr tile_shape shape_of = tile_shape_for(Source::item_bytes, is_commutative_v<Op, Acc>);

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

/// Folds the items i, i + stride, ... before `end`, at most `Most` of them: a lane's part of a short tile, order
/// dropped. Loads and operator are applied without a branch, so that eight loads are in flight at once: where there
/// is no item, the first is taken again for nothing.
IMPULSE_NO_EXEC_CHECK
template <int Most, class Acc, class Source, class Op>
IMPULSE_SHARED void fold_short_striped(partial<Acc>& acc, const Source& source, index_t i, int stride,
                                       index_t end, Op& op) {
    constexpr int at_once = Most - 1 < 8 ? Most - 1 : 8;
    using item = typename Source::item_type;
    if (i >= end) return;
    const auto step = static_cast<unsigned>(stride);
    const int n = static_cast<int>((static_cast<unsigned>(end - i) + step - 1) / step);
    Acc folded = static_cast<Acc>(source[i]);
    if constexpr (at_once == 0 || !std::is_trivially_copyable_v<item>) {
        for (int j = 1; j < n; ++j) folded = take_in<Acc>(op, std::move(folded), source[i + j * stride]);
    } else {
        for (int done = 1; done < n; done += at_once) {
            cell<item> items[at_once];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
            for (int j = 0; j < at_once; ++j)
                items[j] = cell<item>(source[i + (done + j < n ? done + j : 0) * stride]);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
            for (int j = 0; j < at_once; ++j) {
                const Acc joined = take_in<Acc>(op, Acc(folded), *items[j]);
                folded = done + j < n ? joined : folded;
            }
        }
    }
    append<Acc>(acc, partial<Acc>(std::move(folded)), op);
}

/// One warp's run, order kept: each tile is joined by a tree in order, and lane 0 keeps the running result.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_ordered(const Warp& warp, const Source& source, interval items,
                                               Op& op) {
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

/// One warp's part of a run, order dropped: each `step`-th tile from `begin` on. Each lane keeps a running result of
/// its stripes, joined at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_striped(const Warp& warp, const Source& source, interval items,
                                               index_t step, Op& op) {
    constexpr tile_shape shape = shape_of<Acc, Source, Op>;
    constexpr int K = shape.items;
    const index_t stripe = index_t{warp.size()} * K;
    const index_t tile = stripe * shape.chunks;
    const index_t left = items.end - items.begin;
    const int valid = left >= warp.size() ? warp.size() : static_cast<int>(left);
    partial<Acc> running;
#if defined(__CUDA_ARCH__)
#pragma unroll 1  // a first round of its own would double the code that a small input has to fetch
#endif
    for (; items.end - items.begin >= tile; items.begin += step * tile)
        fold_loaded<shape.per_lane(), Acc>(
            running, source.template load<K, shape.chunks>(items.begin + warp.rank() * K, stripe), op);
    if (items.begin < items.end)
        fold_short_striped<shape.per_lane(), Acc>(running, source, items.begin + warp.rank(), warp.size(),
                                                  items.end, op);
    reduce_warp<Acc>(warp, running, valid, op);
    return running;
}

}  // namespace detail

/// The items of a run in tiles: how many a warp of `width` lanes takes in at a time.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr index_t tile_items(int width) {
    return index_t{width} * detail::shape_of<Acc, Source, Op>.per_lane();
}

/// The items [begin, end), cut into whole tiles (the last one may be short) that are shared among workers: the
/// warps of a block, or of a grid.
struct tiled_run {
    interval items;
    index_t workers;
    even_split tiles;
};

template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr tiled_run tile_run(interval items, int warp_width, index_t workers) {
    const index_t tile = tile_items<Acc, Source, Op>(warp_width);
    return {items, workers, even_split::of((items.end - items.begin + tile - 1) / tile, workers)};
}

namespace detail {

/// How many warps of a block take in tiles: not a last one that is short of lanes, unless it is the only one.
IMPULSE_NO_EXEC_CHECK
template <class Block>
IMPULSE_SHARED constexpr int tiling_warps(const Block& block) {
    if constexpr (Block::whole_warps) return block.warps();
    return block.size() < Block::warp_width ? 1 : block.size() / Block::warp_width;
}

}  // namespace detail

/// Reduces a block's part of a run, in order unless `op` is known to commute; the result is thread 0's, absent
/// if the part is empty. The block's warps are the workers from `first_worker` on. Every thread must call.
///
/// In order, a worker's tiles are contiguous. Where order may be dropped they are dealt out in turn, so that all
/// workers read from one window of memory at a time. Either way warps meet once, at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, const tiled_run& run,
                                       index_t first_worker, Op& op) {
    const index_t tile = tile_items<Acc, Source, Op>(Block::warp_width);
    const index_t worker = first_worker + block.warp_rank();
    const int warps = detail::tiling_warps(block);
    const bool idle = !Block::whole_warps && block.warp_rank() >= warps;
    if constexpr (!Block::is_one_thread && is_commutative_v<Op, Acc>) {
        const index_t begin = run.items.begin + worker * tile;
        partial<Acc> result = detail::reduce_run_striped<Acc>(
            block.warp(), source, {begin < run.items.end && !idle ? begin : run.items.end, run.items.end},
            run.workers, op);
        join_warps<Acc>(block, result, run.tiles.filled(first_worker, warps), op);
        return result;
    } else {
        const interval tiles = idle ? interval{0, 0} : run.tiles.share(worker);
        const index_t end = run.items.begin + tiles.end * tile;
        const interval items{run.items.begin + tiles.begin * tile, end < run.items.end ? end : run.items.end};
        if constexpr (Block::is_one_thread) {
            return block.template fold<Acc>(source, items, op);
        } else {
            partial<Acc> result = detail::reduce_run_ordered<Acc>(block.warp(), source, items, op);
            join_warps<Acc>(block, result, run.tiles.filled(first_worker, warps), op);
            return result;
        }
    }
}

/// The same for a run of which the block takes everything.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, interval items, Op& op) {
    const int warps = detail::tiling_warps(block);
    return reduce_run<Acc>(block, source, tile_run<Acc, Source, Op>(items, Block::warp_width, warps), 0, op);
}

}  // namespace impulse::inline IMPULSE_ABI
