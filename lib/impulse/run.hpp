// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a run of items is cut into tiles, and the tiles are shared among workers: the warps of a block, or of a grid.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators.hpp>
#include <impulse/share.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

/// How a lane takes in its part of a tile: `chunks` loads of `items` consecutive items.
struct tile_shape {
    int items;
    int chunks;
    IMPULSE_SHARED constexpr int per_lane() const { return items * chunks; }
};

/// 64 bytes a lane are in flight at once. In order, they are one chunk, so that one tree a tile keeps the order
/// (98% of the read roof; fewer or more bytes at once are slower). Where order may be dropped they are 16-byte
/// words, one from each of four coalesced stripes; of items that need not lie side by side, which words do not help,
/// one from each of up to 16 stripes (a third faster at a stride of 8 items). Items that do not divide 16 bytes are
/// taken by whole 16-byte words where at most 64 bytes hold such a group, else as many as fit in 64 bytes.
IMPULSE_SHARED constexpr tile_shape tile_shape_for(int item_bytes, bool side_by_side, bool commutative) {
    constexpr int in_flight = 64;
    constexpr int word = 16;
    const int fit = item_bytes < in_flight ? in_flight / item_bytes : 1;
    if (commutative && !side_by_side) return {1, fit < 16 ? fit : 16};
    if (commutative && word % item_bytes == 0) return {word / item_bytes, in_flight / word};
    int group = 1;
    while (group * item_bytes % word != 0) group *= 2;
    if (group * item_bytes <= in_flight) return {in_flight / (group * item_bytes) * group, 1};
    return {fit, 1};
}

namespace detail {

template <class Acc, class Source, class Op>
inline constexpr tile_shape shape_of = tile_shape_for(Source::item_bytes, Source::side_by_side,
                                                      is_commutative_v<Op, Acc>);

}  // namespace detail

/// The items of a run in tiles: how many a warp of `width` lanes takes in at a time.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr index_t tile_items(int width) {
    return index_t{width} * detail::shape_of<Acc, Source, Op>.per_lane();
}

/// Items shared in order among workers, the warps of a block or of a grid: contiguous tiles each, of which the last one
/// may be short.
struct ordered_run {
    interval items;
    even_split tiles;

    IMPULSE_SHARED static constexpr ordered_run of(interval items, index_t tile, int, int workers) {
        return {items, even_split::of((items.size() + tile - 1) / tile, workers)};
    }
    /// How many of `size` workers, the first of which is `first`, have any item.
    IMPULSE_SHARED constexpr int filled(int first, int size, int) const { return tiles.filled(first, size); }
};

/// Items shared among workers with their order dropped. Whole tiles are dealt out in turn, so that all workers read
/// from one window of memory at a time; the rest, less than a tile, is dealt out in stripes of one item a lane to the
/// workers that have no tile yet, or else to all. Few bytes: what a kernel is given is read before anything else.
struct striped_run {
    interval items;
    index_t rest;  ///< where it begins
    int workers;
    int rest_worker;  ///< who has its first stripe
    int rest_stride;  ///< from a lane's item of the rest to its next
    int lanes;        ///< how many have any item, worker after worker

    IMPULSE_SHARED static constexpr striped_run of(interval items, index_t tile, int width, int workers) {
        const index_t whole = items.size() / tile;
        const index_t left = items.size() - whole * tile;
        const int first = whole < workers ? static_cast<int>(whole) : 0;
        const index_t most = index_t{workers} * width;
        const index_t stride = most - first * width;
        const index_t lanes = whole * width + left;
        return {items,
                items.begin + whole * tile,
                workers,
                left > 0 ? first : workers,
                static_cast<int>(stride < tile ? stride : tile),
                static_cast<int>(lanes < most ? lanes : most)};
    }
    /// How many of `size` workers of `width` lanes, the first of which is `first`, have any item.
    IMPULSE_SHARED constexpr int filled(int first, int size, int width) const {
        const int left = (lanes - first * width + width - 1) / width;
        return left < size ? left : size;
    }
};

template <class Acc, class Op>
using tiled_run = std::conditional_t<is_commutative_v<Op, Acc>, striped_run, ordered_run>;

/// A run shared among the warps of `lanes` lanes of a block or a grid.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr tiled_run<Acc, Op> tile_run(interval items, int lanes, int workers) {
    return tiled_run<Acc, Op>::of(items, tile_items<Acc, Source, Op>(lanes), lanes, workers);
}

namespace detail {

/// The items of one worker, in order.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr interval share_of(const ordered_run& run, int lanes, int worker) {
    const index_t tile = tile_items<Acc, Source, Op>(lanes);
    const interval tiles = run.tiles.share(worker);
    const index_t end = run.items.begin + tiles.end * tile;
    return {run.items.begin + tiles.begin * tile, end < run.items.end ? end : run.items.end};
}

/// The same of a worker that is one thread. On a CPU, whose threads have caches of their own, its items are contiguous
/// also where order may be dropped.
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr interval share_of_thread(const ordered_run& run, int worker) {
    return share_of<Acc, Source, Op>(run, 1, worker);
}
template <class Acc, class Source, class Op>
IMPULSE_SHARED constexpr interval share_of_thread(const striped_run& run, int worker) {
    const index_t tile = tile_items<Acc, Source, Op>(1);
    return share_of<Acc, Source, Op>(ordered_run::of(run.items, tile, 1, run.workers), 1, worker);
}

}  // namespace detail

}  // namespace impulse::inline IMPULSE_ABI
