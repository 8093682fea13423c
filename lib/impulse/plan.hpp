// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan`: how a reduction is carried out, as plain data, computed by a pure function of counts, types, policy, shape and
/// the place's capacity. Nothing of it can be seen in a result.
#pragma once

#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/layout/layout.hpp>
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
    int leaf = 1;          ///< items of a leaf
    int item_bytes = 1;    ///< read for an item
    int cell_bytes = 1;    ///< of a partial result
    int lane_leaves = 1;   ///< that a lane takes at once: a tile is so many for each lane of a warp
    bool cuts = true;      ///< whether a result may be cut into several pieces
    bool fetches = false;  ///< whether blocks fetch pieces: more blocks than are resident are of no use
};

/// How a reduction is carried out.
struct plan {
    index_t results = 0;              ///< at most
    index_t pieces = 0;               ///< at most: aligned nodes of results, each taken by one worker
    int log2_piece = 0;               ///< 2^log2_piece leaves are a piece
    int leaf = 1;                     ///< items of a leaf
    bool by_warp = false;             ///< each warp takes pieces of its own, instead of each block
    index_t blocks = 1;               ///< of the grid
    int threads = 1;                  ///< of a block
    index_t cells = 0;                ///< partial results in memory: one a piece, where a result has several
    bool counts = false;              ///< whether blocks meet by counters in memory
    std::size_t workspace_bytes = 0;  ///< on a GPU: for cells and counters

    /// Pieces or groups of them that a block takes at a time.
    constexpr index_t turns(int warp_width) const {
        const int warps = by_warp ? threads / warp_width : 1;
        return detail::divide_up(pieces, warps);
    }
    friend constexpr bool operator==(const plan&, const plan&) = default;
};

namespace detail {

inline constexpr index_t most_blocks = index_t{1} << 20;
inline constexpr index_t most_cells = index_t{1} << 16;
inline constexpr std::size_t scratch_alignment = 128;  ///< of workspaces; the counters take as much

inline void check_shape(const shape& s) {
    if (s.blocks < 0 || s.blocks > most_blocks)
        detail::bad_argument("shape.blocks", std::to_string(s.blocks), "0 (the default) to 1048576");
    if (s.threads % 32 != 0 || s.threads < 0 || s.threads > 1024)
        detail::bad_argument("shape.threads", std::to_string(s.threads),
                             "0 (the default) or a multiple of 32 up to 1024");
    if (s.items < 0) detail::bad_argument("shape.items", std::to_string(s.items), "0 (the default) or more");
}

/// The plan of a reduction over a layout. What is given by hand is rounded to what the tree allows.
template <item_layout Layout>
constexpr plan make_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                         const shape& by_hand = {}) {
    const index_t leaf_bytes = index_t{kind.leaf} * kind.item_bytes;
    const index_t total_bytes =
        std::min(layout.most_items(), index_t{1} << 54) * kind.item_bytes;  // no overflow
    const index_t longest = std::max<index_t>(1, divide_up(layout.longest(), kind.leaf));
    const tuning_row& row = place.tuned.of(total_bytes);
    const index_t tile =
        place.warp_width == 1 ? 1 : index_t{place.warp_width} * kind.lane_leaves;  // a thread has no tiles

    index_t warps = row.warps;
    if (by_hand.threads > 0)
        warps = std::clamp<index_t>(by_hand.threads / place.warp_width, 1, place.most_warps);
    warps = std::min<index_t>(warps, place.most_warps);
    const index_t taken = kind.fetches ? std::min(row.warp_bytes, place.tuned.fetched_bytes) : row.warp_bytes;
    const index_t share = std::max(tile, floor_power(std::max<index_t>(1, taken / leaf_bytes)));
    index_t piece = ceil_power(warps) * share;
    if (by_hand.items > 0)
        piece = ceil_power(std::min(divide_up(by_hand.items, kind.leaf), longest));
    else if (by_hand.blocks > 0)
        piece = floor_power(std::max<index_t>(1, longest / by_hand.blocks));
    if (longest / most_cells >= piece) piece = ceil_power(divide_up(longest, most_cells));

    plan p;
    p.results = layout.most_results();
    p.leaf = kind.leaf;
    // Short results: a warp for each; or a block, also for longer ones where there are enough to fill the place.
    const bool given = by_hand.items > 0 || by_hand.blocks > 0;
    const bool filled = layout.longest() <= layout.most_items() / (8 * place.processors) && !given;
    p.by_warp = place.warp_width > 1 && p.results > 1 && longest <= share && !given;
    if (!kind.cuts || filled || longest < piece) piece = ceil_power(longest);
    // However many results are cut, their cells are few.
    const int log2_leaf = log2_floor(kind.leaf);
    while (piece < longest && layout.most_pieces(log2_floor(piece) + log2_leaf) > most_cells + most_nodes)
        piece *= 2;
    p.log2_piece = log2_floor(piece);
    p.pieces = layout.most_pieces(p.log2_piece + log2_leaf);
    if (!p.by_warp) warps = std::min(warps, divide_up(std::min(longest, piece), tile));
    p.threads = static_cast<int>(warps * place.warp_width);

    // A block takes one piece, or so many tiny ones that it has something to do; or as many as are given by hand.
    index_t blocks = p.turns(place.warp_width);
    if (place.warp_width == 1)
        blocks = std::min(blocks, std::max<index_t>(1, divide_up(total_bytes, row.warp_bytes)));
    if (by_hand.blocks > 0 && kind.cuts)
        blocks = std::min(blocks, by_hand.blocks);
    else if (kind.fetches)
        blocks = std::min(blocks, std::max<index_t>(1, place.resident / warps));
    p.blocks = std::clamp<index_t>(blocks, 1, most_blocks);

    p.cells = !p.by_warp && p.pieces > p.results ? p.pieces : 0;
    p.counts = p.cells > 0 || kind.fetches;
    if (p.counts)
        p.workspace_bytes =
            scratch_alignment + static_cast<std::size_t>(p.cells) * static_cast<std::size_t>(kind.cell_bytes);
    return p;
}

}  // namespace detail

/// A plan in words, for people.
inline std::string to_string(const plan& p) {
    const auto line = [](const char* what, const std::string& value) {
        return std::string(what) + value + "\n";
    };
    const std::string worker = p.by_warp ? "a warp" : "a block";
    return line("results    at most ", std::to_string(p.results)) +
           line("pieces     at most ", std::to_string(p.pieces) + " of " +
                                           std::to_string(index_t{p.leaf} << p.log2_piece) +
                                           " items, each taken by " + worker) +
           line("grid       ",
                std::to_string(p.blocks) + " blocks of " + std::to_string(p.threads) + " threads") +
           line("cells      ", std::to_string(p.cells) + " partial results in memory") +
           line("workspace  ", std::to_string(p.workspace_bytes) + " bytes on a GPU");
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
