// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launch that goes through many results.
#pragma once

#include <impulse/config.hpp>
#include <impulse/plan.hpp>
#include <impulse/tree/nodes.hpp>

#include <algorithm>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The launch that finishes short results, of `total` leaves in all.
constexpr first_launch make_first_launch(index_t results, index_t total, index_t leaf_bytes, index_t tile,
                                         const capacity& place) {
    const tuning_row& row = place.tuned.of(total * leaf_bytes);
    const index_t average = std::max<index_t>(1, total / std::max<index_t>(1, results));
    first_launch f;
    index_t warps = 1;
    if (place.warp_width == 1) {  // a thread has neighbours enough to be worth waking
        const index_t bytes = total * leaf_bytes + 8 * std::min(results, index_t{1} << 54);
        f.longest = std::max<index_t>(1, row.warp_bytes / leaf_bytes);
        f.of_set = static_cast<int>(
            std::clamp<index_t>(divide_up(results, divide_up(bytes, row.warp_bytes)), 1, 1 << 30));
    } else {
        // None takes much longer than others, and what it loads at once is worth its while.
        warps = std::min(8, place.most_warps);
        f.longest = std::clamp(floor_power(1 + total / (8 * place.resident)), tile, 16 * tile);
        const index_t fewest = std::clamp<index_t>(2 * place.warp_width / average, 1, place.warp_width);
        const index_t most = std::clamp<index_t>((16 << 10) / (average * leaf_bytes), 1, place.warp_width);
        f.of_set = static_cast<int>(
            floor_power(std::clamp(1 + results / (16 * place.resident), fewest, std::max(fewest, most))));
    }
    f.threads = static_cast<int>(warps * place.warp_width);
    const index_t most = place.warp_width == 1 ? most_blocks : place.resident / warps;
    f.blocks = std::clamp<index_t>(divide_up(results, f.of_set * warps), 1, std::max<index_t>(1, most));
    return f;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
