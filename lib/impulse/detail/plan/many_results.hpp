// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plans of the launches that find runs of equal keys, and of the launch over many results.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/work_kind.hpp>

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
    return detail::keyed_threads(place) * kind.run_positions;
}
/// The number of tiles; the last run ends after the last item.
constexpr index_t keyed_tiles(index_t items, const work_kind& kind, const capacity& place) {
    return items > 0 && kind.run_positions > 0 ? divide_up(items + 1, detail::keyed_tile(kind, place)) : 0;
}

/// Whether the runs of tiles with few ends are put off. Not if all blocks are resident, because then they do
/// not wait long.
constexpr bool puts_off(index_t tiles, const capacity& place) { return tiles > place.resident; }

/// The plan for `items` keys; `of_others` determines the launches of other types.
constexpr run_search make_run_search(index_t items, const work_kind& kind, const capacity& place,
                                     const segmented_launch& of_others) {
    const index_t positions = items > 0 ? items + 1 : 0;  // the last run ends after the last item
    const bool reduces = kind.run_positions > 0;          // in one pass
    if (!reduces && kind.listed_positions == 0) {         // each CPU thread reduces the runs of its tile
        const index_t tile = 64 * divide_up(positions, 64 * (place.resident > 1 ? of_others.blocks : 1));
        const index_t tiles = positions > 0 ? divide_up(positions, tile) : 0;
        const index_t blocks = std::max<index_t>(1, tiles);  // an empty input also has a count to write
        return {.tiles = tiles, .tile = tile, .part = blocks, .is_counted = tiles > 1, .blocks = blocks};
    }
    const index_t threads = detail::keyed_threads(place);
    const index_t tile = threads * (reduces ? kind.run_positions : kind.listed_positions);
    const index_t tiles = divide_up(positions, tile);
    const index_t most = std::max<index_t>(1, place.keys_listed / tile);
    // Tiles whose ends are listed are split evenly over the launches.
    const index_t part =
        reduces ? looked_back * divide_up(place.keys_counted / tile + 1, looked_back)
                : std::max<index_t>(1, divide_up(tiles, std::max<index_t>(1, divide_up(tiles, most))));
    return {.tiles = tiles,
            .tile = tile,
            .part = part,
            .run_capacity = reduces ? 0 : (std::min)(positions, part * tile),
            .max_put_off = reduces && detail::puts_off(tiles, place) ? few_ends : -1,
            .blocks = detail::clamp(tiles, 1, part),
            .threads = static_cast<int>(threads)};
}

/// The number of adjacent groups that a warp takes at a time where they are packed onto lanes: an even part
/// of a resident warp's share, with a group for each lane if there are enough, so that the lanes of small
/// inputs have work, too.
IMPULSE_SHARED constexpr int packed_batch(const group_iterations& iterations, index_t groups) {
    const index_t average = iterations.average(groups);
    // fault: packed-batch
    const index_t share = groups > 0 ? detail::divide_up(groups, iterations.resident) : 1;
    const index_t most =
        detail::clamp((32 << 10) / (average * iterations.leaf_bytes), 1, iterations.warp_width);
    const index_t fewest = detail::clamp(2 * iterations.warp_width / average, 1, iterations.warp_width);
    const index_t even = detail::divide_up(share, detail::divide_up(share, most));
    return static_cast<int>(even < fewest ? fewest : even);
}

/// How a warp takes a tile of adjacent results that have one length.
struct tile_split {
    int each = 0;     ///< fragments of a lane, all of one result
    int lanes = 0;    ///< of a result
    int results = 0;  ///< 0: none has space

    friend constexpr bool operator==(const tile_split&, const tile_split&) = default;
};

/// A lane has one fragment if there are two results then, or if more do not lead to more results. If bounds
/// are in memory it has two if these are a result, because then each lane loads the bounds of one.
IMPULSE_SHARED constexpr tile_split split_tile(index_t length, int fragment, int most, int width,
                                               bool loads_bounds) {
    const index_t fragments = detail::divide_up(length, fragment);
    tile_split by;
    if (fragments < 1 || fragments > most) return by;
    for (int each = 1; each <= kernel_tuning::max_fragments_of_lane; each *= 2) {
        // fault: results-of-lanes
        if (by.results >= 2 && !(loads_bounds && fragments <= each)) break;
        const index_t lanes = detail::divide_up(fragments, each);
        const index_t by_lanes = width / lanes;
        const index_t by_room = index_t{most} * fragment / length;
        const index_t results = by_lanes < by_room ? by_lanes : by_room;
        // fault: split-of-tile
        if (results > by.results) by = {each, static_cast<int>(lanes), static_cast<int>(results)};
    }
    return by;
}

/// The launch that finishes short results, of `total` leaves in total. A warp finishes results that are as
/// long as its share of all leaves, because a list costs a launch and memory traffic. If lengths may differ
/// the limit is a fraction of that, because the warp takes other results too.
constexpr segmented_launch make_segmented_launch(index_t results, index_t total, index_t leaf_bytes,
                                                 int leaves_per_lane, bool can_stage, index_t tile,
                                                 bool has_equal_lengths, const capacity& place) {
    const index_t bytes = total * leaf_bytes;
    const group_iterations iterations{.leaves = total,
                                      .leaf_bytes = leaf_bytes,
                                      .leaves_per_lane = leaves_per_lane,
                                      .warp_width = place.warp_width,
                                      .resident = place.resident,
                                      .warp_bytes = place.tuned.of_results(bytes)};
    const bool by_one_thread = place.warp_width == 1;
    const index_t warps = by_one_thread ? 1 : (std::min)(max_packing_warps, place.max_warps);
    // fault: parts-of-share
    const index_t parts = has_equal_lengths ? 1 : place.tuned.parts_of_share;
    const index_t longest = by_one_thread
                                ? std::max<index_t>(1, place.tuned.of_result(bytes) / leaf_bytes)
                                : detail::clamp(1 + total / (parts * place.resident), tile, 32 * tile);
    const index_t most = by_one_thread ? max_blocks : place.resident / warps;
    const bool stages = can_stage && iterations.stages(results);
    const int batch_size =
        stages ? detail::packed_batch(iterations, results) : iterations.batch_size(results);
    return {.iterations = iterations,
            .batch_size = batch_size,
            .stages = stages,
            .longest = longest,
            .blocks = detail::clamp(divide_up(results, batch_size * warps), 1, std::max<index_t>(1, most)),
            .threads = static_cast<int>(warps * place.warp_width)};
}

/// The blocks that take so many short results if not all are resident: those that follow others keep all
/// processors busy until the end, because some are faster. Each warp has a share that is worth its begin.
/// They come in whole rounds: where fewer warps of tiles are resident there are more rounds.
constexpr index_t following_blocks(const segmented_launch& first, index_t results, index_t bytes,
                                   int item_bytes, const capacity& place) {
    const index_t warps = first.threads / place.warp_width;
    const bool by_tiles = first.tiles && !first.samples_tiles;
    const int of_tiles = kernel_tuning::tile_warps_of(item_bytes);
    const index_t resident = by_tiles ? place.processors * of_tiles : place.resident;
    // fault: following-blocks
    const index_t times =
        detail::clamp(bytes / (std::max<index_t>(1, place.resident) * place.tuned.least_following_bytes), 1,
                      place.tuned.following_blocks);
    // fault: rounds-of-tiles
    const index_t rounds = by_tiles ? times * kernel_tuning::tile_warps / of_tiles : times;
    return detail::clamp(divide_up(results, first.batch_size * warps), 1,
                         std::max<index_t>(1, resident / warps * rounds));
}

}  // namespace impulse::detail
