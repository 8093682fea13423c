// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers that shape the types of kernels, as named data: the same for all architectures.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// A kernel's type must not depend on the architecture for which it is compiled: the host plans for the same
/// type, and a program may hold code for several. So these are constants, and no part of a `tuning`.
struct kernel_tuning {
    // ---- what a lane loads at once, in bytes (source/leaves.hpp)

    /// Of a subtree. H200; docs/notes/single_results.md, "How a warp joins a tile".
    static constexpr int in_flight = 256;
    /// Of results that one warp takes. H200; docs/notes/columns.md has 16 to 128 for rows of a few items.
    static constexpr int in_flight_of_segmented = 128;
    /// Of items of uneven cost, where blocks fetch subtrees: a warp takes 256 items of most types at a time.
    /// H100 and H200; docs/notes/work_queue.md.
    static constexpr int in_flight_of_uneven = 32;
    /// Items of a lane: more take too many instructions. No measurement is on record.
    static constexpr int max_items = 64;
    /// Accumulators that a lane joins without an exchange, in bytes. No measurement is on record.
    static constexpr int max_joined = 384;
    /// Nodes of a tile that a lane keeps in shared memory, in bytes, and the most rounds of loads. H200;
    /// docs/notes/statistics.md: up to eight rounds.
    static constexpr int max_kept = 256;
    static constexpr int max_rounds = 8;

    // ---- tiles that are staged in shared memory (source/leaves.hpp), in bytes

    /// Of a lane's run of wide items, and of items of large accumulators. H200; docs/notes/structs.md: 4
    /// matrices of 72 bytes a lane; docs/notes/statistics.md, "Variance": 16 items, of 8, 16 and 32.
    static constexpr int staged_wide = 384;
    static constexpr int staged_narrow = 64;
    /// The largest leaf of several items, read late or not. H100; docs/notes/statistics.md, "Leaves of 32
    /// items", has leaves of 128 and 256 bytes.
    static constexpr int max_leaf_read_late = 256;
    static constexpr int max_leaf = 128;

    // ---- short results (kernel/segmented_*.hpp)

    /// Bytes of a fragment. H200; docs/notes/segments.md: 16 floats of 8, 16 and 32.
    static constexpr int fragment_bytes = 64;
    /// Bytes of a node of which a lane may have four, if fragments are leaves of more bytes than that: with
    /// larger ones a block of four warps needs more than 48 KiB. H100; docs/notes/statistics.md, "Rows of
    /// some leaves", has 24 and 40.
    static constexpr int max_node_of_long_leaves = 40;
    /// Values of a fragment that are smaller than 4 bytes. No measurement is on record.
    static constexpr int small_values = 16;
    /// Items that a lane copies at once into a stage, if they pass through its registers. No measurement is
    /// on record.
    static constexpr int copied_at_once = 16;
    /// Of equal segments of a few items a lane takes several, each as a whole: up to so many items each, and
    /// so many segments. H200; docs/notes/columns.md, rows of 1 to 4 items.
    static constexpr int max_uniform_items = 4;
    static constexpr int max_uniform_segments = 16;
    /// Of uneven lengths segments are staged if more than one of so many sampled is too long for a lane.
    /// H200; docs/notes/segments.md, Pareto's lengths; other parts were not measured.
    static constexpr int long_ones_of = 4;

    // ---- columns (kernel/column_tile_*.hpp)

    /// Bytes that the warps of a block exchange, twice over, and the most warps of a column tile. No
    /// measurement is on record.
    static constexpr int exchanged_bytes = 32 << 10;
    static constexpr int max_row_warps = 8;
    /// The lowest levels whose waiting nodes are kept in registers, and their bytes. H200;
    /// docs/notes/columns.md: the lowest three levels.
    static constexpr int levels_in_registers = 3;
    static constexpr int waiting_bytes = 64;
};

}  // namespace impulse::detail
