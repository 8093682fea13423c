// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launch that goes through many results.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The launch that finishes short results, of `total` leaves in all.
constexpr first_launch make_first_launch(index_t results, index_t total, index_t leaf_bytes,
                                         int leaves_per_lane, index_t tile, const capacity& place) {
    const index_t bytes = total * leaf_bytes;
    first_launch f;
    f.iterations = {
        total, leaf_bytes, leaves_per_lane, place.warp_width, place.resident, place.tuned.of_results(bytes)};
    f.stages = f.iterations.stages(results);
    f.batch_size = f.iterations.batch_size(results);
    index_t warps = 1;
    if (place.warp_width == 1) {
        f.longest = std::max<index_t>(1, place.tuned.of_result(bytes) / leaf_bytes);
    } else {
        warps = (std::min)(max_packing_warps, place.max_warps);
        f.longest = detail::clamp(floor_power(1 + total / (4 * place.resident)), tile, 32 * tile);
    }
    f.threads = static_cast<int>(warps * place.warp_width);
    const index_t most = place.warp_width == 1 ? max_blocks : place.resident / warps;
    f.blocks = detail::clamp(divide_up(results, f.batch_size * warps), 1, std::max<index_t>(1, most));
    return f;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
