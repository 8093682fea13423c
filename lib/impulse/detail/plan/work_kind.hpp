// SPDX-License-Identifier: Apache-2.0
/// \file
/// `work_kind`: what a plan must know of the types and of the policy.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/plan/column_tile.hpp>

#include <optional>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Shared memory that each warp of a block needs to itself, and what its block needs beside.
struct warp_smem_need {
    int bytes = 0;                ///< of a warp of 32 lanes
    index_t exchanged_bytes = 0;  ///< through which the threads of a block of 32 lanes a warp meet
    bool stages = false;          ///< whether tiles are staged there
    bool needs_255_registers =
        false;  ///< whether there are half as many lanes, each of which has more registers
};

/// What a plan must know of the types and of the policy.
struct work_kind {
    int leaf = 1;             ///< items of a leaf
    int item_bytes = 1;       ///< read for an item
    int partial_bytes = 1;    ///< of a partial result
    int leaves_per_lane = 1;  ///< that a lane takes at once: a tile is so many for each lane of a warp
    int shuffle_combine = 1;  ///< the same where there are so few that each warp takes them once
    lane_share share = {};    ///< that it takes of strided results
    int row_warps = 1;        ///< of a block that may share a column tile of strided results
    int log2_steps = 0;       ///< 2^log2_steps times of such shares are the most that a warp may take
    /// That a lane takes where warps look through tiles of keys; absent where a thread takes all.
    std::optional<int> lane_keys{};
    bool cuts = true;      ///< whether a result may be cut into several subtrees
    bool fetches = false;  ///< whether blocks fetch subtrees: more blocks than are resident are of no use
    bool accumulator_is_wider = false;  ///< whether accumulators are larger than an item
    bool is_uneven = false;             ///< whether blocks fetch subtrees of items that may differ in cost
    std::optional<warp_smem_need> warp_smem{};  ///< absent where warps need none
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
