// SPDX-License-Identifier: Apache-2.0
/// \file
/// `bundling`: how the warps of a block share out results whose items are interleaved.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {

/// How much a lane takes at once of results that lanes take side by side: `each` consecutive leaves, in `sets` places.
struct lane_share {
    int each = 1;
    int sets = 1;
};

/// What a lane loads at once of results that lanes take side by side: items as they are; or 16-byte words, if the array begins at
/// such a boundary, across neighbouring results or along each.
enum class loading { items, across, along };

/// Warps of a block that takes short groups, packed in memory that each warp shares.
inline constexpr int most_packing_warps = 4;

/// A warp takes a bundle of neighbouring results, `lanes` side by side and as many again in each of `slots`: so lanes that lie
/// side by side read what lies side by side. Where words lie across results, a lane's slots are those of a word. Lanes that
/// are left take other leaves of the same results, as do slots that are left. Of a block's warps `rows` share a bundle, each
/// with leaves of its own.
struct bundling {
    int lanes = 0;  ///< 0: there are no bundles
    int slot_count = 1;
    int rows = 1;     ///< warps that share a bundle
    int columns = 1;  ///< bundles of a block
    loading loads = loading::items;

    /// Results of a bundle, and of a block.
    IMPULSE_SHARED constexpr int width() const { return lanes * slot_count; }
    IMPULSE_SHARED constexpr int of_block() const { return width() * columns; }
    /// Leaves of a result that a warp of so many lanes takes at once.
    IMPULSE_SHARED constexpr index_t step(lane_share share, int warp_width) const {
        return index_t{share.sets / slot_count * share.each} * detail::floor_power(warp_width / lanes);
    }

    friend constexpr bool operator==(const bundling&, const bundling&) = default;
};

namespace detail {

/// What keeps the lanes of a warp of `width` busiest with `results` of `leaves` leaves, of which `neighbours` lie side by side:
/// short ones are a lane's own, several of them; longer ones are shared by lanes, and then by slots.
constexpr bundling make_bundling(index_t results, index_t neighbours, index_t leaves, lane_share share,
                                 int width) {
    const index_t side = detail::clamp(neighbours, 1, width);
    const index_t tiles = ceil_power(std::max<index_t>(1, divide_up(leaves, share.each)));
    index_t lanes = detail::clamp(results, 1, width / (std::min)(floor_power(width / side), tiles));
    if (1 < side && side < lanes) lanes -= lanes % side;
    const index_t others = floor_power(width / lanes);
    index_t slot_count = share.sets;
    if (side < width) slot_count /= std::min<index_t>(slot_count, std::max<index_t>(1, tiles / others));
    while (slot_count > 1 && lanes * slot_count / 2 >= results) slot_count /= 2;
    if (lanes * slot_count > results) lanes = std::max<index_t>(1, divide_up(results, slot_count));
    return {static_cast<int>(lanes), static_cast<int>(slot_count)};
}

/// The same by words across as many results as a lane has sets: lanes are shared out among those.
constexpr bundling make_bundling_across(index_t results, index_t neighbours, index_t leaves, lane_share share,
                                        int width) {
    const int sets = share.sets;
    bundling by = detail::make_bundling(results / sets, neighbours / sets, leaves, {share.each, 1}, width);
    by.slot_count = sets;
    by.loads = loading::across;
    return by;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
