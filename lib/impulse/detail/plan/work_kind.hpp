// SPDX-License-Identifier: Apache-2.0
/// \file
/// `work_kind`: what a plan must know about the types and the policy.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/plan/column_tile.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The shared memory of each warp, and what its block needs in addition.
struct warp_smem_need {
    int bytes = 0;                     ///< of a warp of 32 lanes
    index_t exchanged_bytes = 0;       ///< that the threads of a block exchange, for each warp of 32 lanes
    bool stages = false;               ///< whether tiles are staged there
    bool needs_255_registers = false;  ///< whether a block has half as many lanes, with more registers each
};

/// What a plan must know about the types and the policy.
struct work_kind {
    int leaf = 1;                 ///< items of a leaf
    int item_bytes = 1;           ///< read for an item
    int partial_bytes = 1;        ///< of a partial result
    int leaves_per_lane = 1;      ///< that a lane takes at once: so many for each lane are a tile
    int few_per_lane = 1;         ///< the same if there are so few that each warp takes some once
    lane_share share = {};        ///< what it takes of strided results
    int row_warps = 1;            ///< of a block that may share a column tile
    bool stages_columns = false;  ///< whether rows of a column tile can be staged in shared memory
    int log2_steps = 0;           ///< a warp may take at most 2^log2_steps steps of such shares
    int listed_positions = 0;     ///< keys of a thread, if blocks list the ends of runs in tiles; or 0
    int run_positions = 0;        ///< the same if blocks reduce the runs of tiles; or 0
    bool can_stage = false;       ///< whether short segments can be staged in shared memory
    int tile_fragment = 0;        ///< items of a lane's fragment, if equal ones can be taken by tiles
    bool cuts = true;             ///< whether a result may be cut into several subtrees
    bool fetches = false;  ///< whether blocks fetch subtrees: then more blocks than are resident are useless
    bool accumulator_is_wider = false;  ///< whether accumulators are larger than an item
    bool is_uneven = false;             ///< whether blocks fetch subtrees of items of uneven cost
    warp_smem_need warp_smem{};         ///< of 0 bytes where warps need none
};

}  // namespace impulse
