// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of subtrees on a GPU, as plain data, by compute capability.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/plan/plan.hpp>

#include <cstddef>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Measured on an H200 (compute capability 9.0) and the same on an H100. plan.hpp says what each number
/// decides; here the comments say where it was measured. Up to 64 KiB one block takes everything. Then there
/// are small blocks, as many as can be resident, and larger blocks for larger inputs. A subtree has one tile
/// for each warp, or more: the plan chooses by rounds. docs/notes/engine.md lists the numbers of which no
/// measurement is on record.
inline constexpr tuning tuned_90 = {
    .measured_on = 90,
    // The tile of a warp is 8 KiB of most types: docs/notes/single_results.md, "How a warp joins a tile".
    .rows = 5,
    .row = {{64 << 10, 8 << 10, 8},
            {1 << 20, 8 << 10, 2},
            {4 << 20, 8 << 10, 4},
            {264 << 20, 8 << 10, 8},
            {0, 8 << 10, 16}},
    .fetched_bytes = 32 << 10,   // found on an H200 with the queue's own loads; the figures are not on record
    .listed_bytes = 256 << 10,   // docs/notes/segments.md, "Long segments"
    .listed_warps = 2,           // the same table: 4 % faster than 4 warps, 6 % than 16
    .parts_of_share = 4,         // docs/notes/columns.md, "Rows that a warp takes by itself"
    .least_item_bytes = 4,       // docs/notes/small_types.md: what a lane loads of bytes
    .max_meeting_warps = 8,      // docs/notes/statistics.md: blocks of 8 warps
    .filling_bytes = 224 << 10,  // docs/notes/structs.md: subtrees for one round; fitted, no table
    .least_staged_bytes = 32 << 10,     // docs/notes/statistics.md: 16 and 32 KiB, and 8 KiB of loaded items
    .wide_block_bytes = 80 << 10,       // docs/notes/structs.md, "One block of wide items"
    .joined_bytes = 896,                // docs/notes/structs.md, "Fewer blocks of small inputs"
    .single_launch_bytes = 256 << 20,   // docs/notes/nccl.md, "Where it is cut"
    .clustered_bytes = 64 << 10,        // docs/notes/single_results.md, "One block, one cluster"
    .clustered_warps = 4,               // the same: 2, 4 and 8 are equally fast
    .lost_bytes = 24 << 10,             // docs/notes/single_results.md, "What the library chooses": 183 sizes
    .least_round = 0.5,                 // the same fit
    .max_subtree_bytes = 1 << 20,       // the same fit
    .max_uneven = 4,                    // docs/notes/work_queue.md: a block has four warps
    .least_fetched = 3,                 // docs/notes/work_queue.md: three subtrees or more
    .queued_blocks = 4,                 // docs/notes/segments.md, "More ways for long segments": 1 to 64
    .following_blocks = 8,              // docs/notes/segments.md, "More blocks": 2 to 32, 2^16 to 2^28 floats
    .least_following_bytes = 32 << 10,  // the same
    .column_warps = 8,                  // no measurement is on record
    .column_begin = 6,   // docs/notes/columns.md, "How long the subtrees of columns are": 191 plans
    .column_join = 7,    // the same fit
    .column_rounds = 6,  // the same fit
    .staged_column_bytes = 112 << 10};  // the same note, "Stages where they gain": 16 MiB to 1 GiB

/// The tuning of cards from a compute capability on.
struct card_tuning {
    int from;
    const tuning* numbers;
};
/// A row for each architecture. Architectures that were not measured have the numbers of 9.0.
inline constexpr card_tuning card_tunings[] = {{75, &tuned_90}, {80, &tuned_90}, {86, &tuned_90},
                                               {89, &tuned_90}, {90, &tuned_90}, {100, &tuned_90},
                                               {120, &tuned_90}};

/// The row of a card: the last one that begins at its compute capability or below.
template <std::size_t Count>
constexpr const tuning& tuning_for(int compute_capability, const card_tuning (&rows)[Count]) {
    const card_tuning* found = rows;
    for (const card_tuning& row : rows)
        // fault: row-of-card
        if (row.from <= compute_capability) found = &row;
    return *found->numbers;
}
constexpr const tuning& tuning_for(int compute_capability) {
    return on_device::tuning_for(compute_capability, card_tunings);
}

}  // namespace impulse::on_device
