// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launches that look for runs of equal keys.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/mark_runs.hpp>
#include <impulse/plan.hpp>
#include <impulse/tree/nodes.hpp>

#include <algorithm>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Over `items` keys, where others are launched by `of_others`.
constexpr run_search make_run_search(index_t items, const work_kind& kind, const capacity& place,
                                     const first_launch& of_others) {
    run_search s;
    const index_t positions = items > 0 ? items + 1 : 0;  // a run ends behind the last item
    if (kind.lane_keys == 0) {
        s.threads = 1;
        s.longest = of_others.longest;
        s.tile = std::max<index_t>(1, divide_up(positions, std::max<index_t>(1, of_others.blocks)));
        s.tiles = divide_up(positions, s.tile);
        s.blocks = s.tiles;
    } else {
        const int warps = std::min(most_tile_warps, place.most_warps);
        s.threads = warps * place.warp_width;
        s.longest = index_t{kind.share.each} * place.warp_width;
        const index_t step = index_t{place.warp_width} * kind.lane_keys;
        // One block sums up all tiles; and of a few for each warp that runs at the same time none is left behind.
        s.tile = step * std::max<index_t>(1, divide_up(divide_up(positions, step), 4 * place.resident));
        s.tiles = divide_up(positions, s.tile);
        s.marks = divide_up(positions, step) * kind.lane_keys;
        s.blocks = std::min(divide_up(s.tiles, warps), std::max<index_t>(1, 4 * place.resident / warps));
    }
    s.blocks = std::max<index_t>(1, s.blocks);  // of nothing, too, there is a count to write
    if (s.tiles > 1 || items > s.longest * kind.leaf) s.room = items / (s.longest * kind.leaf + 1) + 1;
    return s;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
