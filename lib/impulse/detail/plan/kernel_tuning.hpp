// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers that determine the types of kernels, as named data. They are the same for all architectures.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// A kernel's type must not depend on the architecture for which it is compiled, because the host plans for
/// the same type, and a program may contain code for several architectures. So these are constants, and not
/// part of a `tuning`. docs/notes/engine.md lists those of which no measurement is on record.
struct kernel_tuning {
    // ---- what a lane loads at once, in bytes (source/leaves.hpp)

    /// For a subtree. H200; docs/notes/single_results.md, "How a warp joins a tile".
    static constexpr int in_flight = 256;
    /// For results that one warp takes. H200; docs/notes/columns.md has 16 to 128 for rows of a few items.
    static constexpr int in_flight_of_segmented = 128;
    /// For items of uneven cost, if blocks fetch subtrees: a warp takes 256 items of most types at a time.
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

    // ---- small inputs, where each warp makes one round of a few leaves (kernel/single_tile.hpp)

    /// The butterfly joins this many vector loads or more; and the number of vector loads of a warp for three
    /// arrays or more. H100; docs/notes/iterators.md, "Small inputs through iterators".
    static constexpr int few_traded = 8;
    static constexpr int few_of_arrays = 2;

    // ---- tiles that are staged in shared memory (source/leaves.hpp), in bytes

    /// The bytes of a lane's run of wide items, and of items of large accumulators. H200;
    /// docs/notes/structs.md: 4 matrices of 72 bytes for each lane; docs/notes/statistics.md, "Variance": 16
    /// was the best of 8, 16 and 32 items.
    static constexpr int staged_wide = 384;
    static constexpr int staged_narrow = 64;
    /// The largest leaf of several items, read late or not. H100; docs/notes/statistics.md, "Leaves of 32
    /// items", has leaves of 128 and 256 bytes.
    static constexpr int max_leaf_read_late = 256;
    static constexpr int max_leaf = 128;

    // ---- short results (kernel/segmented_*.hpp)

    /// Bytes of a fragment. H200; docs/notes/segments.md: 16 was the best of 8, 16 and 32 floats.
    static constexpr int fragment_bytes = 64;
    /// The most bytes of a node for which a lane may have four nodes, if fragments are leaves of more bytes
    /// than that. With larger nodes a block of four warps needs more than 48 KiB. H100;
    /// docs/notes/statistics.md, "Rows of some leaves", has 24 and 40.
    static constexpr int max_node_of_long_leaves = 40;
    /// The number of values of a fragment, if values are smaller than 4 bytes. No measurement is on record.
    static constexpr int small_values = 16;
    /// The number of items that a lane copies at once into a stage, if they pass through its registers. No
    /// measurement is on record.
    static constexpr int copied_at_once = 16;
    /// The most fragments of a result that is taken by tiles, and the warps that are resident there (fewer
    /// where there is less shared memory: a grid is then some rounds long). H100; docs/notes/segments.md,
    /// "Tiles, whole warps, more blocks": longer ones have bank conflicts.
    static constexpr int max_tiled_fragments = 8;
    static constexpr int tile_warps = 32;
    /// The same of wider items, whose tiles take more shared memory. So a lane may have more registers.
    static constexpr int tile_warps_of(int item_bytes) {
        return item_bytes == 16 ? 16 : item_bytes == 8 ? 24 : tile_warps;
    }
    /// The fragments for which a tile of a warp has space. Where the fragments of lanes are in different
    /// banks (of items of 8 bytes or more, and of floats that are whole words of 16 bytes) a result may have
    /// as many; a lane takes up to so many of one result. H200; docs/notes/segments.md, "Two fragments a
    /// lane".
    IMPULSE_SHARED static constexpr int tile_room(int item_bytes, int width) {
        return width * (item_bytes == 16 ? 40 : item_bytes == 8 ? 52 : 39) / 32;
    }
    static constexpr int max_fragments_of_lane = 2;
    /// The bytes of a fragment of a tile. H200; the same note, "Tiles of wider items, and of longer results".
    static constexpr int tile_fragment_bytes(int item_bytes) {
        return item_bytes == 16 ? 128 : fragment_bytes;
    }
    /// Whether bounds are sampled for tiles of results of so many fragments: not where other ways are as fast
    /// if they are equal, because the sample costs some time if they are not. H200; the same note.
    static constexpr bool samples_tiles(int item_bytes, long long fragments) {
        return item_bytes == 4 || (item_bytes == 8 ? fragments == 2 || fragments > 16 : fragments > 2);
    }
    /// Whether they are sampled for results of a few items, and the bytes of items and bounds that a lane
    /// loads at once then. H200; the same note, "Few items, as a sample says".
    IMPULSE_SHARED static constexpr bool samples_few(int item_bytes, long long items) {
        return 0 < items && items <= (item_bytes == 16 ? 1 : max_uniform_items);
    }
    static constexpr int in_flight_of_sampled = 96;
    /// Bytes of an item whose tiles are copied by words of 16 bytes. H100; docs/notes/segments.md, "Tiles and
    /// words: tried". Tiles of wider items go item by item ("Tiles of wider items, and of longer results");
    /// words were not measured there.
    static constexpr int item_staged_by_words = 4;
    /// A lane takes several whole segments if all have the same length of a few items: at most so many items
    /// each, and so many segments. H200; docs/notes/columns.md, rows of 1 to 4 items.
    static constexpr int max_uniform_items = 4;
    static constexpr int max_uniform_segments = 16;
    /// With uneven lengths segments are staged if more than one of so many sampled segments is too long for a
    /// lane. H200; docs/notes/segments.md, Pareto's lengths; other fractions were not measured.
    static constexpr int long_ones_of = 4;

    // ---- columns (kernel/column_tile_*.hpp)

    /// The bytes that the warps of a block exchange, in both buffers together, and the most warps of a column
    /// tile. No measurement is on record.
    static constexpr int exchanged_bytes = 32 << 10;
    static constexpr int max_row_warps = 8;
    /// The bytes of items whose rows lanes take in turn, and how many lanes share a column there at least, as
    /// a power of two. H200; docs/notes/columns.md, "Rows in turn": items of 8 bytes gain.
    static constexpr int item_taken_in_turn = 8;
    static constexpr int log2_lanes_in_turn = 2;
    /// The stages of a warp to which it copies rows, the bytes of each, and the most columns of items of so
    /// many bytes. H200; docs/notes/columns.md, "Stages where they gain": of floats wider rows lose.
    static constexpr int column_stages = 2;
    static constexpr int column_stage_bytes = 6656;
    static constexpr int max_staged_columns(int item_bytes) {
        return item_bytes == 8 ? 64 : item_bytes == 4 ? 10 : 0;
    }
    /// The number of lowest levels whose waiting nodes stay in registers, and their bytes. H200;
    /// docs/notes/columns.md: the lowest three levels.
    static constexpr int levels_in_registers = 3;
    static constexpr int waiting_bytes = 64;
};

}  // namespace impulse::detail
