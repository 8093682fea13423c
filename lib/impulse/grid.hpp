// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a policy and an executor agree on: the size of a grid, and the memory through which its blocks meet.
///
/// An *executor* (host/executor.hpp, device/executor.cuh) has `even_grid`, `queue_grid` and `one_block`, which
/// plan a grid for a reduction; `split(reduction, grid)`, the items split among the grid's
/// warps; `scratch<Acc>(slots)`, memory that lasts until the launches that use it are
/// done; and `launch(body, grid)`, which calls `body(block)` on every thread of every block.
#pragma once

#include <impulse/atomics.hpp>
#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/partial.hpp>
#include <impulse/shape.hpp>

#include <algorithm>
#include <string>

namespace impulse::inline IMPULSE_ABI {

/// A planned grid. `items` is what a block takes at a time, `slots` how many partial results are stored.
struct grid {
    index_t blocks = 1;
    int threads = 1;
    index_t items = 0;
    index_t slots = 0;
};

/// Where the blocks of a grid meet.
template <class Acc>
struct meeting_place {
    cell<Acc>* slots = nullptr;
    counters* shared = nullptr;
};

namespace detail {

inline constexpr index_t max_blocks = index_t{1} << 20;
inline constexpr index_t max_queue_slots = index_t{1} << 12;

inline void check_shape(const shape& s) {
    if (s.blocks < 0 || s.blocks > max_blocks)
        bad_argument("shape.blocks", std::to_string(s.blocks), "0 (the default) to 1048576");
    if (s.threads % 32 != 0 || s.threads < 0 || s.threads > 1024)
        bad_argument("shape.threads", std::to_string(s.threads),
                     "0 (the default) or a multiple of 32 up to 1024");
    if (s.items < 0) bad_argument("shape.items", std::to_string(s.items), "0 (the default) or more");
}

constexpr index_t divide_up(index_t a, index_t b) { return (a + b - 1) / b; }

/// The grid of a work queue: fetches of `items` items, or more where that would make too many slots.
inline grid queue_grid(index_t count, index_t items, index_t tile, index_t resident, int threads,
                       const shape& by_hand) {
    if (by_hand.items > 0) items = std::min(by_hand.items, std::max<index_t>(1, count));
    items = std::max(items, divide_up(count, max_queue_slots));
    items = std::max<index_t>(1, divide_up(items, tile)) * tile;
    const index_t fetches = divide_up(count, items);
    const index_t blocks = by_hand.blocks > 0 ? by_hand.blocks : resident;
    return {std::clamp<index_t>(fetches, 1, blocks), threads, items, std::max<index_t>(1, fetches)};
}

}  // namespace detail

}  // namespace impulse::inline IMPULSE_ABI
