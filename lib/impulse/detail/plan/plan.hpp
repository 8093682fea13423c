// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans: how a reduction is carried out, as plain data. A pure function computes a plan from counts, types,
/// policy, shape and the place's capacity. No result depends on it.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(plan.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/plan_part.hpp>
#include <impulse/error.hpp>
#include <impulse/shape.hpp>

#include <concepts>
#include <cstddef>

namespace impulse::inline IMPULSE_ABI {

/// For inputs of up to `bytes` bytes a warp takes at least `warp_bytes` of a subtree, and a block has `warps`
/// warps.
struct tuning_row {
    index_t bytes;
    index_t warp_bytes;
    int warps;
};

/// The tuning of a kind of place: rows of ascending `bytes`; the last row is for everything larger. It is
/// `capacity::tuned` of a place. For other numbers make your own place; they change only the speed of a call.
/// Numbers that determine the types of kernels are not part of it.
struct tuning {
    static constexpr int max_rows = 12;
    /// The compute capability of the GPU where the numbers were found: 10 * major + minor; or 0.
    int measured_on = 0;
    int rows = 1;
    tuning_row row[max_rows] = {{0, 64 << 10, 1}};
    index_t fetched_bytes = index_t{1} << 40;  ///< the most for a warp if blocks fetch subtrees
    index_t listed_bytes = index_t{1} << 40;   ///< the most for a warp of the subtrees of many results
    int listed_warps = 2;                      ///< of a block that takes them
    /// If lengths may differ, a warp reduces a result itself if it is no longer than the warp's share of all
    /// leaves divided by this number.
    int parts_of_share = 4;
    int least_item_bytes = 1;         ///< what an item costs at least
    int max_meeting_warps = 1 << 20;  ///< the most warps of a block if accumulators are larger than an item

    index_t filling_bytes = 0;  ///< what a block would load while its shared memory fills and its warps meet
    index_t least_staged_bytes = 32 << 10;  ///< of a subtree that is staged, of leaves of several items
    index_t wide_block_bytes = 0;           ///< the most for one block of wide items
    index_t joined_bytes = 0;  ///< what a block would load while one more partial of what is staged is joined
    index_t single_launch_bytes = index_t{1}
                                  << 62;  ///< a node of a part with so many bytes or more has its own launch
    index_t grouped_bytes = index_t{1} << 40;  ///< of the results that a CPU thread takes at a time
    index_t clustered_bytes = 64 << 10;        ///< the most for one block of a cluster
    int clustered_warps = 4;                   ///< of such a block, or more if they do not take all at once
    index_t lost_bytes =
        0;  ///< like filling_bytes, between two blocks whose warps have no shared memory of their own
    /// The least time of a last round with few such blocks, as a fraction of a whole round.
    double least_round = 0.5;
    index_t max_subtree_bytes = 0;  ///< of a subtree longer than its row says, if all blocks then end sooner
    int max_uneven = 4;             ///< warps of a block that fetches items of uneven cost
    int least_fetched = 3;          ///< subtrees of such items that a block fetches, at least
    int queued_blocks = 4;  ///< blocks for each resident one, where blocks take several results or subtrees
    int following_blocks = 1;  ///< the same, at most, where warps take short results: all end together
    index_t least_following_bytes = 32 << 10;  ///< what a warp of such blocks takes at least (of tiles half)
    index_t longest_put_off = 8192;            ///< leaves of a run of a tile with few ends, for one warp
    int column_warps = 8;                      ///< of a block that takes column tiles
    int column_begin = 6;   ///< steps of a column tile that last as long as a subtree's begin and end
    int column_join = 7;    ///< the same of one step of the join
    int column_rounds = 6;  ///< up to so many rounds of blocks the last one counts whole
    index_t staged_column_bytes = 112 << 10;  ///< of all results for each resident warp, if rows are staged
    /// The bytes of a row that a CPU thread reads before the next row, in columns of matrices.
    index_t beside_bytes = 8 << 10;

    /// The bytes that a CPU thread takes at a time if all results have `bytes` bytes; `of_result` is the
    /// longest result that it does not split, which may be much longer than its neighbours.
    constexpr index_t of_results(index_t bytes) const {
        return (std::min)(of(bytes).warp_bytes, grouped_bytes);
    }
    constexpr index_t of_result(index_t bytes) const {
        return (std::min)(of(bytes).warp_bytes, grouped_bytes / 8);
    }

    constexpr const tuning_row& of(index_t bytes) const {
        int i = 0;
        // fault: row-of-tuning
        while (i + 1 < rows && bytes > row[i].bytes) ++i;
        return row[i];
    }

    /// All rows except the first are for the input of one thread; this makes the rows for `threads` threads.
    constexpr tuning shared_by(index_t threads) const {
        tuning all = *this;
        for (int i = 1; i < rows; ++i) all.row[i].bytes *= threads;
        return all;
    }
};

/// What a plan must know about a place.
struct capacity {
    int warp_width = 1;      ///< threads of a warp
    int max_warps = 1;       ///< of a block
    index_t processors = 1;  ///< multiprocessors of a GPU, threads of the host
    index_t resident = 1;    ///< warps that are resident
    tuning tuned = {};
    /// The positions whose runs blocks of several threads list at a time. A little more than a power of two,
    /// because there is one position more than keys.
    index_t keys_listed = (index_t{1} << 26) + (1 << 16);
    index_t keys_counted = index_t{1} << 30;  ///< positions of a launch that takes tiles of keys in one pass
    index_t shared_bytes = 0;                 ///< of shared memory for the warps of a block
    int max_clustered = 1;                    ///< blocks of a cluster
    index_t registers = 0;                    ///< registers of a multiprocessor for each lane; 0: no limit
    int compute_capability = 0;               ///< of a GPU: 10 * major + minor
};

/// How warps iterate over groups, for any number of groups with `leaves` leaves in total.
struct group_iterations {
    index_t leaves = 0;
    index_t leaf_bytes = 1;
    int leaves_per_lane = 1;  ///< of a group that one lane takes
    int warp_width = 1;
    index_t resident = 1;    ///< resident warps
    index_t warp_bytes = 1;  ///< what is worth waking a thread of the host

    IMPULSE_SHARED constexpr index_t average(index_t groups) const {
        const index_t one = groups > 0 ? (leaves + groups / 2) / groups : leaves;
        return one > 0 ? one : 1;
    }
    /// Whether most groups are too long for one lane, so that items are staged.
    IMPULSE_SHARED constexpr bool stages(index_t groups) const {
        return warp_width > 1 && average(groups) > leaves_per_lane;
    }
    /// Whether most groups may be short although the average is not, as with a power law of lengths.
    IMPULSE_SHARED constexpr bool may_vary(index_t groups) const {
        return stages(groups) && average(groups) < 2 * leaves_per_lane;
    }
    /// The number of adjacent groups that a warp takes at a time.
    IMPULSE_SHARED constexpr int batch_size(index_t groups) const {
        if (warp_width == 1) {  // enough adjacent groups to be worth waking a thread
            const index_t bytes =
                leaves * leaf_bytes + 8 * (groups < index_t{1} << 54 ? groups : index_t{1} << 54);
            return static_cast<int>(
                detail::clamp(detail::divide_up(groups, 1 + bytes / warp_bytes), 1, 1 << 30));
        }
        // A balance: no warp takes much longer than others, and each has enough loads in flight.
        const index_t fewest = detail::clamp(2 * warp_width / average(groups), 1, warp_width);
        const index_t most = detail::clamp((16 << 10) / (average(groups) * leaf_bytes), 1, warp_width);
        return static_cast<int>(detail::floor_power(
            detail::clamp(1 + groups / (16 * resident), fewest, most < fewest ? fewest : most)));
    }
    friend constexpr bool operator==(const group_iterations&, const group_iterations&) = default;
};

/// The first launch over a layout of many results: warps finish short results, and list the subtrees of the
/// others.
struct segmented_launch {
    group_iterations iterations;  ///< if only memory knows the number of results
    int batch_size = 1;           ///< adjacent results that a warp takes at a time, or several times as many
    bool stages = false;  ///< whether most are too long for one lane, so that items are staged if they can be
    bool tiles = false;   ///< whether those that are staged are equal and follow each other, or may do so
    bool samples_tiles = false;   ///< whether kernels sample the bounds, because only they tell that
    bool probes_lengths = false;  ///< whether kernels sample the lengths, because many may vary
    index_t longest = 0;          ///< leaves of the longest result that is finished here
    index_t listed = 0;           ///< the size of the list: one entry for each subtree of a longer result
    index_t blocks = 1;
    int threads = 1;
    friend constexpr bool operator==(const segmented_launch&, const segmented_launch&) = default;
};

/// How runs of equal keys are found, some tiles of keys at a time. If threads share memory, and keys and
/// items are small, a block takes a tile and reduces the runs that end there. So does a CPU thread, for all
/// keys; if there are several, a launch before counts the ends. Otherwise a launch lists the ends, and the
/// list is the layout of the next launches.
struct run_search {
    index_t tiles = 0;
    index_t tile = 0;          ///< positions of a tile
    index_t part = 1;          ///< tiles of a launch
    index_t run_capacity = 0;  ///< positions of those tiles, if ends are listed
    bool is_counted = false;   ///< whether an earlier launch counts the ends, for several CPU threads
    int max_put_off = -1;      ///< a tile with at most so many ends leaves its runs to the next launch
    index_t blocks = 1;
    int threads = 1;
    /// The records of each tile, before each part, and after the last part.
    constexpr index_t ends() const { return tiles == 0 ? 0 : tiles + detail::divide_up(tiles, part) + 1; }
    friend constexpr bool operator==(const run_search&, const run_search&) = default;
};

/// How blocks take strided results: by column tiles.
struct column_plan {
    column_tile tile;
    index_t column_tiles = 1;  ///< of blocks; each has a ticket if its results have several subtrees
    friend constexpr bool operator==(const column_plan&, const column_plan&) = default;
};

/// The part of a plan that a schedule sees: the subtrees of all results, and the grid that takes them.
struct tile_plan {
    index_t results = 0;       ///< at most
    index_t subtrees = 0;      ///< at most: aligned nodes of results, as a block takes them
    int log2_subtree = 0;      ///< 2^log2_subtree leaves are a subtree
    int leaf = 1;              ///< items of a leaf
    bool single_tile = false;  ///< one subtree, taken at once by a block, a cluster or a CPU thread
    index_t blocks = 1;        ///< of the grid
    int threads = 1;           ///< of a block
    index_t partials = 0;      ///< partials in memory: one for each subtree, if a result has several
    /// Whether one cluster of blocks takes everything (decided by `takes_cluster` in subtree_choice.hpp).
    IMPULSE_SHARED constexpr bool in_cluster() const { return single_tile && blocks > 1; }
    friend constexpr bool operator==(const tile_plan&, const tile_plan&) = default;
};

/// The plan of one result.
struct whole_input_plan {
    tile_plan tiles;
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters and partial results
    friend constexpr bool operator==(const whole_input_plan&, const whole_input_plan&) = default;
};

/// The plan of many results: the launch of `segments` finishes short results and lists the subtrees of the
/// others; the grid of `tiles` takes the list.
struct segments_plan {
    tile_plan tiles;
    segmented_launch segments;
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, partial results and the list
    friend constexpr bool operator==(const segments_plan&, const segments_plan&) = default;
};

/// The plan of runs of equal keys: the launches of `key_runs` find and list them; then they are segments.
struct key_runs_plan {
    tile_plan tiles;
    segmented_launch segments;
    run_search key_runs;
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, partial results, the list and the runs
    friend constexpr bool operator==(const key_runs_plan&, const key_runs_plan&) = default;
};

/// The plan of results of equal length: batches, rows, columns and axes. Exactly one of three parts is
/// present: `rows` if there are few rows anywhere in memory; `columns` if items are strided and results are
/// too long for one lane each; otherwise `segments`.
struct uniform_segments_plan {
    tile_plan tiles;
    detail::plan_part<segmented_launch> segments{};
    detail::plan_part<column_plan> columns{};
    index_t rows = 0;                 ///< that are joined in place, by the grid of `tiles`
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, partial results and the list, or tickets
    friend constexpr bool operator==(const uniform_segments_plan&, const uniform_segments_plan&) = default;
};

/// The scratch memory of a call, as counts; a place's `scratch` provides it.
struct scratch_plan {
    index_t partials = 0;   ///< partials
    index_t listed = 0;     ///< entries of the list of subtrees, or tickets
    index_t tiles = 0;      ///< ends of runs, one for each tile of keys
    index_t runs = 0;       ///< 32-bit words: ends that are listed at a time, or a bit for each position
    std::size_t bytes = 0;  ///< of all of it on a GPU, with the counters; 0 if a call needs none
};

namespace detail {

/// What the member function `plan` of an algorithm returns for every layout.
template <class Plan>
concept reduction_plan = requires(const Plan& p) {
    { p.tiles } -> std::same_as<const tile_plan&>;
    { p.workspace_bytes } -> std::same_as<const std::size_t&>;
};

inline constexpr index_t max_blocks = index_t{1} << 20;
inline constexpr index_t max_partials = index_t{1} << 16;
inline constexpr index_t max_column_partials = index_t{1} << 18;  ///< if there are fewer results
inline constexpr std::size_t scratch_alignment = 128;  ///< of workspaces; the counters take as many bytes

inline void check_shape(const shape& s) {
    if (s.blocks < 0 || s.blocks > max_blocks)
        detail::bad_argument(
            {"shape.blocks is ", s.blocks, "; it must be between 0 (the default) and ", max_blocks});
    if (s.threads % 32 != 0 || s.threads < 0 || s.threads > 1024)
        detail::bad_argument(
            {"shape.threads is ", s.threads, "; it must be 0 (the default) or a multiple of 32 up to 1024"});
    if (s.items < 0)
        detail::bad_argument({"shape.items is ", s.items, "; it must be 0 (the default) or more"});
}

}  // namespace detail

}  // namespace impulse
