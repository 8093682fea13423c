// SPDX-License-Identifier: Apache-2.0
/// \file
/// `subtree_choice`: the length of subtrees and the grid, for results whose items are contiguous.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/rounds.hpp>
#include <impulse/detail/plan/work_kind.hpp>
#include <impulse/shape.hpp>

#include <concepts>

namespace impulse::inline IMPULSE_ABI::detail {

/// The most warps of a block if each has its own shared memory, besides what all of them exchange.
constexpr index_t max_warps_by_smem(const warp_smem_need& need, const capacity& place) {
    const index_t warp_smem = index_t{need.bytes} * place.warp_width / 32;
    const index_t fitting = std::max<index_t>(1, (place.shared_bytes - need.exchanged_bytes) / warp_smem);
    const index_t most = need.needs_255_registers ? place.max_warps / 2 : place.max_warps;
    return floor_power(detail::clamp(most, 1, fitting));
}

/// The resident blocks of `warps` warps. A lane has registers for some 48 words, for its loads, and for
/// accumulators of more than 16 bytes.
constexpr index_t blocks_at_once(const work_kind& kind, const capacity& place, index_t warps) {
    const index_t loaded = index_t{kind.leaves_per_lane} * kind.leaf * kind.item_bytes / 4;
    const index_t accumulated =
        kind.partial_bytes / 8;  // a flagged value has 4 bytes of flags for 4 of the value
    const index_t of_lane = 48 + loaded + 4 * std::max<index_t>(0, accumulated - 4);
    const index_t processors = std::max<index_t>(1, place.processors);
    const index_t resident = (std::max)(place.resident / processors, place.registers / of_lane);
    return processors * std::max<index_t>(1, resident / warps);
}

/// The bounds of a layout in the units of the plan.
struct input_size {
    index_t items;
    index_t total_bytes;
    index_t leaf_bytes;
    index_t total;    ///< leaves
    index_t longest;  ///< leaves of the longest result
};

template <bounded_layout Layout>
constexpr input_size input_size_of(const Layout& layout, const work_kind& kind, const capacity& place) {
    const index_t item_bytes = (std::max)(kind.item_bytes, place.tuned.least_item_bytes);
    const index_t items = (std::min)(layout.max_items(), (index_t{1} << 54) / item_bytes);  // no overflow
    return {.items = items,
            .total_bytes = items * item_bytes,
            .leaf_bytes = kind.leaf * item_bytes,
            .total = std::max<index_t>(1, divide_up(items, kind.leaf)),
            .longest = std::max<index_t>(1, divide_up(layout.longest(), kind.leaf))};
}

/// How results are split: the leaves of a subtree, the warps of a block (before idle warps are left out), and
/// whether a cluster takes everything at once.
struct subtree_cut {
    index_t subtree;
    index_t warps;
    bool clustered;
};

/// Computes subtrees and their grid from a layout's bounds. The caller's shape is rounded to what the tree
/// allows. If `Capacity` has a warp of one thread as a constant, a call on the host does not compile code for
/// warps.
template <std::derived_from<capacity> Capacity>
struct subtree_choice {
    const work_kind& kind;
    const Capacity& place;
    const shape& user_shape;
    input_size input;
    bool has_many;  ///< whether there are many results

    constexpr bool is_gpu() const { return place.warp_width > 1; }
    /// Whether warps have their own shared memory.
    constexpr bool has_warp_smem() const { return kind.warp_smem.bytes > 0 && is_gpu(); }
    /// Whether each warp reduces an equal part of a subtree through that memory.
    constexpr bool in_parts() const { return has_warp_smem() && kind.warp_smem.stages; }
    /// Whether subtrees come from the list of many results. Blocks of two warps take them, because such
    /// blocks lose little time between subtrees. There are about as many subtrees as resident warps.
    constexpr bool lists() const { return has_many && kind.cuts && is_gpu(); }
    constexpr bool stages() const { return in_parts() && !lists(); }
    /// Whether warps take only whole staged tiles. A single lane reads an incomplete tile, which is so slow
    /// that few leaves for each warp are faster. Leaves of several items have tiles of few leaves.
    constexpr bool has_whole_tiles() const {
        return stages() && kind.leaf == 1 && input.longest % tile() == 0;
    }
    /// Whether one block takes all items, which are wide: its warps take their tiles one after another.
    constexpr bool takes_wide_block() const {
        // fault: wide-block
        return kind.warp_smem.needs_255_registers && user_shape.threads == 0 &&
               input.total_bytes <= place.tuned.wide_block_bytes;
    }
    /// Whether blocks fetch subtrees of items of uneven cost. At the end all wait for the last subtree of the
    /// most expensive items, so subtrees are small: a block has few warps, and fetches several subtrees.
    constexpr bool is_uneven() const { return kind.is_uneven && !lists() && is_gpu(); }
    constexpr bool may_be_single_tile() const { return !has_many && !in_parts() && is_gpu(); }

    /// The row for this input. A warp of a GPU takes a power of two of leaves. If that is less than a row
    /// says in bytes, there are as many more subtrees, and the rows before the last one go by that number.
    constexpr const tuning_row& row() const {
        const tuning& tuned = place.tuned;
        index_t bytes = input.total_bytes;
        if (is_gpu()) {
            const index_t whole = tuned.row[0].warp_bytes;
            const index_t share = (std::min)(whole, share_of(whole) * input.leaf_bytes);
            const index_t last = tuned.row[(std::max)(tuned.rows - 2, 0)].bytes;
            // fault: row-of-share
            bytes = (std::max)(bytes, (std::min)(last, bytes / share * whole));
        }
        return tuned.of(bytes);
    }
    /// The leaves of a warp that takes so many bytes.
    constexpr index_t share_of(index_t bytes) const {
        return (std::max)(tile(), floor_power(std::max<index_t>(1, bytes / input.leaf_bytes)));
    }
    constexpr index_t max_warps() const {
        return has_warp_smem() ? detail::max_warps_by_smem(kind.warp_smem, place) : place.max_warps;
    }
    constexpr index_t resident() const {
        return has_warp_smem() ? place.processors * max_warps() : place.resident;
    }
    /// The leaves that a warp takes together; a CPU thread has no tiles.
    constexpr index_t tile() const { return is_gpu() ? index_t{place.warp_width} * kind.leaves_per_lane : 1; }
    /// The leaves of a warp that takes only few leaves once.
    constexpr index_t few_of_warp() const { return index_t{place.warp_width} * kind.few_per_lane; }
    /// The least subtree of many results: there are at most `max_partials`.
    constexpr index_t least_of_many() const { return divide_up(input.total, max_partials); }

    constexpr subtree_cut subtrees() const {
        const subtree_cut first = first_choice();
        index_t subtree = by_hand_or(best_subtree(first));
        const index_t longest = input.longest;
        const bool clustered = takes_cluster(subtree);
        // fault: piece-as-long
        if (!kind.cuts || longest < subtree || clustered) subtree = ceil_power(longest);
        return {.subtree = subtree, .warps = first.warps, .clustered = clustered};
    }

    /// The grid for at most so many subtrees.
    constexpr tile_plan tiles(const subtree_cut& by, index_t results, index_t subtrees) const {
        const index_t at_once = few_of_warp() * (user_shape.threads > 0 ? by.warps : max_warps());
        // fault: plan-once
        const bool single_tile =
            by.clustered || (may_be_single_tile() && subtrees == 1 && input.longest <= at_once);
        const index_t warps = block_warps(by, single_tile);
        return {.results = results,
                .subtrees = subtrees,
                .log2_subtree = log2_floor(by.subtree),
                .leaf = kind.leaf,
                .single_tile = single_tile,
                .blocks = grid_blocks(by, subtrees, warps),
                .threads = static_cast<int>(warps * place.warp_width),
                .partials = kind.cuts && (has_many || subtrees > 1) ? subtrees : 0};
    }

  private:
    /// The choice by the rows of the tuning alone.
    constexpr subtree_cut first_choice() const {
        index_t warps = lists() ? place.tuned.listed_warps : stages() ? max_warps() : row().warps;
        index_t taken = lists() ? (std::min)(input.total_bytes / place.resident, place.tuned.listed_bytes)
                                : row().warp_bytes;
        if (kind.accumulator_is_wider &&
            warps > place.tuned.max_meeting_warps) {  // more warps cost more at the join
            taken *= warps / place.tuned.max_meeting_warps;
            warps = place.tuned.max_meeting_warps;
        }
        if (is_uneven()) warps = std::min<index_t>(warps, place.tuned.max_uneven);
        if (user_shape.threads > 0) warps = std::max<index_t>(1, user_shape.threads / place.warp_width);
        warps = (std::min)(warps, max_warps());
        if (kind.fetches) taken = (std::min)(taken, place.tuned.fetched_bytes);
        return {.subtree = ceil_power(warps) * share_of(taken), .warps = warps, .clustered = false};
    }

    /// The length with the least time in rounds of blocks.
    constexpr index_t best_subtree(const subtree_cut& first) const {
        if (stages() && !kind.fetches) {
            if (takes_wide_block()) return ceil_power(input.total);
            if (input.total_bytes <= place.tuned.row[0].bytes) return first.subtree;
            const rounds all{.total = input.total,
                             .leaf_bytes = input.leaf_bytes,
                             .blocks = resident() / first.warps,
                             .lost_bytes = place.tuned.filling_bytes,
                             .least_part = 1,
                             .joined_bytes = has_whole_tiles() ? place.tuned.joined_bytes : 0};
            return all.best_subtree(least_staged(), input.total);
        }
        if (lists()) return first.subtree;
        index_t most = place.tuned.max_subtree_bytes / (index_t{kind.leaf} * kind.item_bytes);
        if (kind.fetches) most = (std::min)(most, first.warps * place.tuned.fetched_bytes / input.leaf_bytes);
        const bool by_resident = has_warp_smem() || (kind.fetches && !is_uneven());
        const index_t blocks = by_resident ? std::max<index_t>(1, resident() / first.warps)
                                           : detail::blocks_at_once(kind, place, first.warps);
        if (is_uneven()) return best_of_uneven(first, blocks, most);
        const rounds all{.total = input.total,
                         .leaf_bytes = input.leaf_bytes,
                         .blocks = blocks,
                         .lost_bytes = place.tuned.lost_bytes,
                         .least_part = place.tuned.least_round};
        return all.best_subtree(first.subtree, most);
    }

    /// The least staged subtree: some tiles, but fewer for leaves of many bytes, which keep few lanes busy
    /// for long.
    constexpr index_t least_staged() const {
        const index_t tiles = (kind.warp_smem.needs_255_registers ? 2 : 16) * tile();
        if (kind.leaf == 1) return tiles;
        return (std::max)(tile(),
                          (std::min)(tiles, floor_power(place.tuned.least_staged_bytes / input.leaf_bytes)));
    }
    /// Several subtrees for each block, but each with at least the leaves that its warps take at once.
    constexpr index_t best_of_uneven(const subtree_cut& first, index_t blocks, index_t most) const {
        const index_t wanted =
            floor_power(std::max<index_t>(1, input.total / (place.tuned.least_fetched * blocks)));
        const index_t least = ceil_power(first.warps) * tile();
        return detail::clamp(wanted, least, (std::max)(least, floor_power(std::max<index_t>(1, most))));
    }

    /// The caller's length, otherwise the chosen one; but long enough that there is space for all partials.
    constexpr index_t by_hand_or(index_t subtree) const {
        const index_t longest = input.longest;
        if (user_shape.items > 0)
            subtree = ceil_power((std::min)(divide_up(user_shape.items, kind.leaf), longest));
        else if (user_shape.blocks > 0)
            subtree = floor_power(std::max<index_t>(1, longest / user_shape.blocks));
        if (longest / max_partials >= subtree) subtree = ceil_power(divide_up(longest, max_partials));
        if (has_many && subtree < least_of_many()) subtree = ceil_power(least_of_many());
        return subtree;
    }

    /// Whether the input is a little too large for one block, so that a cluster takes it at once.
    constexpr bool takes_cluster(index_t subtree) const {
        const index_t longest = input.longest;
        const bool one_block = longest <= subtree && longest <= few_of_warp() * max_warps();
        return may_be_single_tile() && kind.cuts && user_shape == shape{} && !one_block &&
               longest <= few_of_warp() * floor_power(max_warps()) * place.max_clustered &&
               input.total_bytes <= place.max_clustered * place.tuned.clustered_bytes;
    }
    /// The warps of each block of a cluster, where each warp takes some leaves once.
    constexpr index_t clustered_warps() const {
        const index_t in_all = divide_up(input.longest, few_of_warp());
        index_t warps = std::min<index_t>(place.tuned.clustered_warps, floor_power(max_warps()));
        while (warps * place.max_clustered < in_all) warps *= 2;
        return warps;
    }

    /// The warps of a block that are not idle.
    constexpr index_t block_warps(const subtree_cut& by, bool single_tile) const {
        index_t most = by.warps;
        if (by.clustered)
            most = clustered_warps();
        else if (single_tile && user_shape.threads == 0)
            most = max_warps();
        const index_t least = has_whole_tiles() ? tile()
                              : in_parts()      ? place.warp_width
                              : single_tile     ? few_of_warp()
                                                : tile();
        const index_t warps = detail::clamp(divide_up((std::min)(input.longest, by.subtree), least), 1, most);
        // Equal parts. Three whole tiles are for four warps, because with two warps one would take two tiles.
        // fault: warps-of-tiles
        if (has_whole_tiles()) return (std::min)(ceil_power(warps), floor_power(most));
        return in_parts() ? floor_power(warps) : warps;
    }

    /// A block takes one subtree, or several tiny ones; the caller may ask for fewer blocks.
    constexpr index_t grid_blocks(const subtree_cut& by, index_t subtrees, index_t warps) const {
        index_t blocks = by.clustered ? divide_up(input.longest, warps * few_of_warp()) : subtrees;
        const index_t of_thread = has_many ? place.tuned.of_result(input.total_bytes) : row().warp_bytes;
        if (!is_gpu())
            blocks = (std::min)(blocks, std::max<index_t>(1, divide_up(input.total_bytes, of_thread)));
        if (user_shape.blocks > 0 && kind.cuts)
            blocks = (std::min)(blocks, user_shape.blocks);
        else if (!by.clustered && is_uneven())
            blocks = (std::min)(blocks, detail::blocks_at_once(kind, place, warps));
        else if (!by.clustered &&
                 (kind.fetches || (has_many && is_gpu())))  // blocks that take several subtrees
            blocks = (std::min)(blocks, std::max<index_t>(1, (kind.fetches ? 1 : place.tuned.queued_blocks) *
                                                                 resident() / warps));
        return detail::clamp(blocks, 1, max_blocks);
    }
};

}  // namespace impulse::detail
