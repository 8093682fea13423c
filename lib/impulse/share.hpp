// SPDX-License-Identifier: Apache-2.0
/// \file
/// Even shares of a count among workers, in order.
#pragma once

#include <impulse/config.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The positions [begin, end).
struct interval {
    index_t begin;
    index_t end;
};

/// The share of `worker` when `count` things are split among `workers` in order: shares differ by one at most,
/// and where there are fewer things than workers, the first `count` workers get one each.
IMPULSE_SHARED constexpr interval share_of(index_t count, index_t workers, index_t worker) {
    const index_t each = count / workers;
    const index_t more = count % workers;
    const index_t begin = worker * each + (worker < more ? worker : more);
    return {begin, begin + each + (worker < more ? 1 : 0)};
}

/// The share of `worker` in items, when the run is cut into whole tiles (the last one may be short).
IMPULSE_SHARED constexpr interval share_of(interval items, index_t tile, index_t workers, index_t worker) {
    const index_t count = items.end - items.begin;
    const interval tiles = share_of((count + tile - 1) / tile, workers, worker);
    const index_t begin = tiles.begin * tile;
    const index_t end = tiles.end * tile;
    return {items.begin + (begin < count ? begin : count), items.begin + (end < count ? end : count)};
}

}  // namespace impulse::inline IMPULSE_ABI
