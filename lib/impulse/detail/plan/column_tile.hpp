// SPDX-License-Identifier: Apache-2.0
/// \file
/// `column_tile`: how the warps of a block split results whose items are a stride apart.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(plan.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/standard.hpp>

namespace impulse::inline IMPULSE_ABI {

/// How much of adjacent results a lane takes at once: `each` leaves, in each of `sets` places. They are
/// consecutive, or taken in turn with the lanes that share the results (`column_tile_lane`).
struct lane_share {
    int each = 1;
    int sets = 1;
};

/// How a lane loads such results: by single items; or, if the array is aligned, by 16-byte words across
/// adjacent results or along each result; or from rows that its warp copies to shared memory.
enum class loading { items, across, along, staged };

/// The most warps of a block that reduces packed segments in each warp's shared memory.
inline constexpr int max_packing_warps = 4;

/// A warp takes a column tile of adjacent results: `lanes` adjacent results in each of the `columns_per_lane`
/// columns of a lane, so that adjacent lanes read adjacent memory. If words extend across results, the
/// columns of a lane are those of a word. Surplus lanes, then surplus columns, split the remaining rows.
/// `warps_per_column` warps of a block share a column tile; each takes its own rows.
struct column_tile {
    int lanes = 1;
    int columns_per_lane = 1;
    int warps_per_column = 1;  ///< warps that share a column tile
    int tiles_per_block = 1;   ///< column tiles of a block
    loading loads = loading::items;

    /// The results of a column tile, and of a block.
    IMPULSE_SHARED constexpr int width() const { return lanes * columns_per_lane; }
    IMPULSE_SHARED constexpr int of_block() const { return width() * tiles_per_block; }
    /// The leaves of a result that a warp of so many lanes takes at once.
    IMPULSE_SHARED constexpr index_t step(lane_share share, int warp_width) const {
        return index_t{share.sets / columns_per_lane * share.each} * detail::floor_power(warp_width / lanes);
    }

    friend constexpr bool operator==(const column_tile&, const column_tile&) = default;
};

namespace detail {

/// The column tile in which the fewest lanes of a warp of `width` are idle, for `results` results of `leaves`
/// leaves; `neighbours` results are adjacent. A lane takes several short results; longer results are shared
/// by lanes, and then by columns.
constexpr column_tile make_column_tile(index_t results, index_t neighbours, index_t leaves, lane_share share,
                                       int width) {
    const index_t side = detail::clamp(neighbours, 1, width);
    const index_t tiles = ceil_power(std::max<index_t>(1, divide_up(leaves, share.each)));
    index_t lanes = detail::clamp(results, 1, width / (std::min)(floor_power(width / side), tiles));
    if (1 < side && side < lanes) lanes -= lanes % side;
    const index_t others = floor_power(width / lanes);
    index_t columns_per_lane = share.sets;
    if (side < width)
        columns_per_lane /= std::min<index_t>(columns_per_lane, std::max<index_t>(1, tiles / others));
    while (columns_per_lane > 1 && lanes * columns_per_lane / 2 >= results) columns_per_lane /= 2;
    if (lanes * columns_per_lane > results)
        lanes = std::max<index_t>(1, divide_up(results, columns_per_lane));
    return {.lanes = static_cast<int>(lanes), .columns_per_lane = static_cast<int>(columns_per_lane)};
}

/// The same with words that extend across as many results as a lane has sets; lanes are split among these.
constexpr column_tile make_column_tile_across(index_t results, index_t neighbours, index_t leaves,
                                              lane_share share, int width) {
    const int sets = share.sets;
    column_tile by =
        detail::make_column_tile(results / sets, neighbours / sets, leaves, {share.each, 1}, width);
    by.columns_per_lane = sets;
    by.loads = loading::across;
    return by;
}

}  // namespace detail
}  // namespace impulse
