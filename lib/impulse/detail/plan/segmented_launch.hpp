// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of the launch over many results.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The number of adjacent groups that a warp takes at a time, if a plan could not count them. On a CPU each
/// of the `blocks` gets some: a thread takes neighbouring blocks, and blocks without work would be
/// neighbours.
IMPULSE_SHARED constexpr int batch_of_found(const group_iterations& iterations, index_t groups,
                                            index_t blocks) {
    const int batch = iterations.batch_size(groups);
    if (iterations.warp_width > 1) return batch;
    const index_t share = detail::divide_up(groups, blocks);
    return share < 1 ? 1 : share < batch ? static_cast<int>(share) : batch;
}

/// The launch that finishes short results, of `total` leaves in total. A warp finishes results that are as
/// long as its share of all leaves, because a list costs a launch and memory traffic. If lengths may differ
/// the limit is a fraction of that, because the warp takes other results too.
constexpr segmented_launch make_segmented_launch(index_t results, index_t total, index_t leaf_bytes,
                                                 int leaves_per_lane, index_t tile, bool has_equal_lengths,
                                                 const capacity& place) {
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
    const int batch_size = iterations.batch_size(results);
    return {.iterations = iterations,
            .batch_size = batch_size,
            .stages = iterations.stages(results),
            .longest = longest,
            .blocks = detail::clamp(divide_up(results, batch_size * warps), 1, std::max<index_t>(1, most)),
            .threads = static_cast<int>(warps * place.warp_width)};
}

/// The blocks that take so many short results if not all are resident: those that follow others keep all
/// processors busy until the end, because some are faster. Each warp has a share that is worth its begin.
constexpr index_t following_blocks(const segmented_launch& first, index_t results, index_t bytes,
                                   const capacity& place) {
    const index_t warps = first.threads / place.warp_width;
    const index_t resident = first.tiles ? place.processors * kernel_tuning::tile_warps : place.resident;
    // fault: following-blocks
    const index_t times =
        detail::clamp(bytes / (std::max<index_t>(1, place.resident) * place.tuned.least_following_bytes), 1,
                      place.tuned.following_blocks);
    return detail::clamp(divide_up(results, first.batch_size * warps), 1,
                         std::max<index_t>(1, resident / warps * times));
}

}  // namespace impulse::detail
