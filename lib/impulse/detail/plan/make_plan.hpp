// SPDX-License-Identifier: Apache-2.0
/// \file
/// From counts, types, policy, shape and capacity to a plan: a pure function.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/interleaved.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/plan/bundles.hpp>
#include <impulse/detail/plan/first_launch.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/plan/run_search.hpp>
#include <impulse/detail/plan/workspace_bytes.hpp>
#include <impulse/shape.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Warps of a block each of which has a room, beside what all of them exchange.
constexpr index_t most_warps_in_rooms(const work_kind& kind, const capacity& place) {
    const index_t room = index_t{kind.room_bytes} * place.warp_width / 32;
    const index_t fitting = std::max<index_t>(1, (place.shared_bytes - kind.exchanged_bytes) / room);
    const index_t most = kind.is_wide ? place.most_warps / 2 : place.most_warps;
    return floor_power(detail::clamp(most, 1, fitting));
}

/// Blocks of so many warps that run at the same time: lanes have registers for some 48 words, for those that they load, and for
/// accumulators of more than 16 bytes.
constexpr index_t blocks_at_once(const work_kind& kind, const capacity& place, index_t warps) {
    const index_t loaded = index_t{kind.lane_leaves} * kind.leaf * kind.item_bytes / 4;
    const index_t accumulated = kind.cell_bytes / 8;  // a cell says of each word whether it is there
    const index_t of_lane = 48 + loaded + 4 * std::max<index_t>(0, accumulated - 4);
    const index_t processors = std::max<index_t>(1, place.processors);
    const index_t resident = (std::max)(place.resident / processors, place.registers / of_lane);
    return processors * std::max<index_t>(1, resident / warps);
}

/// Of a whole round's time, the least that a last one of few blocks takes, where no rooms are to be filled.
inline constexpr double least_round = 0.5;

/// How `total` leaves are done first: in rounds of so many blocks that run at the same time, of which each loses the time of
/// `lost_bytes` when it begins and ends. A last round of few blocks is done sooner, but not in less than `least_part` of a whole
/// one's time.
struct rounds {
    index_t total;
    index_t leaf_bytes;
    index_t blocks;
    index_t lost_bytes;
    double least_part;

    /// In bytes that a block loads.
    constexpr double time(index_t piece) const {
        const auto bytes = static_cast<double>(piece * leaf_bytes);
        const auto lost = static_cast<double>(lost_bytes);
        const index_t pieces = divide_up(total, piece), rest = pieces % blocks;
        const double whole = static_cast<double>(pieces / blocks) * (bytes + lost);
        if (rest == 0) return whole;
        return whole +
               bytes * (std::max)(static_cast<double>(rest) / static_cast<double>(blocks), least_part) + lost;
    }
    /// The piece, a power of two from `least` to `most`; of two that are done at the same time the larger.
    constexpr index_t best_piece(index_t least, index_t most) const {
        index_t best = ceil_power(least);
        for (index_t next = 2 * best; next <= most && next < total; next *= 2)
            if (time(next) <= time(best)) best = next;
        return best;
    }
};

/// Of so few leaves that each warp of a cluster of blocks takes some once: the warps of a block, which has `most` at most.
constexpr index_t clustered_warps(index_t warps_in_all, index_t most, const capacity& place) {
    index_t warps = std::min<index_t>(4, most);  // 2 and 8 are no faster
    while (warps * place.most_clustered < warps_in_all) warps *= 2;
    return warps;
}

/// The plan of a reduction over a layout. What is given by hand is rounded to what the tree allows.
template <bounded_layout Layout>
constexpr plan make_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                         const shape& by_hand = {}) {
    if constexpr (is_interleaved<Layout>) return detail::make_bundled_plan(layout, kind, place, by_hand);
    const index_t item_bytes = (std::max)(kind.item_bytes, place.tuned.least_item_bytes);
    const index_t leaf_bytes = kind.leaf * item_bytes;
    const index_t items = (std::min)(layout.most_items(), (index_t{1} << 54) / item_bytes);  // no overflow
    const index_t total_bytes = items * item_bytes;
    const index_t longest = std::max<index_t>(1, divide_up(layout.longest(), kind.leaf));
    const index_t total = std::max<index_t>(1, divide_up(items, kind.leaf));
    const tuning_row& row = place.tuned.of(total_bytes);
    const bool rooms = kind.room_bytes > 0 && place.warp_width > 1;
    const index_t most_warps = rooms ? detail::most_warps_in_rooms(kind, place) : place.most_warps;
    const index_t resident = rooms ? place.processors * most_warps : place.resident;
    const index_t tile =
        place.warp_width == 1 ? 1 : index_t{place.warp_width} * kind.lane_leaves;  // a thread has no tiles

    // The pieces of many results are for blocks of two warps, which leave little behind between pieces, and there are about
    // as many as run at a time.
    const bool lists = Layout::has_many && kind.cuts && place.warp_width > 1;
    index_t warps = lists ? 2 : row.warps;
    index_t taken =
        lists ? (std::min)(total_bytes / place.resident, place.tuned.listed_bytes) : row.warp_bytes;
    const bool in_parts = kind.stages && place.warp_width > 1;  // an equal one for each warp
    const bool stages = in_parts && !lists;
    if (stages) warps = most_warps;
    if (kind.widens && warps > place.tuned.most_meeting) {  // they have more to do when they meet
        taken *= warps / place.tuned.most_meeting;
        warps = place.tuned.most_meeting;
    }
    if (by_hand.threads > 0) warps = std::max<index_t>(1, by_hand.threads / place.warp_width);
    warps = std::min<index_t>(warps, most_warps);
    if (kind.fetches) taken = (std::min)(taken, place.tuned.fetched_bytes);
    const index_t share = (std::max)(tile, floor_power(std::max<index_t>(1, taken / leaf_bytes)));
    index_t piece = ceil_power(warps) * share;
    if (stages && !kind.fetches) {
        if (total_bytes > place.tuned.row[0].bytes)
            piece =
                detail::rounds{total, leaf_bytes, resident / warps, place.tuned.filling_bytes, 1}.best_piece(
                    (kind.is_wide ? 2 : 16) * tile, total);
    } else if (!lists) {
        index_t most = place.tuned.most_piece_bytes / (index_t{kind.leaf} * kind.item_bytes);
        if (kind.fetches) most = (std::min)(most, warps * place.tuned.fetched_bytes / leaf_bytes);
        const index_t blocks = rooms || kind.fetches ? std::max<index_t>(1, resident / warps)
                                                     : detail::blocks_at_once(kind, place, warps);
        piece = detail::rounds{total, leaf_bytes, blocks, place.tuned.lost_bytes, least_round}.best_piece(
            piece, most);
    }
    if (by_hand.items > 0)
        piece = ceil_power((std::min)(divide_up(by_hand.items, kind.leaf), longest));
    else if (by_hand.blocks > 0)
        piece = floor_power(std::max<index_t>(1, longest / by_hand.blocks));
    if (longest / most_cells >= piece) piece = ceil_power(divide_up(longest, most_cells));
    const index_t few = divide_up(total, most_cells);  // so long that there are few
    if (Layout::has_many && piece < few) piece = ceil_power(few);
    const index_t of_warp = index_t{place.warp_width} * kind.few_leaves;
    const bool may_be_once = !Layout::has_many && !in_parts && place.warp_width > 1;
    const bool is_shaped = by_hand.threads > 0 || by_hand.blocks > 0 || by_hand.items > 0;
    const bool one_block = longest <= piece && longest <= of_warp * most_warps;
    const bool clustered = may_be_once && kind.cuts && !is_shaped && !one_block &&
                           longest <= of_warp * floor_power(most_warps) * place.most_clustered &&
                           total_bytes <= place.most_clustered * place.tuned.clustered_bytes;
    // fault: piece-as-long
    if (!kind.cuts || longest < piece || clustered) piece = ceil_power(longest);

    plan p;
    p.results = layout.most_results();
    p.leaf = kind.leaf;
    p.log2_piece = log2_floor(piece);
    if constexpr (Layout::has_many) {
        const auto first_of = [&](index_t results) {
            first_launch f = detail::make_first_launch(results, total, leaf_bytes, kind.share.each,
                                                       std::max<index_t>(1, tile / 4), place);
            if (by_hand.items > 0) f.longest = (std::min)(f.longest, piece);
            if (by_hand.blocks > 0) f.blocks = (std::min)(f.blocks, by_hand.blocks);
            f.longest = (std::max)(f.longest, few);
            return f;
        };
        p.first = first_of(p.results);
        p.first.looks = has_bounds<Layout> && p.first.turns.may_vary(p.results) &&
                        total_bytes >= place.resident * (8 << 10);
        if constexpr (is_key_runs<Layout>) {
            p.search = detail::make_run_search(items, kind, place, p.first);
            p.first.turns.leaves = divide_up(p.search.room, kind.leaf);  // of those that are listed at a time
            p.first.of_set = p.first.turns.of_set(p.search.room);
        }
        // The list has room for all where groups do not overlap; and what it does not take is finished at once.
        if (longest > p.first.longest) p.listed = total / p.first.longest + (total >> p.log2_piece) + 1;
        p.pieces = p.listed;
    } else {
        p.pieces = shift_up(longest, p.log2_piece);
    }
    // fault: plan-once
    p.once = clustered || (may_be_once && p.pieces == 1 &&
                           longest <= of_warp * (by_hand.threads > 0 ? warps : most_warps));
    if (clustered)
        warps = detail::clustered_warps(divide_up(longest, of_warp), floor_power(most_warps), place);
    else if (p.once && by_hand.threads == 0)
        warps = most_warps;
    const index_t least_of_warp = in_parts ? place.warp_width : p.once ? of_warp : tile;
    warps = detail::clamp(divide_up((std::min)(longest, piece), least_of_warp), 1, warps);
    if (in_parts) warps = floor_power(warps);
    p.threads = static_cast<int>(warps * place.warp_width);

    // A block takes one piece, or so many tiny ones that it has something to do; or as many as are given by hand.
    index_t blocks = clustered ? divide_up(longest, warps * of_warp) : p.pieces;
    const index_t of_thread = Layout::has_many ? place.tuned.of_result(total_bytes) : row.warp_bytes;
    if (place.warp_width == 1)
        blocks = (std::min)(blocks, std::max<index_t>(1, divide_up(total_bytes, of_thread)));
    if (by_hand.blocks > 0 && kind.cuts)
        blocks = (std::min)(blocks, by_hand.blocks);
    else if (!clustered &&
             (kind.fetches || (Layout::has_many && place.warp_width > 1)))  // they go on from piece to piece
        blocks = (std::min)(blocks, std::max<index_t>(1, (kind.fetches ? 1 : 4) * resident / warps));
    p.blocks = detail::clamp(blocks, 1, most_blocks);

    p.cells = kind.cuts && (Layout::has_many || p.pieces > 1) ? p.pieces : 0;
    detail::set_workspace(p, kind);
    return p;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
