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

#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// How a lane takes in its part of a tile: `chunks` loads of `items` consecutive items, `rounds` times.
struct tile_shape {
    int items;
    int chunks;
    int rounds;
    IMPULSE_SHARED constexpr int per_lane() const { return items * chunks * rounds; }
};

/// 64 bytes a lane are in flight at once. In order, they are one chunk, so that one tree a tile keeps the order
/// (97% of the read roof; fewer or more bytes at once are slower); an accumulator of more than 16 bytes makes
/// the tree dear, and takes in several rounds of chunks before it. Where order may be dropped they are 16-byte
/// words, one from each of four coalesced stripes. Items that do not divide 16 bytes are taken by whole 16-byte
/// words where at most 64 bytes hold such a group, else as many as fit in 64 bytes.
IMPULSE_SHARED constexpr tile_shape tile_shape_for(int item_bytes, int accumulator_bytes, bool commutative) {
    constexpr int in_flight = 64;
    constexpr int word = 16;
    if (commutative && word % item_bytes == 0) return {word / item_bytes, in_flight / word, 1};
    const int rounds = commutative || accumulator_bytes <= word ? 1 : accumulator_bytes <= 2 * word ? 2 : 4;
    int group = 1;
    while (group * item_bytes % word != 0) group *= 2;
    if (group * item_bytes <= in_flight) return {in_flight / (group * item_bytes) * group, 1, rounds};
    return {item_bytes < in_flight ? in_flight / item_bytes : 1, 1, rounds};
}

namespace detail {

template <class Acc, class Source, class Op>
inline constexpr tile_shape shape_of =
    tile_shape_for(Source::item_bytes, sizeof(Acc), is_commutative_v<Op, Acc>);

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

/// One lane's chunk of a run's last, short tile: the items from `i` on, K of them or as many as there are.
IMPULSE_NO_EXEC_CHECK
template <int K, class Acc, class Source, class Op>
IMPULSE_SHARED void fold_last(partial<Acc>& acc, const Source& source, index_t i, index_t end, Op& op) {
    if (i + K <= end) {
        fold_loaded<K, Acc>(acc, source.template load<K, 1>(i, 0), op);
        return;
    }
    for (; i < end; ++i) {
        if (acc.has_value())
            acc = partial<Acc>(take_in<Acc>(op, std::move(*acc), source[i]));
        else
            acc = partial<Acc>(static_cast<Acc>(source[i]));
    }
}

/// One warp's run, order kept: each tile is joined by a tree in order, and lane 0 keeps the running result.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_ordered(const Warp& warp, const Source& source, interval items, Op& op) {
    constexpr tile_shape shape = shape_of<Acc, Source, Op>;
    constexpr int K = shape.items;
    constexpr int per_lane = shape.per_lane();
    const index_t tile = index_t{warp.size()} * per_lane;
    partial<Acc> running;
    index_t i = items.begin + warp.rank() * per_lane;
    for (index_t base = items.begin; base < items.end; base += tile, i += tile) {
        partial<Acc> mine;
        if (items.end - base >= tile) {
            for (int round = 0; round < shape.rounds; ++round)
                fold_loaded<K, Acc>(mine, source.template load<K, 1>(i + round * K, 0), op);
            reduce_warp<Acc>(warp, mine, warp.size(), op);
        } else {
            for (int round = 0; round < shape.rounds; ++round)
                fold_last<K, Acc>(mine, source, i + round * K, items.end, op);
            reduce_warp<Acc>(warp, mine, static_cast<int>(static_cast<unsigned>(items.end - base + per_lane - 1) / per_lane), op);
        }
        if (warp.rank() == 0) append<Acc>(running, mine, op);
    }
    return running;
}

/// One warp's run, order dropped: each lane keeps a running result of its stripes, joined at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_striped(const Warp& warp, const Source& source, interval items, Op& op) {
    constexpr tile_shape shape = shape_of<Acc, Source, Op>;
    constexpr int K = shape.items;
    const index_t stripe = index_t{warp.size()} * K;
    const index_t tile = stripe * shape.chunks;
    const int lanes = items.end - items.begin >= stripe
                          ? warp.size()
                          : static_cast<int>(static_cast<unsigned>(items.end - items.begin + K - 1) / K);
    partial<Acc> running;
    index_t i = items.begin + warp.rank() * K;
    for (; items.end - items.begin >= tile; items.begin += tile, i += tile)
        fold_loaded<K * shape.chunks, Acc>(running, source.template load<K, shape.chunks>(i, stripe), op);
    for (; i < items.end; i += stripe) fold_last<K, Acc>(running, source, i, items.end, op);
    reduce_warp<Acc>(warp, running, lanes, op);
    return running;
}

}  // namespace detail

/// The items of a run in tiles: how many a warp of `width` lanes takes in at a time.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr index_t tile_items(int width) {
    return index_t{width} * detail::shape_of<Acc, Source, Op>.per_lane();
}

/// The items [begin, end), cut into whole tiles (the last one may be short) that are split among workers: the
/// warps of a block, or of a grid.
struct tiled_run {
    interval items;
    even_split tiles;
};

template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr tiled_run tile_run(interval items, int warp_width, index_t workers) {
    const index_t tile = tile_items<Acc, Source, Op>(warp_width);
    return {items, even_split::of((items.end - items.begin + tile - 1) / tile, workers)};
}

/// Reduces a block's part of a run, in order unless `op` is known to commute; the result is thread 0's, absent
/// if the part is empty. The block's warps are the workers from `first_worker` on. Every thread must call.
///
/// Each warp takes a contiguous share of tiles, so that warps meet once, at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, const tiled_run& run,
                                       index_t first_worker, Op& op) {
    const interval tiles = run.tiles.share(first_worker + block.warp_rank());
    const index_t tile = tile_items<Acc, Source, Op>(Block::warp_width);
    const index_t end = run.items.begin + tiles.end * tile;
    const interval items{run.items.begin + tiles.begin * tile, end < run.items.end ? end : run.items.end};
    if constexpr (Block::is_one_thread) {
        return block.template fold<Acc>(source, items, op);
    } else {
        partial<Acc> result;
        if constexpr (is_commutative_v<Op, Acc>)
            result = detail::reduce_run_striped<Acc>(block.warp(), source, items, op);
        else
            result = detail::reduce_run_ordered<Acc>(block.warp(), source, items, op);
        join_warps<Acc>(block, result, run.tiles.filled(first_worker, block.warps()), op);
        return result;
    }
}

/// The same for a run of which the block takes everything.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, interval items, Op& op) {
    return reduce_run<Acc>(block, source, tile_run<Acc, Source, Op>(items, Block::warp_width, block.warps()), 0, op);
}

}  // namespace impulse::inline IMPULSE_ABI
