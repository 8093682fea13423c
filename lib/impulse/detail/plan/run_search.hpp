// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launches that look for runs of equal keys.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Over `items` keys, where others are launched by `of_others`.
constexpr run_search make_run_search(index_t items, const work_kind& kind, const capacity& place,
                                     const first_launch& of_others) {
    run_search s;
    const index_t positions = items > 0 ? items + 1 : 0;  // a run ends behind the last item
    // As many tiles at a time as there are rounds of.
    const index_t at_once = positions > 0 ? divide_up(positions, divide_up(positions, place.keys_listed)) : 0;
    index_t warps = 1;
    index_t step = 1;  // positions that are looked at together
    // Of those that are listed at a time.
    index_t tiles = std::max<index_t>(1, positions > 0 ? of_others.blocks * at_once / positions : 1);
    if (kind.lane_keys > 0) {
        warps = (std::min)(max_packing_warps, place.max_warps);
        step = index_t{place.warp_width} * kind.lane_keys;
        tiles = 2 * place.resident;
        s.marks = divide_up(positions, step) * kind.lane_keys;
    }
    s.threads = static_cast<int>(warps * place.warp_width);
    s.tile = step * std::max<index_t>(1, divide_up(divide_up(at_once, step), tiles));
    s.tiles = divide_up(positions, s.tile);
    const index_t most = std::max<index_t>(1, place.keys_listed / s.tile);
    s.listed = std::max<index_t>(1, divide_up(s.tiles, std::max<index_t>(1, divide_up(s.tiles, most))));
    s.run_capacity = (std::min)(positions, s.listed * s.tile);
    s.blocks = (std::min)(divide_up(s.tiles, warps), std::max<index_t>(1, divide_up(tiles, warps)));
    s.blocks = std::max<index_t>(1, s.blocks);  // of nothing, too, there is a count to write
    return s;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
