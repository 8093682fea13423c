// SPDX-License-Identifier: Apache-2.0
/// \file
/// From counts, types, policy, shape and capacity to a plan: a pure function.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/layout/strided_segments.hpp>
#include <impulse/detail/plan/column_plan.hpp>
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
constexpr index_t max_warps_by_smem(const work_kind& kind, const capacity& place) {
    const index_t warp_smem = index_t{kind.warp_smem_bytes} * place.warp_width / 32;
    const index_t fitting = std::max<index_t>(1, (place.shared_bytes - kind.exchanged_bytes) / warp_smem);
    const index_t most = kind.needs_255_registers ? place.max_warps / 2 : place.max_warps;
    return floor_power(detail::clamp(most, 1, fitting));
}

/// Blocks of so many warps that run at the same time: lanes have registers for some 48 words, for those that
/// they load, and for accumulators of more than 16 bytes.
constexpr index_t blocks_at_once(const work_kind& kind, const capacity& place, index_t warps) {
    const index_t loaded = index_t{kind.leaves_per_lane} * kind.leaf * kind.item_bytes / 4;
    const index_t accumulated = kind.partial_bytes / 8;  // a partial says of each word whether it is there
    const index_t of_lane = 48 + loaded + 4 * std::max<index_t>(0, accumulated - 4);
    const index_t processors = std::max<index_t>(1, place.processors);
    const index_t resident = (std::max)(place.resident / processors, place.registers / of_lane);
    return processors * std::max<index_t>(1, resident / warps);
}

/// Of a whole round's time, the least that a last one of few blocks takes, where no rooms are to be filled.
inline constexpr double least_round = 0.5;

/// How `total` leaves are done first: in rounds of so many blocks that run at the same time, of which each
/// loses the time of `lost_bytes` when it begins and ends. A last round of few blocks is done sooner, but not
/// in less than `least_part` of a whole one's time.
struct rounds {
    index_t total;
    index_t leaf_bytes;
    index_t blocks;
    index_t lost_bytes;
    double least_part;

    /// In bytes that a block loads.
    constexpr double time(index_t subtree) const {
        const auto bytes = static_cast<double>(subtree * leaf_bytes);
        const auto lost = static_cast<double>(lost_bytes);
        const index_t subtrees = divide_up(total, subtree), rest = subtrees % blocks;
        const double whole = static_cast<double>(subtrees / blocks) * (bytes + lost);
        if (rest == 0) return whole;
        return whole +
               bytes * (std::max)(static_cast<double>(rest) / static_cast<double>(blocks), least_part) + lost;
    }
    /// The subtree, a power of two from `least` to `most`; of two that are done at the same time the larger.
    constexpr index_t best_subtree(index_t least, index_t most) const {
        index_t best = ceil_power(least);
        for (index_t next = 2 * best; next <= most && next < total; next *= 2)
            if (time(next) <= time(best)) best = next;
        return best;
    }
};

/// Of so few leaves that each warp of a cluster of blocks takes some once: the warps of a block, which has
/// `most` at most.
constexpr index_t clustered_warps(index_t warps_in_all, index_t most, const capacity& place) {
    index_t warps = std::min<index_t>(4, most);  // 2 and 8 are no faster
    while (warps * place.max_clustered < warps_in_all) warps *= 2;
    return warps;
}

/// The plan of a reduction over a layout. What is given by hand is rounded to what the tree allows.
template <bounded_layout Layout>
constexpr plan make_plan(const Layout& layout, const work_kind& kind, const capacity& place,
                         const shape& user_shape = {}) {
    if constexpr (is_strided_segments<Layout>)
        return detail::make_column_plan(layout, kind, place, user_shape);
    const index_t item_bytes = (std::max)(kind.item_bytes, place.tuned.least_item_bytes);
    const index_t leaf_bytes = kind.leaf * item_bytes;
    const index_t items = (std::min)(layout.max_items(), (index_t{1} << 54) / item_bytes);  // no overflow
    const index_t total_bytes = items * item_bytes;
    const index_t longest = std::max<index_t>(1, divide_up(layout.longest(), kind.leaf));
    const index_t total = std::max<index_t>(1, divide_up(items, kind.leaf));
    const tuning_row& row = place.tuned.of(total_bytes);
    const bool uses_warp_smem = kind.warp_smem_bytes > 0 && place.warp_width > 1;
    const index_t max_warps = uses_warp_smem ? detail::max_warps_by_smem(kind, place) : place.max_warps;
    const index_t resident = uses_warp_smem ? place.processors * max_warps : place.resident;
    const index_t tile = place.warp_width == 1
                             ? 1
                             : index_t{place.warp_width} * kind.leaves_per_lane;  // a thread has no tiles

    // The subtrees of many results are for blocks of two warps, which leave little behind between subtrees,
    // and there are about as many as run at a time.
    const bool lists = Layout::has_many && kind.cuts && place.warp_width > 1;
    index_t warps = lists ? 2 : row.warps;
    index_t taken =
        lists ? (std::min)(total_bytes / place.resident, place.tuned.listed_bytes) : row.warp_bytes;
    const bool in_parts = kind.stages && place.warp_width > 1;  // an equal one for each warp
    const bool stages = in_parts && !lists;
    if (stages) warps = max_warps;
    if (kind.accumulator_is_wider &&
        warps > place.tuned.max_meeting_warps) {  // they have more to do when they meet
        taken *= warps / place.tuned.max_meeting_warps;
        warps = place.tuned.max_meeting_warps;
    }
    if (user_shape.threads > 0) warps = std::max<index_t>(1, user_shape.threads / place.warp_width);
    warps = std::min<index_t>(warps, max_warps);
    if (kind.fetches) taken = (std::min)(taken, place.tuned.fetched_bytes);
    const index_t share = (std::max)(tile, floor_power(std::max<index_t>(1, taken / leaf_bytes)));
    index_t subtree = ceil_power(warps) * share;
    if (stages && !kind.fetches) {
        if (total_bytes > place.tuned.row[0].bytes)
            subtree = detail::rounds{total, leaf_bytes, resident / warps, place.tuned.filling_bytes, 1}
                          .best_subtree((kind.needs_255_registers ? 2 : 16) * tile, total);
    } else if (!lists) {
        index_t most = place.tuned.max_subtree_bytes / (index_t{kind.leaf} * kind.item_bytes);
        if (kind.fetches) most = (std::min)(most, warps * place.tuned.fetched_bytes / leaf_bytes);
        const index_t blocks = uses_warp_smem || kind.fetches ? std::max<index_t>(1, resident / warps)
                                                              : detail::blocks_at_once(kind, place, warps);
        subtree = detail::rounds{total, leaf_bytes, blocks, place.tuned.lost_bytes, least_round}.best_subtree(
            subtree, most);
    }
    if (user_shape.items > 0)
        subtree = ceil_power((std::min)(divide_up(user_shape.items, kind.leaf), longest));
    else if (user_shape.blocks > 0)
        subtree = floor_power(std::max<index_t>(1, longest / user_shape.blocks));
    if (longest / max_partials >= subtree) subtree = ceil_power(divide_up(longest, max_partials));
    const index_t few = divide_up(total, max_partials);  // so long that there are few
    if (Layout::has_many && subtree < few) subtree = ceil_power(few);
    const index_t of_warp = index_t{place.warp_width} * kind.shuffle_combine;
    const bool may_be_single_tile = !Layout::has_many && !in_parts && place.warp_width > 1;
    const bool is_shaped = user_shape.threads > 0 || user_shape.blocks > 0 || user_shape.items > 0;
    const bool one_block = longest <= subtree && longest <= of_warp * max_warps;
    const bool clustered = may_be_single_tile && kind.cuts && !is_shaped && !one_block &&
                           longest <= of_warp * floor_power(max_warps) * place.max_clustered &&
                           total_bytes <= place.max_clustered * place.tuned.clustered_bytes;
    // fault: piece-as-long
    if (!kind.cuts || longest < subtree || clustered) subtree = ceil_power(longest);

    plan p;
    p.results = layout.max_results();
    p.leaf = kind.leaf;
    p.log2_subtree = log2_floor(subtree);
    if constexpr (Layout::has_many) {
        const auto first_of = [&](index_t results) {
            first_launch f = detail::make_first_launch(results, total, leaf_bytes, kind.share.each,
                                                       std::max<index_t>(1, tile / 4), place);
            if (user_shape.items > 0) f.longest = (std::min)(f.longest, subtree);
            if (user_shape.blocks > 0) f.blocks = (std::min)(f.blocks, user_shape.blocks);
            f.longest = (std::max)(f.longest, few);
            return f;
        };
        p.first = first_of(p.results);
        p.first.probes_lengths = has_bounds<Layout> && p.first.iterations.may_vary(p.results) &&
                                 total_bytes >= place.resident * (8 << 10);
        if constexpr (is_key_runs<Layout>) {
            p.search = detail::make_run_search(items, kind, place, p.first);
            p.first.iterations.leaves =
                divide_up(p.search.run_capacity, kind.leaf);  // of those that are listed at a time
            p.first.batch_size = p.first.iterations.batch_size(p.search.run_capacity);
        }
        // The list has room for all where groups do not overlap; and what it does not take is finished at
        // once.
        if (longest > p.first.longest) p.listed = total / p.first.longest + (total >> p.log2_subtree) + 1;
        p.subtrees = p.listed;
    } else {
        p.subtrees = shift_up(longest, p.log2_subtree);
    }
    // fault: plan-once
    p.once = clustered || (may_be_single_tile && p.subtrees == 1 &&
                           longest <= of_warp * (user_shape.threads > 0 ? warps : max_warps));
    if (clustered)
        warps = detail::clustered_warps(divide_up(longest, of_warp), floor_power(max_warps), place);
    else if (p.once && user_shape.threads == 0)
        warps = max_warps;
    const index_t least_of_warp = in_parts ? place.warp_width : p.once ? of_warp : tile;
    warps = detail::clamp(divide_up((std::min)(longest, subtree), least_of_warp), 1, warps);
    if (in_parts) warps = floor_power(warps);
    p.threads = static_cast<int>(warps * place.warp_width);

    // A block takes one subtree, or so many tiny ones that it has something to do; or as many as are given by
    // hand.
    index_t blocks = clustered ? divide_up(longest, warps * of_warp) : p.subtrees;
    const index_t of_thread = Layout::has_many ? place.tuned.of_result(total_bytes) : row.warp_bytes;
    if (place.warp_width == 1)
        blocks = (std::min)(blocks, std::max<index_t>(1, divide_up(total_bytes, of_thread)));
    if (user_shape.blocks > 0 && kind.cuts)
        blocks = (std::min)(blocks, user_shape.blocks);
    else if (!clustered && (kind.fetches || (Layout::has_many &&
                                             place.warp_width > 1)))  // they go on from subtree to subtree
        blocks = (std::min)(blocks, std::max<index_t>(1, (kind.fetches ? 1 : 4) * resident / warps));
    p.blocks = detail::clamp(blocks, 1, max_blocks);

    p.partials = kind.cuts && (Layout::has_many || p.subtrees > 1) ? p.subtrees : 0;
    detail::set_workspace(p, kind);
    return p;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
