// SPDX-License-Identifier: Apache-2.0
/// \file
/// Computes a plan from counts, types, policy, shape and capacity, by a pure function; and checks the tuning
/// of a caller's place.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/plan/column_plan.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/plan/many_results.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/plan_for.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/plan/subtree_choice.hpp>
#include <impulse/detail/plan/work_kind.hpp>
#include <impulse/error.hpp>
#include <impulse/shape.hpp>

#include <concepts>

namespace impulse::inline IMPULSE_ABI::detail {

/// The scratch memory of a call with such a plan.
template <reduction_plan Plan>
constexpr scratch_plan scratch_of(const Plan& p) {
    scratch_plan s{.partials = p.tiles.partials, .bytes = p.workspace_bytes};
    if constexpr (requires { p.segments; })
        if (const auto* segments = detail::part_of(p.segments)) s.listed = segments->listed;
    if constexpr (requires { p.columns; })
        if (const auto* columns = detail::part_of(p.columns))
            s.listed = s.partials > 0 ? columns->column_tiles : 0;
    if constexpr (requires { p.key_runs; }) {
        s.tiles = p.key_runs.ends();
        // A bit for each position, or a number for each that is listed at a time.
        s.runs = p.key_runs.is_counted ? p.key_runs.tiles * p.key_runs.tile / 32 : p.key_runs.run_capacity;
    }
    return s;
}

/// The bytes of scratch memory on a GPU, where blocks also share counters; 0 if nothing is shared.
template <reduction_plan Plan>
constexpr std::size_t workspace_bytes_of(const Plan& p, const work_kind& kind) {
    const scratch_plan s = detail::scratch_of(p);
    const bool counts =
        s.partials > 0 || s.listed > 0 || s.tiles > 0 || (kind.fetches && p.tiles.subtrees > 0);
    if (!counts) return 0;
    return scratch_alignment +
           static_cast<std::size_t>(s.partials) * static_cast<std::size_t>(kind.partial_bytes) +
           static_cast<std::size_t>(s.listed) * sizeof(listed_subtree) +
           static_cast<std::size_t>(s.tiles) * sizeof(run_ends) +
           static_cast<std::size_t>(s.runs) * sizeof(std::uint32_t);
}

/// The length of results that tiles may take: of all, if they follow each other; or the length that large
/// inputs have on average, if their bounds may show that all have it.
template <bounded_layout Layout>
constexpr index_t length_of_tiles(const Layout& layout, index_t items, bool is_large) {
    if constexpr (requires { layout.are_adjacent(); })
        // fault: tiles-of-plan
        return layout.are_adjacent() ? layout.length_of_each() : 0;
    else if constexpr (has_bounds<Layout>)
        return is_large && layout.max_results() > 0 ? divide_up(items, layout.max_results()) : 0;
    else
        return 0;
}

/// Such results of a tile, if tiles may take them, or 0.
constexpr int results_of_tile(index_t length, bool are_sampled, const work_kind& kind,
                              const capacity& place) {
    if (kind.tile_fragment == 0) return 0;
    const index_t fragments = divide_up(length, kind.tile_fragment);
    // fault: tiles-apart
    const bool are_apart = kind.item_bytes >= 8 || length * kind.item_bytes % 16 == 0;
    if (!are_apart && fragments > kernel_tuning::max_tiled_fragments) return 0;
    if (are_sampled && !kernel_tuning::samples_tiles(kind.item_bytes, fragments)) return 0;
    const int most = kernel_tuning::tile_room(kind.item_bytes, place.warp_width);
    return detail::split_tile(length, kind.tile_fragment, most, place.warp_width, are_sampled).results;
}

/// The launch over the results of a layout of many, for subtrees of so many leaves.
template <bounded_layout Layout, class Capacity>
constexpr segmented_launch make_segments(const Layout& layout, const subtree_choice<Capacity>& choice,
                                         index_t subtree) {
    const index_t results = layout.max_results();
    const index_t tile = std::max<index_t>(1, choice.tile() / 4);
    segmented_launch first = detail::make_segmented_launch(
        results, choice.input.total, choice.input.leaf_bytes, choice.kind.share.each, choice.kind.can_stage,
        tile, has_equal_lengths<Layout>, choice.place);
    const shape& user_shape = choice.user_shape;
    if (user_shape.items > 0) first.longest = (std::min)(first.longest, subtree);
    if (choice.kind.run_positions > 0)
        first.longest = (std::min)(first.longest, choice.place.tuned.longest_put_off);
    first.longest = (std::max)(first.longest, choice.least_of_many());
    const bool is_large = choice.input.total_bytes >= choice.place.resident * (8 << 10);
    const index_t length = detail::length_of_tiles(layout, choice.input.total, is_large);
    const int of_tile = detail::results_of_tile(length, has_bounds<Layout>, choice.kind, choice.place);
    const bool are_few = has_bounds<Layout> && choice.kind.tile_fragment > 0 &&
                         kernel_tuning::samples_few(choice.kind.item_bytes, length);
    first.tiles = are_few || (first.stages && of_tile > 0);
    first.samples_tiles = first.tiles && has_bounds<Layout>;
    if (first.tiles && !first.samples_tiles) first.batch_size = of_tile;
    // The number of runs of equal keys is only in memory.
    // fault: plan-probes
    first.probes_lengths =
        choice.kind.can_stage && choice.kind.run_positions == 0 &&
        (is_key_runs<Layout> || (has_bounds<Layout> && first.iterations.may_vary(results) && is_large));
    if (choice.place.warp_width > 1 && choice.kind.can_stage && !is_key_runs<Layout> &&
        (!first.probes_lengths || first.samples_tiles))
        first.blocks = detail::following_blocks(first, results, choice.input.total * choice.input.leaf_bytes,
                                                choice.kind.item_bytes, choice.place);
    if (user_shape.blocks > 0) first.blocks = (std::min)(first.blocks, user_shape.blocks);
    // The list has space for all groups if they do not overlap; groups without space are finished at once.
    // One of the runs that end in a tile may begin far before it; other runs are listed only if tiles are put
    // off.
    index_t tiles = 0;
    bool lists_others = true;
    if constexpr (is_key_runs<Layout>) {
        tiles = detail::keyed_tiles(choice.input.items, choice.kind, choice.place);
        lists_others = tiles == 0 || detail::puts_off(tiles, choice.place);
    }
    if (choice.input.longest > first.longest || tiles > 1) {
        first.listed = tiles + (choice.input.total >> log2_floor(subtree)) + 1;
        if (lists_others) first.listed += choice.input.total / first.longest;
    }
    return first;
}

/// The plan of results whose items are contiguous, without the bytes of its workspace.
template <bounded_layout Layout, std::derived_from<capacity> Capacity>
constexpr plan_for<Layout> make_tiled_plan(const Layout& layout, const work_kind& kind, const Capacity& place,
                                           const shape& user_shape) {
    const subtree_choice<Capacity> choice{.kind = kind,
                                          .place = place,
                                          .user_shape = user_shape,
                                          .input = detail::input_size_of(layout, kind, place),
                                          .has_many = Layout::has_many};
    subtree_cut by = choice.subtrees();
    // With few tiles only runs that begin far before their tile are on the list, so their subtrees are not
    // tiny.
    if constexpr (is_key_runs<Layout>)
        if (kind.run_positions > 0 && user_shape == shape{} &&
            !detail::puts_off(detail::keyed_tiles(choice.input.items, kind, place), place)) {
            by.subtree = (std::max)(
                by.subtree, ceil_power((std::min)(choice.input.longest, detail::keyed_tile(kind, place))));
            by.warps = (std::max)(
                by.warps, std::min<index_t>(choice.max_warps(), detail::keyed_warps(place.warp_width)));
        }
    const index_t results = layout.max_results();
    if constexpr (!Layout::has_many) {
        const index_t subtrees = shift_up(choice.input.longest, log2_floor(by.subtree));
        return {.tiles = choice.tiles(by, results, subtrees)};
    } else {
        segmented_launch first = detail::make_segments(layout, choice, by.subtree);
        const tile_plan tiles = choice.tiles(by, results, first.listed);
        if constexpr (!is_key_runs<Layout>) {
            return {.tiles = tiles, .segments = first};
        } else {
            const run_search search = detail::make_run_search(choice.input.items, kind, place, first);
            if (search.run_capacity > 0) {  // at most the runs that are listed at a time
                first.iterations.leaves = divide_up(search.run_capacity, kind.leaf);
                first.batch_size = first.iterations.batch_size(search.run_capacity);
            }
            return {.tiles = tiles, .segments = first, .key_runs = search};
        }
    }
}

/// The plan of a reduction over a layout. The caller's shape is rounded to what the tree allows.
template <bounded_layout Layout, std::derived_from<capacity> Capacity>
constexpr plan_for<Layout> make_plan(const Layout& layout, const work_kind& kind, const Capacity& place,
                                     const shape& user_shape = {}) {
    plan_for<Layout> p = [&] {
        if constexpr (requires { layout.are_few; }) {
            // fault: few-rows
            if (layout.are_few) return detail::make_rows_plan(layout, place);
        }
        if constexpr (is_strided_segments<Layout>)
            return detail::make_column_plan(layout, kind, place, user_shape);
        else
            return detail::make_tiled_plan(layout, kind, place, user_shape);
    }();
    p.workspace_bytes = detail::workspace_bytes_of(p, kind);
    return p;
}

/// Throws if a number of a caller's tuning that must be positive is not; a plan divides by some of them.
inline void check_tuning(const tuning& t) {
    if (t.rows < 1 || t.rows > tuning::max_rows)
        detail::bad_argument(
            {"tuning.rows is ", t.rows, "; it must be between 1 and ", index_t{tuning::max_rows}});
    for (index_t i = 0; i < t.rows; ++i) {
        if (t.row[i].warp_bytes < 1)
            detail::bad_argument(
                {"tuning.row[", i, "].warp_bytes is ", t.row[i].warp_bytes, "; it must be 1 or more"});
        if (t.row[i].warps < 1)
            detail::bad_argument({"tuning.row[", i, "].warps is ", t.row[i].warps, "; it must be 1 or more"});
    }
    const auto require = [](const char* name, index_t n, index_t least = 1) {
        // fault: tuning-in-range
        if (n < least) detail::bad_argument({"tuning.", name, " is ", n, "; it must be ", least, " or more"});
    };
    require("grouped_bytes", t.grouped_bytes, 8);
    require("least_following_bytes", t.least_following_bytes);
    require("parts_of_share", t.parts_of_share);
    require("max_meeting_warps", t.max_meeting_warps);
    require("max_uneven", t.max_uneven);
    require("least_fetched", t.least_fetched);
    require("queued_blocks", t.queued_blocks);
    require("following_blocks", t.following_blocks);
    require("listed_warps", t.listed_warps);
    require("column_warps", t.column_warps);
    require("column_begin", t.column_begin);
    require("column_join", t.column_join);
    require("clustered_warps", t.clustered_warps);
}

}  // namespace impulse::detail
