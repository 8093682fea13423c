// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launches that find runs of equal keys.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/work_kind.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The warps of a block that takes a tile of keys in one pass, if a warp has `width` lanes. One warp joins
/// the nodes of all.
constexpr int keyed_warps(int width) { return width >= 16 ? 8 : width > 2 ? width / 2 : 1; }
/// Every so many tiles a block looks back to the earlier tiles, even if it puts off its runs.
inline constexpr index_t looked_back = 16;
/// The most runs of a tile that are put off if there are many tiles. H100; docs/notes/keys.md.
inline constexpr int few_ends = 4;

/// The positions of a tile, which a block takes.
constexpr index_t keyed_tile(const work_kind& kind, const capacity& place) {
    return index_t{detail::keyed_warps(place.warp_width)} * place.warp_width * *kind.run_positions;
}
/// The number of tiles; the last run ends after the last item.
constexpr index_t keyed_tiles(index_t items, const work_kind& kind, const capacity& place) {
    return items > 0 && kind.run_positions ? divide_up(items + 1, detail::keyed_tile(kind, place)) : 0;
}

/// Whether the runs of tiles with few ends are put off. Not if all blocks are resident, because then they do
/// not wait long.
constexpr bool puts_off(index_t tiles, const capacity& place) { return tiles > place.resident; }

/// The plan of keys that are reduced in one pass.
constexpr run_search make_keyed_tiles(index_t items, const work_kind& kind, const capacity& place) {
    const index_t tile = detail::keyed_tile(kind, place);
    const index_t tiles = detail::keyed_tiles(items, kind, place);
    const index_t part = looked_back * divide_up(place.keys_counted / tile + 1, looked_back);
    return {.tiles = tiles,
            .tile = tile,
            .part = part,
            .max_put_off = detail::puts_off(tiles, place) ? few_ends : -1,
            .blocks = detail::clamp(tiles, 1, part),  // an empty input also has a count to write
            .threads = static_cast<int>(tile / *kind.run_positions)};
}

/// The plan for `items` keys; `of_others` determines the launches of other types.
constexpr run_search make_run_search(index_t items, const work_kind& kind, const capacity& place,
                                     const segmented_launch& of_others) {
    if (kind.run_positions) return detail::make_keyed_tiles(items, kind, place);
    const index_t positions = items > 0 ? items + 1 : 0;  // the last run ends after the last item
    // The tiles are split evenly over the rounds.
    const index_t at_once = positions > 0 ? divide_up(positions, divide_up(positions, place.keys_listed)) : 0;
    const int lane_keys = kind.lane_keys.value_or(1);
    const index_t step =  // positions that a warp reads together
        kind.lane_keys ? index_t{place.warp_width} * lane_keys : 1;
    const index_t warps = kind.lane_keys ? (std::min)(max_packing_warps, place.max_warps) : 1;
    // At most the positions that are listed at a time.
    const index_t wanted =
        kind.lane_keys ? 2 * place.resident
                       : std::max<index_t>(1, positions > 0 ? of_others.blocks * at_once / positions : 1);
    const index_t tile = step * std::max<index_t>(1, divide_up(divide_up(at_once, step), wanted));
    const index_t tiles = divide_up(positions, tile);
    const index_t most = std::max<index_t>(1, place.keys_listed / tile);
    const index_t listed =
        std::max<index_t>(1, divide_up(tiles, std::max<index_t>(1, divide_up(tiles, most))));
    const index_t blocks =
        (std::min)(divide_up(tiles, warps), std::max<index_t>(1, divide_up(wanted, warps)));
    return {.tiles = tiles,
            .tile = tile,
            .marks = kind.lane_keys ? divide_up(positions, step) * lane_keys : 0,
            .listed = listed,
            .run_capacity = (std::min)(positions, listed * tile),
            .blocks = std::max<index_t>(1, blocks),  // an empty input also has a count to write
            .threads = static_cast<int>(warps * place.warp_width)};
}

}  // namespace impulse::detail
