// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launches that find runs of equal keys.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
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

constexpr index_t keyed_threads(const capacity& place) {
    return index_t{detail::keyed_warps(place.warp_width)} * place.warp_width;
}
/// The positions of a tile, which a block takes.
constexpr index_t keyed_tile(const work_kind& kind, const capacity& place) {
    return detail::keyed_threads(place) * *kind.run_positions;
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
    // The tiles are split evenly over the launches.
    const index_t at_once = positions > 0 ? divide_up(positions, divide_up(positions, place.keys_listed)) : 0;
    const index_t threads = kind.listed_positions ? detail::keyed_threads(place) : 1;
    // For CPU threads: at most the positions that are listed at a time.
    const index_t wanted = std::max<index_t>(1, positions > 0 ? of_others.blocks * at_once / positions : 1);
    const index_t tile = kind.listed_positions ? threads * *kind.listed_positions
                                               : std::max<index_t>(1, divide_up(at_once, wanted));
    const index_t tiles = divide_up(positions, tile);
    const index_t most = std::max<index_t>(1, place.keys_listed / tile);
    const index_t part = std::max<index_t>(1, divide_up(tiles, std::max<index_t>(1, divide_up(tiles, most))));
    return {.tiles = tiles,
            .tile = tile,
            .part = part,
            .run_capacity = (std::min)(positions, part * tile),
            .is_counted = !kind.listed_positions,
            // An empty input also has a count to write.
            .blocks = detail::clamp(tiles, 1, kind.listed_positions ? part : wanted),
            .threads = static_cast<int>(threads)};
}

}  // namespace impulse::detail
