// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plan of interleaved results.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/first_launch.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/plan/workspace_bytes.hpp>
#include <impulse/shape.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The column tiles of a warp, by how the items lie.
template <class Layout>
constexpr column_tile make_column_tile_of(const Layout& layout, const work_kind& kind, index_t leaves,
                                          int width) {
    const index_t results = layout.max_results();
    const index_t neighbours = layout.neighbours();
    const lane_share& share = kind.share;
    const bool across = kind.leaf == 1 && share.sets > 1 && share.sets * kind.item_bytes == 16 &&
                        neighbours >= 4 * share.sets && layout.are_words_across(share.sets);
    column_tile by;
    // A lane finds its words from step to step by an addition.
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

/// Interleaved results that are so short that they are no column tiles, but a lane's each, like any short
/// ones: there is a first launch alone.
template <class Layout>
constexpr plan make_single_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                                const shape& user_shape) {
    const index_t leaves = divide_up(layout.longest(), kind.leaf);
    const index_t items =
        (std::min)(layout.max_items(), (index_t{1} << 54) / kind.item_bytes);  // no overflow
    plan p;
    p.results = layout.max_results();
    p.leaf = kind.leaf;
    p.first = detail::make_first_launch(p.results, divide_up(items, kind.leaf),
                                        index_t{kind.leaf} * kind.item_bytes, kind.share.each,
                                        kind.share.each, place);
    if (user_shape.blocks > 0) p.first.blocks = (std::min)(p.first.blocks, user_shape.blocks);
    p.log2_subtree = log2_floor(ceil_power(std::max<index_t>(1, leaves)));
    p.threads = p.first.threads;
    p.blocks = 1;
    return p;
}

/// The plan of interleaved results: whole ones to each warp while they are short, then to all warps of a
/// block, then subtrees.
template <class Layout>
constexpr plan make_column_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                                const shape& user_shape) {
    const index_t leaf_bytes = index_t{kind.leaf} * kind.item_bytes;
    const index_t results = layout.max_results();
    const index_t leaves = divide_up(layout.longest(), kind.leaf);
    // fault: lone-lane
    if (place.warp_width > 1 && leaves <= kind.share.each)
        return detail::make_single_plan(layout, kind, place, user_shape);
    const index_t longest = ceil_power(std::max<index_t>(1, leaves));
    const index_t items =
        (std::min)(layout.max_items(), (index_t{1} << 54) / kind.item_bytes);  // no overflow
    const tuning_row& row = place.tuned.of(items * kind.item_bytes);
    const bool by_one_thread = place.warp_width == 1;

    plan p;
    p.results = results;
    p.leaf = kind.leaf;
    column_tile& by = p.columns;
    const index_t max_beside =
        std::max<index_t>(1, (8 << 10) / leaf_bytes);  // a CPU thread reads on in memory
    by = by_one_thread ? column_tile{1, static_cast<int>(detail::clamp(layout.beside(), 1, max_beside))}
                       : detail::make_column_tile_of(layout, kind, leaves, place.warp_width);
    const index_t step = by_one_thread ? 1 : by.step(kind.share, place.warp_width);
    index_t warps = user_shape.threads > 0 ? user_shape.threads / place.warp_width : 8;
    warps = floor_power(detail::clamp(warps, 1, std::min<index_t>(kind.row_warps, place.max_warps)));

    // What a warp takes of each result, what a block does, and how many blocks have something to do.
    index_t share =
        (std::max)(step, floor_power(std::max<index_t>(1, row.warp_bytes / (by.width() * leaf_bytes))));
    if (user_shape.items > 0) share = ceil_power((std::min)(divide_up(user_shape.items, kind.leaf), longest));
    if (user_shape.blocks > 0 && user_shape.items == 0)
        share = std::max<index_t>(1, floor_power(std::max<index_t>(1, leaves / user_shape.blocks)) / warps);
    const index_t most = by_one_thread || !kind.cuts ? longest : step << kind.log2_steps;
    share = (std::min)(share, (std::min)(longest, most));
    by.warps_per_column = static_cast<int>((std::min)(warps, longest / share));
    by.tiles_per_block = static_cast<int>(warps) / by.warps_per_column;
    const index_t column_tiles = divide_up(std::max<index_t>(1, results), by.of_block());
    index_t subtree = by.warps_per_column * share;
    const auto larger = [&] { return kind.cuts && subtree < longest && 2 * share <= most; };
    if (by_one_thread) {
        const index_t enough = place.resident * detail::clamp(128 / by.width(), 2, 8);
        while (larger() && user_shape.items == 0 && column_tiles * (longest / subtree) > enough) {
            subtree *= 2;
            share *= 2;
        }
    } else if (user_shape.items == 0) {
        // Blocks take subtrees in rounds, of which the last should not be left to a few, and then one joins a
        // column tile's.
        const index_t at_once =
            user_shape.blocks > 0 ? user_shape.blocks : std::max<index_t>(1, place.resident / warps);
        const auto cost = [&] {
            const index_t of = subtrees_of(leaves, log2_floor(subtree));
            const index_t rounds = divide_up(column_tiles * of, at_once);
            return rounds * (share / step + 4) + (of > 1 ? 4 + 2 * of / (by.warps_per_column * step) : 0);
        };
        index_t best = cost();
        index_t best_share = share;
        while (larger()) {
            subtree *= 2;
            share *= 2;
            if (const index_t now = cost(); now <= best) {
                best = now;
                best_share = share;
            }
        }
        subtree = by.warps_per_column * best_share;
        share = best_share;
    }
    const index_t max_of = std::max<index_t>(2, max_column_partials / (column_tiles * by.of_block()));
    while (larger() && divide_up(leaves, subtree) > max_of) {
        subtree *= 2;
        share *= 2;
    }
    if (!kind.cuts) subtree = longest;
    p.log2_subtree = log2_floor(subtree);
    p.threads = static_cast<int>(warps * place.warp_width);

    const index_t of = subtrees_of(leaves, p.log2_subtree);
    p.subtrees = column_tiles * of;
    index_t blocks =
        (std::min)(p.subtrees, std::max<index_t>(1, (kind.fetches ? 1 : 4) * place.resident / warps));
    if (by_one_thread)
        blocks = (std::min)(blocks, std::max<index_t>(1, divide_up(items * kind.item_bytes, row.warp_bytes)));
    if (user_shape.blocks > 0 && kind.cuts) blocks = (std::min)(p.subtrees, user_shape.blocks);
    p.blocks = detail::clamp(blocks, 1, max_blocks);
    if (of > 1) {
        p.partials = p.subtrees * by.of_block();
        p.listed = column_tiles;
    }
    detail::set_workspace(p, kind);
    return p;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
