// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of strided results.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/plan/many_results.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/plan/work_kind.hpp>
#include <impulse/shape.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The column tile of a warp, from the strides of the layout.
constexpr column_tile make_column_tile_of(const auto& layout, const work_kind& kind, index_t leaves,
                                          int width) {
    const index_t results = layout.max_results();
    const index_t neighbours = layout.neighbours();
    const lane_share& share = kind.share;
    const bool across = kind.leaf == 1 && share.sets > 1 && share.sets * kind.item_bytes == 16 &&
                        neighbours >= 4 * share.sets && layout.are_words_across(share.sets);
    column_tile by;
    // Then a lane computes the address of its next words by an addition.
    const auto alike = [&] { return layout.along.are_steps_alike(by.step(share, width) * kind.leaf); };
    if (across) {
        by = detail::make_column_tile_across(results, neighbours, leaves, share, width);
        if (alike()) return by;
    }
    by = detail::make_column_tile(results, neighbours, leaves, share, width);
    const bool along = 16 % kind.item_bytes == 0 && share.each * kind.leaf * kind.item_bytes % 16 == 0 &&
                       layout.are_words_along(16 / kind.item_bytes);
    if (along && alike()) by.loads = loading::along;
    return by;
}

/// Whether a warp copies dense rows of a large input to shared memory, a stage ahead, instead of single items
/// to the registers of lanes. In rows of two items, or of words, the lanes of a column would read the same
/// banks. Code that has clusters also has the instruction for such a copy.
constexpr bool stages_rows(const auto& layout, const work_kind& kind, const capacity& place,
                           const column_tile& by, index_t bytes) {
    const index_t width = layout.max_results();
    const index_t row = width * kind.item_bytes;
    constexpr index_t warp_bytes = kernel_tuning::column_stages * kernel_tuning::column_stage_bytes;
    // fault: staged-rows
    return kind.stages_columns && by.loads == loading::items && width <= by.width() &&
           layout.groups.is_dense() && layout.along.are_every(width) && width > 2 &&
           width <= kernel_tuning::max_staged_columns(kind.item_bytes) && row % 16 != 0 &&
           by.step(kind.share, place.warp_width) * row <= kernel_tuning::column_stage_bytes &&
           place.resident * warp_bytes <= place.processors * place.shared_bytes && place.max_clustered > 1 &&
           bytes / std::max<index_t>(1, place.resident) >= place.tuned.staged_column_bytes;
}

/// Computes from a warp's column tile how many leaves a warp takes of each result, and the grid.
struct column_choice {
    const work_kind& kind;
    const capacity& place;
    const shape& user_shape;
    index_t results;
    index_t leaves;  ///< of one result
    index_t items;   ///< of all results; clamped to 2^54 bytes
    column_tile by;  ///< `share_rows` says how many warps share it

    constexpr bool by_one_thread() const { return place.warp_width == 1; }
    constexpr index_t bytes() const { return items * kind.item_bytes; }
    constexpr const tuning_row& row() const { return place.tuned.of(bytes()); }
    constexpr index_t leaf_bytes() const { return index_t{kind.leaf} * kind.item_bytes; }
    /// The leaves of a result, rounded up to a power of two.
    constexpr index_t longest() const { return ceil_power(std::max<index_t>(1, leaves)); }
    constexpr index_t step() const { return by_one_thread() ? 1 : by.step(kind.share, place.warp_width); }
    constexpr index_t warps() const {
        const index_t wanted =
            user_shape.threads > 0 ? user_shape.threads / place.warp_width : place.tuned.column_warps;
        return floor_power(detail::clamp(wanted, 1, std::min<index_t>(kind.row_warps, place.max_warps)));
    }
    constexpr index_t column_tiles() const { return divide_up(std::max<index_t>(1, results), by.of_block()); }
    constexpr index_t subtree(index_t share) const { return by.warps_per_column * share; }

    /// The most leaves that a warp takes of each result; it can store the nodes of only so many steps.
    constexpr index_t max_share() const {
        return by_one_thread() || !kind.cuts ? longest() : step() << kind.log2_steps;
    }
    constexpr index_t first_share() const {
        const index_t tuned = row().warp_bytes / (by.width() * leaf_bytes());
        index_t share = (std::max)(step(), floor_power(std::max<index_t>(1, tuned)));
        if (user_shape.items > 0)
            share = ceil_power((std::min)(divide_up(user_shape.items, kind.leaf), longest()));
        else if (user_shape.blocks > 0)
            share =
                std::max<index_t>(1, floor_power(std::max<index_t>(1, leaves / user_shape.blocks)) / warps());
        return (std::min)(share, (std::min)(longest(), max_share()));
    }
    /// Long results are shared by several warps of a block.
    constexpr void share_rows(index_t share) {
        by.warps_per_column = static_cast<int>((std::min)(warps(), longest() / share));
        by.tiles_per_block = static_cast<int>(warps()) / by.warps_per_column;
    }
    constexpr bool may_double(index_t share) const {
        return kind.cuts && subtree(share) < longest() && 2 * share <= max_share();
    }
    /// Whether a block has all of a result already, in a few steps, so that half as many warps can have twice
    /// as much of it, and there is still a whole round of blocks. H100; docs/notes/columns.md, "Many results
    /// of a few thousand items each".
    constexpr bool may_halve_warps(index_t share) const {
        constexpr index_t few_steps = 64;
        // fault: round-of-blocks
        return kind.cuts && user_shape.blocks == 0 && by.warps_per_column > 1 &&
               subtree(share) >= longest() && 2 * share <= max_share() && longest() <= few_steps * step() &&
               column_tiles() / 2 >= place.resident / warps();
    }
    constexpr void halve_warps() {
        by.warps_per_column /= 2;
        by.tiles_per_block *= 2;
    }

    constexpr index_t best_share(index_t share) {
        if (user_shape.items == 0) share = by_one_thread() ? share_of_thread(share) : share_by_rounds(share);
        const index_t max_of = std::max<index_t>(2, max_column_partials / (column_tiles() * by.of_block()));
        while (may_double(share) && divide_up(leaves, subtree(share)) > max_of) share *= 2;
        return share;
    }
    constexpr index_t share_of_thread(index_t share) const {
        const index_t enough = place.resident * detail::clamp(128 / by.width(), 2, 8);
        while (may_double(share) && column_tiles() * (longest() / subtree(share)) > enough) share *= 2;
        return share;
    }
    /// How long it takes, in steps of a warp: in rounds of resident blocks, and until one block has joined
    /// all subtrees of a column tile.
    constexpr double time(index_t share) const {
        const index_t at_once =
            user_shape.blocks > 0 ? user_shape.blocks : std::max<index_t>(1, place.resident / warps());
        const index_t of = subtrees_of(leaves, log2_floor(subtree(share)));
        const index_t blocks = column_tiles() * of, rounds = divide_up(blocks, at_once);
        // With many rounds the last one does not count fully, because blocks that end early make space for
        // others.
        const double lasting = rounds <= place.tuned.column_rounds
                                   ? static_cast<double>(rounds)
                                   : static_cast<double>(blocks) / static_cast<double>(at_once);
        const double joined =
            of == 1 ? 0 : static_cast<double>(of) / static_cast<double>(by.warps_per_column * step());
        // fault: join-of-columns
        return lasting * static_cast<double>(share / step() + place.tuned.column_begin) +
               joined * static_cast<double>(place.tuned.column_join);
    }
    /// Chooses the share of the least time, and how many warps share a result: many results of a few steps
    /// each are a warp's own, which then waits for no other.
    constexpr index_t share_by_rounds(index_t share) {
        column_choice next = *this;
        index_t best = share;
        double least = time(share);
        while (next.may_double(share) || next.may_halve_warps(share)) {
            // fault: warps-of-result
            if (!next.may_double(share)) next.halve_warps();
            share *= 2;
            if (const double now = next.time(share); now <= least) {
                least = now;
                best = share;
                by = next.by;
            }
        }
        return best;
    }

    constexpr index_t grid_blocks(index_t subtrees) const {
        if (user_shape.blocks > 0 && kind.cuts)
            return detail::clamp((std::min)(subtrees, user_shape.blocks), 1, max_blocks);
        const index_t at_once = (kind.fetches ? 1 : place.tuned.queued_blocks) * place.resident / warps();
        index_t blocks = (std::min)(subtrees, std::max<index_t>(1, at_once));
        if (by_one_thread()) {
            const index_t worth = divide_up(bytes(), row().warp_bytes);
            blocks = (std::min)(blocks, std::max<index_t>(1, worth));
        }
        return detail::clamp(blocks, 1, max_blocks);
    }
    /// The grid in which a warp takes `share` leaves of each result.
    constexpr tile_plan tiles(index_t share) const {
        const int log2_subtree = log2_floor(kind.cuts ? subtree(share) : longest());
        const index_t of = subtrees_of(leaves, log2_subtree);
        const index_t subtrees = column_tiles() * of;
        return {.results = results,
                .subtrees = subtrees,
                .log2_subtree = log2_subtree,
                .leaf = kind.leaf,
                .blocks = grid_blocks(subtrees),
                .threads = static_cast<int>(warps() * place.warp_width),
                .partials = of > 1 ? subtrees * by.of_block() : 0};
    }
};

/// The plan of strided results that are too short for column tiles: one lane reduces each, as with other
/// short results. There is only the first launch.
constexpr uniform_segments_plan make_single_plan(const column_choice& choice) {
    const work_kind& kind = choice.kind;
    const capacity& place = choice.place;
    const index_t total = divide_up(choice.items, kind.leaf);
    segmented_launch first = detail::make_segmented_launch(
        choice.results, total, choice.leaf_bytes(), kind.share.each, false, kind.share.each, true, place);
    if (choice.user_shape.blocks > 0) first.blocks = (std::min)(first.blocks, choice.user_shape.blocks);
    return {.tiles = {.results = choice.results,
                      .log2_subtree = log2_floor(choice.longest()),
                      .leaf = kind.leaf,
                      .threads = first.threads},
            .segments = first};
}

/// The grid of the launch that joins a few rows in place, for `words` words of columns.
struct rows_grid {
    static constexpr int threads = 256;
    static constexpr index_t blocks(index_t words, index_t processors) {
        return detail::clamp(detail::divide_up(words, threads), 1, 8 * processors);
    }
};
/// The plan of that launch. The number of blocks is an upper bound, because only the rows' addresses tell
/// whether they are read in words.
constexpr uniform_segments_plan make_rows_plan(const auto& layout, const capacity& place) {
    return {.tiles = {.results = layout.max_results(),
                      .blocks = rows_grid::blocks(layout.max_results(), place.processors),
                      .threads = rows_grid::threads},
            .rows = layout.longest()};
}

/// The plan of strided results, without the bytes of its workspace. A warp takes whole results if they are
/// short; all warps of a block share longer results; still longer results are split into subtrees.
constexpr uniform_segments_plan make_column_plan(const auto& layout, const work_kind& kind,
                                                 const capacity& place, const shape& user_shape) {
    const index_t leaves = divide_up(layout.longest(), kind.leaf);
    column_choice choice{.kind = kind,
                         .place = place,
                         .user_shape = user_shape,
                         .results = layout.max_results(),
                         .leaves = leaves,
                         .items = (std::min)(layout.max_items(), (index_t{1} << 54) / kind.item_bytes),
                         .by = {}};
    // fault: lone-lane
    if (place.warp_width > 1 && leaves <= kind.share.each) return detail::make_single_plan(choice);
    if (choice.by_one_thread()) {
        // A CPU thread reads contiguous memory.
        const index_t max_beside = std::max<index_t>(1, place.tuned.beside_bytes / choice.leaf_bytes());
        choice.by.columns_per_lane = static_cast<int>(detail::clamp(layout.beside(), 1, max_beside));
    } else {
        choice.by = detail::make_column_tile_of(layout, kind, leaves, place.warp_width);
        if (detail::stages_rows(layout, kind, place, choice.by, choice.bytes()))
            choice.by.loads = loading::staged;
    }
    const index_t first = choice.first_share();
    choice.share_rows(first);
    const index_t share = choice.best_share(first);
    return {.tiles = choice.tiles(share),
            .columns = column_plan{.tile = choice.by, .column_tiles = choice.column_tiles()}};
}

}  // namespace impulse::detail
