// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan`: how a reduction is carried out, as plain data, computed by a pure function of counts, types, policy, shape and
/// the place's capacity. Nothing of it can be seen in a result.
#pragma once

#include <impulse/bundling.hpp>
#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/layout/interleaved.hpp>
#include <impulse/layout/layout.hpp>
#include <impulse/parts/piece_list.hpp>
#include <impulse/shape.hpp>

#include <algorithm>
#include <string>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Up to `bytes` of input in all, a warp takes `warp_bytes` of a piece, and a block has `warps` of them.
struct tuning_row {
    index_t bytes;
    index_t warp_bytes;
    int warps;
};

/// The tuning of a kind of place: rows of ascending `bytes`, of which the last serves all that is larger.
struct tuning {
    static constexpr int most_rows = 12;
    int rows = 1;
    tuning_row row[most_rows] = {{0, 64 << 10, 1}};
    index_t fetched_bytes = index_t{1} << 40;  ///< that a warp takes at most where blocks fetch pieces

    constexpr const tuning_row& of(index_t bytes) const {
        int i = 0;
        while (i + 1 < rows && bytes > row[i].bytes) ++i;
        return row[i];
    }
};

/// What a plan must know of a place.
struct capacity {
    int warp_width = 1;      ///< threads of a warp
    int most_warps = 1;      ///< of a block
    index_t processors = 1;  ///< multiprocessors of a GPU, threads of the host
    index_t resident = 1;    ///< warps that run at the same time
    tuning tuned = {};
};

/// What a plan must know of the types and of the policy.
struct work_kind {
    int leaf = 1;           ///< items of a leaf
    int item_bytes = 1;     ///< read for an item
    int cell_bytes = 1;     ///< of a partial result
    int lane_leaves = 1;    ///< that a lane takes at once: a tile is so many for each lane of a warp
    lane_share share = {};  ///< that it takes of interleaved results
    int row_warps = 1;      ///< of a block that may share a bundle of interleaved results
    int log2_steps = 0;     ///< 2^log2_steps times of such shares are the most that a warp may take
    bool cuts = true;       ///< whether a result may be cut into several pieces
    bool fetches = false;   ///< whether blocks fetch pieces: more blocks than are resident are of no use
};

/// How the results of a layout of many are gone through, before the launches of the policy: by warps, which finish the short
/// ones. The pieces of the others are put on a list.
struct first_launch {
    int of_set =
        0;  ///< neighbouring results, of which a warp takes one or several sets at a time; 0: no such launch
    index_t longest = 0;  ///< leaves of a result that is finished here
    index_t blocks = 0;
    int threads = 0;
    friend constexpr bool operator==(const first_launch&, const first_launch&) = default;
};

/// How a reduction is carried out.
struct plan {
    index_t results = 0;  ///< at most
    first_launch first;   ///< of a layout of many results, if they are not interleaved
    bundling bundle;      ///< of interleaved results
    index_t pieces = 0;   ///< at most: aligned nodes of results, each taken by one block
    int log2_piece = 0;   ///< 2^log2_piece leaves are a piece
    int leaf = 1;         ///< items of a leaf
    index_t blocks = 1;   ///< of the grid
    int threads = 1;      ///< of a block
    index_t cells = 0;    ///< partial results in memory: one a piece, where a result has several
    index_t listed = 0;   ///< room on the list: for each piece where there are many results, or each bundle
    bool counts = false;  ///< whether blocks meet by counters in memory
    std::size_t workspace_bytes = 0;  ///< on a GPU: for counters, cells and the list

    friend constexpr bool operator==(const plan&, const plan&) = default;
};

namespace detail {

inline constexpr index_t most_blocks = index_t{1} << 20;
inline constexpr index_t most_cells = index_t{1} << 16;
inline constexpr index_t most_bundled_cells = index_t{1} << 18;  ///< where there are not more results
inline constexpr std::size_t scratch_alignment = 128;            ///< of workspaces; the counters take as much

inline void check_shape(const shape& s) {
    if (s.blocks < 0 || s.blocks > most_blocks)
        detail::bad_argument("shape.blocks", std::to_string(s.blocks), "0 (the default) to 1048576");
    if (s.threads % 32 != 0 || s.threads < 0 || s.threads > 1024)
        detail::bad_argument("shape.threads", std::to_string(s.threads),
                             "0 (the default) or a multiple of 32 up to 1024");
    if (s.items < 0) detail::bad_argument("shape.items", std::to_string(s.items), "0 (the default) or more");
}

/// The launch that finishes short results, of `total` leaves in all.
constexpr first_launch make_first_launch(index_t results, index_t total, index_t leaf_bytes, index_t tile,
                                         const capacity& place) {
    const tuning_row& row = place.tuned.of(total * leaf_bytes);
    const index_t average = std::max<index_t>(1, total / std::max<index_t>(1, results));
    first_launch f;
    index_t warps = 1;
    if (place.warp_width == 1) {  // a thread has neighbours enough to be worth waking
        const index_t bytes = total * leaf_bytes + 8 * std::min(results, index_t{1} << 54);
        f.longest = std::max<index_t>(1, row.warp_bytes / leaf_bytes);
        f.of_set = static_cast<int>(
            std::clamp<index_t>(divide_up(results, divide_up(bytes, row.warp_bytes)), 1, 1 << 30));
    } else {
        // None takes much longer than others, and what it loads at once is worth its while.
        warps = std::min(8, place.most_warps);
        f.longest = std::clamp(floor_power(1 + total / (8 * place.resident)), tile, 16 * tile);
        const index_t fewest = std::clamp<index_t>(2 * place.warp_width / average, 1, place.warp_width);
        const index_t most = std::clamp<index_t>((16 << 10) / (average * leaf_bytes), 1, place.warp_width);
        f.of_set = static_cast<int>(
            floor_power(std::clamp(1 + results / (16 * place.resident), fewest, std::max(fewest, most))));
    }
    f.threads = static_cast<int>(warps * place.warp_width);
    const index_t most = place.warp_width == 1 ? most_blocks : place.resident / warps;
    f.blocks = std::clamp<index_t>(divide_up(results, f.of_set * warps), 1, std::max<index_t>(1, most));
    return f;
}

/// The bytes that blocks share in memory.
constexpr void set_workspace(plan& p, const work_kind& kind) {
    p.counts = p.cells > 0 || p.listed > 0 || (kind.fetches && p.pieces > 0);
    if (p.counts)
        p.workspace_bytes = scratch_alignment +
                            static_cast<std::size_t>(p.cells) * static_cast<std::size_t>(kind.cell_bytes) +
                            static_cast<std::size_t>(p.listed) * sizeof(listed_piece);
}

/// The plan of interleaved results: whole ones to each warp while they are short, then to all warps of a block, then pieces.
template <class Layout>
constexpr plan make_bundled_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                                 const shape& by_hand) {
    const index_t leaf_bytes = index_t{kind.leaf} * kind.item_bytes;
    const index_t results = layout.most_results();
    const index_t leaves = divide_up(layout.longest(), kind.leaf);
    const index_t longest = ceil_power(std::max<index_t>(1, leaves));
    const index_t items = std::min(layout.most_items(), (index_t{1} << 54) / kind.item_bytes);  // no overflow
    const tuning_row& row = place.tuned.of(items * kind.item_bytes);
    const bool alone = place.warp_width == 1;

    plan p;
    p.results = results;
    p.leaf = kind.leaf;
    bundling& by = p.bundle;
    const index_t most_beside =
        std::max<index_t>(1, (8 << 10) / leaf_bytes);  // a CPU thread reads on in memory
    by = alone ? bundling{1, static_cast<int>(std::clamp<index_t>(layout.beside(), 1, most_beside))}
               : detail::make_bundling(results, layout.neighbours(), leaves, kind.share, place.warp_width);
    const index_t step = alone ? 1
                               : index_t{kind.share.sets * kind.share.each / by.slots} *
                                     floor_power(place.warp_width / by.lanes);
    index_t warps = std::min<index_t>(
        {by_hand.threads > 0 ? by_hand.threads / place.warp_width : 8, kind.row_warps, place.most_warps});
    warps = floor_power(std::max<index_t>(1, warps));

    // What a warp takes of each result, what a block does, and how many blocks have something to do.
    index_t share =
        std::max(step, floor_power(std::max<index_t>(1, row.warp_bytes / (by.width() * leaf_bytes))));
    if (by_hand.items > 0) share = ceil_power(std::min(divide_up(by_hand.items, kind.leaf), longest));
    if (by_hand.blocks > 0 && by_hand.items == 0)
        share = std::max<index_t>(1, floor_power(std::max<index_t>(1, leaves / by_hand.blocks)) / warps);
    const index_t most = alone || !kind.cuts ? longest : step << kind.log2_steps;
    share = std::min({share, longest, most});
    by.rows = static_cast<int>(std::min(warps, longest / share));
    by.columns = static_cast<int>(warps) / by.rows;
    const index_t bundles = divide_up(std::max<index_t>(1, results), by.of_block());
    index_t piece = by.rows * share;
    // Few pieces are soon joined; of narrow bundles more are.
    const index_t enough = std::max<index_t>(1, place.resident / warps * std::clamp(128 / by.width(), 2, 8));
    while (kind.cuts && by_hand.items == 0 && piece < longest && 2 * share <= most &&
           bundles * (longest / piece) > enough) {
        piece *= 2;
        share *= 2;
    }
    const index_t most_of = std::max<index_t>(2, most_bundled_cells / (bundles * by.of_block()));
    while (kind.cuts && piece < longest && 2 * share <= most && divide_up(leaves, piece) > most_of) {
        piece *= 2;
        share *= 2;
    }
    if (!kind.cuts) piece = longest;
    p.log2_piece = log2_floor(piece);
    p.threads = static_cast<int>(warps * place.warp_width);

    const index_t of = pieces_of(leaves, p.log2_piece);
    p.pieces = bundles * of;
    index_t blocks =
        std::min(p.pieces, std::max<index_t>(1, (kind.fetches ? 1 : 4) * place.resident / warps));
    if (alone)
        blocks = std::min(blocks, std::max<index_t>(1, divide_up(items * kind.item_bytes, row.warp_bytes)));
    if (by_hand.blocks > 0 && kind.cuts) blocks = std::min(p.pieces, by_hand.blocks);
    p.blocks = std::clamp<index_t>(blocks, 1, most_blocks);
    if (of > 1) {
        p.cells = p.pieces * by.of_block();
        p.listed = bundles;
    }
    detail::set_workspace(p, kind);
    return p;
}

/// The plan of a reduction over a layout. What is given by hand is rounded to what the tree allows.
template <item_layout Layout>
constexpr plan make_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                         const shape& by_hand = {}) {
    if constexpr (is_interleaved<Layout>) return detail::make_bundled_plan(layout, kind, place, by_hand);
    const index_t leaf_bytes = index_t{kind.leaf} * kind.item_bytes;
    const index_t items = std::min(layout.most_items(), (index_t{1} << 54) / kind.item_bytes);  // no overflow
    const index_t total_bytes = items * kind.item_bytes;
    const index_t longest = std::max<index_t>(1, divide_up(layout.longest(), kind.leaf));
    const tuning_row& row = place.tuned.of(total_bytes);
    const index_t tile =
        place.warp_width == 1 ? 1 : index_t{place.warp_width} * kind.lane_leaves;  // a thread has no tiles

    index_t warps = row.warps;
    if (by_hand.threads > 0)
        warps = std::clamp<index_t>(by_hand.threads / place.warp_width, 1, place.most_warps);
    warps = std::min<index_t>(warps, place.most_warps);
    // Where blocks go on from piece to piece, small ones leave none of them behind.
    const bool goes_on = kind.fetches || Layout::has_many;
    const index_t taken = goes_on ? std::min(row.warp_bytes, place.tuned.fetched_bytes) : row.warp_bytes;
    const index_t share = std::max(tile, floor_power(std::max<index_t>(1, taken / leaf_bytes)));
    index_t piece = ceil_power(warps) * share;
    if (by_hand.items > 0)
        piece = ceil_power(std::min(divide_up(by_hand.items, kind.leaf), longest));
    else if (by_hand.blocks > 0)
        piece = floor_power(std::max<index_t>(1, longest / by_hand.blocks));
    if (longest / most_cells >= piece) piece = ceil_power(divide_up(longest, most_cells));
    const index_t total = std::max<index_t>(1, divide_up(items, kind.leaf));
    const index_t few = divide_up(total, most_cells);  // so long that there are few
    if (Layout::has_many && piece < few) piece = ceil_power(few);
    if (!kind.cuts || longest < piece) piece = ceil_power(longest);

    plan p;
    p.results = layout.most_results();
    p.leaf = kind.leaf;
    p.log2_piece = log2_floor(piece);
    if constexpr (Layout::has_many) {
        p.first =
            detail::make_first_launch(p.results, total, leaf_bytes, std::max<index_t>(1, tile / 4), place);
        if (by_hand.items > 0) p.first.longest = std::min(p.first.longest, piece);
        if (by_hand.blocks > 0) p.first.blocks = std::min(p.first.blocks, by_hand.blocks);
        p.first.longest = std::max(p.first.longest, few);
        // The list has room for all where groups do not overlap; and what it does not take is finished at once.
        if (longest > p.first.longest) p.listed = total / p.first.longest + (total >> p.log2_piece) + 1;
        p.pieces = p.listed;
    } else {
        p.pieces = shift_up(longest, p.log2_piece);
    }
    warps = std::clamp<index_t>(divide_up(std::min(longest, piece), tile), 1, warps);
    p.threads = static_cast<int>(warps * place.warp_width);

    // A block takes one piece, or so many tiny ones that it has something to do; or as many as are given by hand.
    index_t blocks = p.pieces;
    if (place.warp_width == 1)
        blocks = std::min(blocks, std::max<index_t>(1, divide_up(total_bytes, row.warp_bytes)));
    if (by_hand.blocks > 0 && kind.cuts)
        blocks = std::min(blocks, by_hand.blocks);
    else if (goes_on)
        blocks = std::min(blocks, std::max<index_t>(1, (kind.fetches ? 1 : 4) * place.resident / warps));
    p.blocks = std::clamp<index_t>(blocks, 1, most_blocks);

    p.cells = kind.cuts && (Layout::has_many || p.pieces > 1) ? p.pieces : 0;
    detail::set_workspace(p, kind);
    return p;
}

}  // namespace detail

/// A plan in words, for people.
inline std::string to_string(const plan& p) {
    const auto line = [](const char* what, const std::string& value) {
        return std::string(what) + value + "\n";
    };
    std::string words = line("results    at most ", std::to_string(p.results));
    if (p.first.of_set > 0)
        words += line("first      ", std::to_string(p.first.blocks) + " blocks of " +
                                         std::to_string(p.first.threads) + " threads; a warp takes sets of " +
                                         std::to_string(p.first.of_set) + " results, those of up to " +
                                         std::to_string(p.first.longest * p.leaf) + " items by itself");
    if (p.bundle.lanes > 0)
        words += line("bundles    ", "of " + std::to_string(p.bundle.width()) +
                                         " results side by side: " + std::to_string(p.bundle.lanes) +
                                         " lanes of a warp, " + std::to_string(p.bundle.slots) +
                                         " of each; " + std::to_string(p.bundle.rows) + " warps share one");
    return words +
           line("pieces     at most ", std::to_string(p.pieces) + " of " +
                                           std::to_string(index_t{p.leaf} << p.log2_piece) +
                                           " items, each taken by a block") +
           line("grid       ",
                std::to_string(p.blocks) + " blocks of " + std::to_string(p.threads) + " threads") +
           line("cells      ", std::to_string(p.cells) + " partial results in memory") +
           line("workspace  ", std::to_string(p.workspace_bytes) + " bytes on a GPU");
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
