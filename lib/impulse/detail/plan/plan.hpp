// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans: how a reduction is carried out, as plain data, computed by a pure function of counts, types,
/// policy, shape and the place's capacity. Nothing of it can be seen in a result.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/plan.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/error.hpp>
#include <impulse/shape.hpp>

#include <concepts>
#include <cstddef>
#include <optional>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Up to `bytes` of input in all, a warp takes `warp_bytes` of a subtree, or more, and a block has `warps` of
/// them.
struct tuning_row {
    index_t bytes;
    index_t warp_bytes;
    int warps;
};

/// The tuning of a kind of place: rows of ascending `bytes`, of which the last serves all that is larger.
struct tuning {
    static constexpr int max_rows = 12;
    int rows = 1;
    tuning_row row[max_rows] = {{0, 64 << 10, 1}};
    index_t fetched_bytes = index_t{1} << 40;  ///< that a warp takes at most where blocks fetch subtrees
    index_t listed_bytes = index_t{1} << 40;   ///< and of the subtrees of many results
    int least_item_bytes = 1;                  ///< that the work of an item is worth
    int max_meeting_warps = 1 << 20;  ///< warps of a block whose accumulators are larger than an item

    index_t filling_bytes = 0;  ///< that a block would load while its shared memory fills and its warps meet
    index_t single_launch_bytes = index_t{1} << 62;  ///< of a part's node that is worth launches of its own
    index_t grouped_bytes = index_t{1} << 40;        ///< of results that a CPU thread takes at a time
    index_t clustered_bytes = 64 << 10;              ///< that are worth a block of a cluster at most
    index_t lost_bytes =
        0;  ///< as filling_bytes, between two blocks whose warps have no shared memory of their own
    index_t max_subtree_bytes =
        0;               ///< of a subtree that is longer than a row says, for all is done sooner so
    int max_uneven = 4;  ///< warps of a block that fetches items which may differ in cost

    /// What a CPU thread takes at a time of so many bytes of results, and the longest of these that it does
    /// not cut: one may be much longer than its neighbours.
    constexpr index_t of_results(index_t bytes) const {
        return (std::min)(of(bytes).warp_bytes, grouped_bytes);
    }
    constexpr index_t of_result(index_t bytes) const {
        return (std::min)(of(bytes).warp_bytes, grouped_bytes / 8);
    }

    constexpr const tuning_row& of(index_t bytes) const {
        int i = 0;
        while (i + 1 < rows && bytes > row[i].bytes) ++i;
        return row[i];
    }

    /// Of rows that, but for the first, say what one thread's input has: those of so many threads.
    constexpr tuning shared_by(index_t threads) const {
        tuning all = *this;
        for (int i = 1; i < rows; ++i) all.row[i].bytes *= threads;
        return all;
    }
};

/// What a plan must know of a place.
struct capacity {
    int warp_width = 1;      ///< threads of a warp
    int max_warps = 1;       ///< of a block
    index_t processors = 1;  ///< multiprocessors of a GPU, threads of the host
    index_t resident = 1;    ///< warps that run at the same time
    tuning tuned = {};
    /// Positions whose runs are listed at a time. A few more than a power of two, for there is one more than
    /// there are keys.
    index_t keys_listed = (index_t{1} << 26) + (1 << 16);
    index_t shared_bytes = 0;  ///< that the warps of a block may share
    int max_clustered = 1;     ///< blocks that reach each other's shared memory
    index_t registers = 0;     ///< of a multiprocessor for each lane; 0: they limit nothing
};

/// How warps take groups in turn, by how many there are of `leaves` leaves in all.
struct group_iterations {
    index_t leaves = 0;
    index_t leaf_bytes = 1;
    int leaves_per_lane = 1;  ///< of a group that a lane takes
    int warp_width = 1;
    index_t resident = 1;    ///< warps that run at the same time
    index_t warp_bytes = 1;  ///< that are worth waking a thread of the host

    IMPULSE_SHARED constexpr index_t average(index_t groups) const {
        const index_t one = groups > 0 ? leaves / groups : leaves;
        return one > 0 ? one : 1;
    }
    /// Whether most groups are too long for a lane, so that items are staged.
    IMPULSE_SHARED constexpr bool stages(index_t groups) const {
        return warp_width > 1 && average(groups) > leaves_per_lane;
    }
    /// Whether most groups may be short all the same, as where lengths follow a power law.
    IMPULSE_SHARED constexpr bool may_vary(index_t groups) const {
        return stages(groups) && average(groups) < 2 * leaves_per_lane;
    }
    /// Neighbouring groups that a warp takes at a time.
    IMPULSE_SHARED constexpr int batch_size(index_t groups) const {
        if (warp_width == 1) {  // a thread has neighbours enough to be worth waking
            const index_t bytes =
                leaves * leaf_bytes + 8 * (groups < index_t{1} << 54 ? groups : index_t{1} << 54);
            return static_cast<int>(within(detail::divide_up(groups, 1 + bytes / warp_bytes), 1, 1 << 30));
        }
        // None takes much longer than others, and what it loads at once is worth its while.
        const index_t fewest = within(2 * warp_width / average(groups), 1, warp_width);
        const index_t most = within((16 << 10) / (average(groups) * leaf_bytes), 1, warp_width);
        return static_cast<int>(
            detail::floor_power(within(1 + groups / (16 * resident), fewest, most < fewest ? fewest : most)));
    }
    friend constexpr bool operator==(const group_iterations&, const group_iterations&) = default;

  private:
    IMPULSE_SHARED static constexpr index_t within(index_t n, index_t least, index_t most) {
        return n < least ? least : n < most ? n : most;
    }
};

/// How the results of a layout of many are gone through, before the launches of the policy: by warps, which
/// finish the short ones. The subtrees of the others are put on a list.
struct segmented_launch {
    group_iterations iterations;  ///< where results are counted only when the work is done
    int batch_size = 1;   ///< neighbouring results that a warp takes at a time, or several times as many
    bool stages = false;  ///< whether most are too long for a lane, so that items are staged, if they can be
    bool probes_lengths = false;  ///< whether that is better seen, for they are many and may vary in length
    index_t longest = 0;          ///< leaves of a result that is finished here
    index_t listed = 0;           ///< room on the list, for each subtree of the results that are longer
    index_t blocks = 1;
    int threads = 1;
    friend constexpr bool operator==(const segmented_launch&, const segmented_launch&) = default;
};

/// How runs of equal keys are looked for, before anything else: tile by tile, in a launch that looks where
/// they end, and then, for some tiles after the other, one that lists them. What is listed is the layout of
/// the launches that follow.
struct run_search {
    index_t tiles = 0;
    index_t tile = 0;          ///< positions of one
    index_t marks = 0;         ///< words of bits that say where runs end
    index_t listed = 0;        ///< tiles whose runs are listed at a time
    index_t run_capacity = 0;  ///< for them
    index_t blocks = 1;
    int threads = 1;
    /// What is before each tile, and before the end.
    constexpr index_t ends() const { return tiles > 0 ? tiles + 1 : 0; }
    friend constexpr bool operator==(const run_search&, const run_search&) = default;
};

/// How strided results are taken: by column tiles of neighbours.
struct column_plan {
    column_tile tile;
    index_t column_tiles = 1;  ///< of blocks; each has a ticket where its results have several subtrees
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
    index_t partials = 0;      ///< partial results in memory: one a subtree, where a result has several
    /// Whether one cluster of blocks takes all there is (`takes_cluster` in subtree_choice.hpp decides it).
    IMPULSE_SHARED constexpr bool in_cluster() const { return single_tile && blocks > 1; }
    friend constexpr bool operator==(const tile_plan&, const tile_plan&) = default;
};

/// How a call over one result is carried out.
struct whole_input_plan {
    tile_plan tiles;
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters and partial results
    friend constexpr bool operator==(const whole_input_plan&, const whole_input_plan&) = default;
};

/// How a call over many results is carried out: a launch of `segments` finishes short results and lists the
/// subtrees of the others; the grid of `tiles` takes the list.
struct segments_plan {
    tile_plan tiles;
    segmented_launch segments;
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, partial results and the list
    friend constexpr bool operator==(const segments_plan&, const segments_plan&) = default;
};

/// How a call over runs of equal keys is carried out: launches of `key_runs` find and list them; then they
/// are segments.
struct key_runs_plan {
    tile_plan tiles;
    segmented_launch segments;
    run_search key_runs;
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, partial results, the list and the runs
    friend constexpr bool operator==(const key_runs_plan&, const key_runs_plan&) = default;
};

/// How a call over results of equal length is carried out: batches, rows, columns and axes. Exactly one of
/// two parts is present: `columns` where items lie a stride apart, unless results are so short that a lane
/// takes each; else `segments`.
struct uniform_segments_plan {
    tile_plan tiles;
    std::optional<segmented_launch> segments{};
    std::optional<column_plan> columns{};
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, partial results and the list, or tickets
    friend constexpr bool operator==(const uniform_segments_plan&, const uniform_segments_plan&) = default;
};

/// What a call keeps in scratch memory, as counts; a place's `scratch` provides it.
struct scratch_plan {
    index_t partials = 0;   ///< partial results
    index_t listed = 0;     ///< entries of the list of subtrees, or tickets
    index_t tiles = 0;      ///< ends of runs, one for each tile of keys
    index_t runs = 0;       ///< positions of runs that are listed at a time
    index_t marks = 0;      ///< words of bits that say where runs end
    std::size_t bytes = 0;  ///< of all of it on a GPU, with the counters; 0 where a call needs none
};

namespace detail {

/// What a member function `plan` of an algorithm returns, whatever the layout.
template <class Plan>
concept reduction_plan = requires(const Plan& p) {
    { p.tiles } -> std::same_as<const tile_plan&>;
    { p.workspace_bytes } -> std::same_as<const std::size_t&>;
};

/// A part of a plan, or null where an optional part is absent.
template <class Part>
constexpr const Part* part_of(const Part& always) {
    return &always;
}
template <class Part>
constexpr const Part* part_of(const std::optional<Part>& part) {
    return part ? &*part : nullptr;
}

inline constexpr index_t max_blocks = index_t{1} << 20;
inline constexpr index_t max_partials = index_t{1} << 16;
inline constexpr index_t max_column_partials = index_t{1} << 18;  ///< where there are not more results
inline constexpr std::size_t scratch_alignment = 128;  ///< of workspaces; the counters take as much

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

}  // namespace IMPULSE_ABI
}  // namespace impulse
