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

/// How a warp takes in a tile: `chunks` times, each lane loads `items` consecutive items.
struct tile_shape {
    int items;
    int chunks;
    IMPULSE_SHARED constexpr int per_lane() const { return items * chunks; }
};

/// 64 bytes a lane are in flight at once. In order, they are one chunk, so that one tree a tile keeps the
/// order: 97% of the read roof (more or fewer bytes are slower). Where order may be dropped they are 16-byte
/// words, one from each of four coalesced stripes. Items that do not divide 16 bytes are taken by whole
/// 16-byte words where at most 64 bytes hold such a group, else as many as fit in 64 bytes.
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

/// Folds all items of a tile, given as chunks, and joins the result to `acc`.
IMPULSE_NO_EXEC_CHECK
template <int K, class Acc, int Chunks, class Chunk, class Op>
IMPULSE_SHARED void fold_chunks(partial<Acc>& acc, const Chunk (&items)[Chunks], Op& op) {
    Acc folded = static_cast<Acc>(items[0][0]);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int k = 1; k < K * Chunks; ++k) folded = take_in<Acc>(op, std::move(folded), items[k / K][k % K]);
    append<Acc>(acc, partial<Acc>(std::move(folded)), op);
}

/// One lane's chunk of a run's last, short tile: the items from `i` on, K of them or as many as there are.
IMPULSE_NO_EXEC_CHECK
template <int K, class Acc, class Source, class Op>
IMPULSE_SHARED void fold_last(partial<Acc>& acc, const Source& source, index_t i, index_t end, Op& op) {
    if (i + K <= end) {
        const decltype(source.template load<K>(i)) items[1] = {source.template load<K>(i)};
        fold_chunks<K, Acc>(acc, items, op);
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
    constexpr int K = tile_shape_for(Source::item_bytes, false).items;
    const index_t tile = index_t{warp.size()} * K;
    partial<Acc> running;
    index_t i = items.begin + warp.rank() * K;
    for (index_t base = items.begin; base < items.end; base += tile, i += tile) {
        partial<Acc> mine;
        if (items.end - base >= tile) {
            const decltype(source.template load<K>(i)) chunk[1] = {source.template load<K>(i)};
            fold_chunks<K, Acc>(mine, chunk, op);
            reduce_warp<Acc>(warp, mine, warp.size(), op);
        } else {
            fold_last<K, Acc>(mine, source, i, items.end, op);
            reduce_warp<Acc>(warp, mine, static_cast<int>((items.end - base + K - 1) / K), op);
        }
        if (warp.rank() == 0) append<Acc>(running, mine, op);
    }
    return running;
}

/// One warp's run, order dropped: each lane keeps a running result of its stripes, joined at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_striped(const Warp& warp, const Source& source, interval items, Op& op) {
    constexpr tile_shape shape = tile_shape_for(Source::item_bytes, true);
    constexpr int K = shape.items;
    const index_t stripe = index_t{warp.size()} * K;
    const index_t tile = stripe * shape.chunks;
    partial<Acc> running;
    index_t i = items.begin + warp.rank() * K;
    for (; items.end - items.begin >= tile; items.begin += tile, i += tile) {
        decltype(source.template load<K>(i)) chunks[shape.chunks];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
        for (int c = 0; c < shape.chunks; ++c) chunks[c] = source.template load<K>(i + c * stripe);
        fold_chunks<K, Acc>(running, chunks, op);
    }
    for (; i < items.end; i += stripe) fold_last<K, Acc>(running, source, i, items.end, op);
    return running;
}

}  // namespace detail

/// The items of a run in tiles: how many a warp of `width` lanes takes in at a time.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr index_t tile_items(int width) {
    return index_t{width} * tile_shape_for(Source::item_bytes, is_commutative_v<Op, Acc>).per_lane();
}

/// Reduces the items of a run by all threads of a block, in order unless `op` is known to commute; the result
/// is thread 0's, absent if the run is empty. Every thread must call.
///
/// Each warp takes a contiguous share of whole tiles, so that warps meet once, at the end.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run(Block& block, const Source& source, interval items, Op& op) {
    if constexpr (Block::is_one_thread) {
        return block.template fold<Acc>(source, items, op);
    } else {
        constexpr index_t tile = tile_items<Acc, Source, Op>(Block::warp_width);
        const auto warp = block.warp();
        const interval mine = share_of(items, tile, block.warps(), block.warp_rank());
        partial<Acc> result;
        if constexpr (is_commutative_v<Op, Acc>) {
            constexpr int K = tile_shape_for(Source::item_bytes, true).items;
            const index_t filled = (mine.end - mine.begin + K - 1) / K;
            result = detail::reduce_run_striped<Acc>(warp, source, mine, op);
            reduce_warp<Acc>(warp, result, static_cast<int>(filled < warp.size() ? filled : warp.size()), op);
        } else {
            result = detail::reduce_run_ordered<Acc>(warp, source, mine, op);
        }
        const index_t tiles = (items.end - items.begin + tile - 1) / tile;
        join_warps<Acc>(block, result, static_cast<int>(tiles < block.warps() ? tiles : block.warps()), op);
        return result;
    }
}

}  // namespace impulse::inline IMPULSE_ABI
