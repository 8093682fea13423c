// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions in which each warp takes only a few vector loads, once: small inputs, by a block or by the
/// blocks of a cluster, results of some hundred items, and partials of blocks. There are no 64-bit counts and
/// no loops, because only the latency of one warp matters.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/butterfly_combine.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/thread_reduce.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// A warp that reduces leaves alone.
template <class Warp>
struct warp_team {
    static constexpr bool is_block = false;
    Warp warp;
    IMPULSE_SHARED int rank() const { return 0; }
    IMPULSE_SHARED int warps() const { return 1; }
    IMPULSE_SHARED int before() const { return 0; }
    IMPULSE_SHARED void has_loaded() const {}
    IMPULSE_SHARED bool takes_part() const { return true; }
};

/// The whole warps of a block; `warp` is the calling thread's. A last warp that is not whole does nothing.
template <class Block, class Warp>
struct block_team {
    static constexpr bool is_block = true;
    Warp warp;
    Block& block;
    int of;
    IMPULSE_SHARED int rank() const { return block.warp_rank(); }
    IMPULSE_SHARED int warps() const { return of; }
    IMPULSE_SHARED int before() const { return 0; }
    IMPULSE_SHARED void has_loaded() const {}
    // fault: warp-takes-part
    IMPULSE_SHARED bool takes_part() const { return Block::whole_warps || rank() < of; }
};

/// A team's value of a `range`, in its first thread. The range may be empty, and has so few leaves that no
/// warp has more than `few_vector_loads`. Every thread of the team must make the call. Exchanges are outside
/// of divergent branches, where they would be slower.
template <class Acc, class Team, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_single_tile(Team& team, const Leaves& leaves, interval range,
                                                     const op_adaptor<Acc, Op>& join) {
    using warp_type = decltype(team.warp);
    constexpr int width = warp_type::width;
    constexpr int PerLane = Leaves::shape.leaves;
    constexpr int Loads = Leaves::shape.few_vector_loads;
    constexpr int each = width * PerLane * Loads;
    const int size = static_cast<int>(range.size());
    const int begin = (team.before() + team.rank()) * each;
    const int remaining = size - begin;
    const int first = team.warp.rank() * PerLane;
    uninitialized<Acc> node;
    if (team.takes_part()) {
        // fault: few-load
        const auto loaded = leaves.template load_valid<PerLane, Loads>(range.begin + (begin + first),
                                                                       width * PerLane, remaining - first);
        team.has_loaded();
        if constexpr (freedom_v<std::remove_const_t<Op>, Acc> == grouping::reorder) {
            if (first < remaining)
                node =
                    detail::thread_reduce_some<PerLane, Loads, width, Acc>(loaded, join, remaining - first);
            // fault: few-filled
            const int filled = (remaining + PerLane - 1) / PerLane;
            detail::reduce_warp<Acc>(team.warp, node, filled < width ? filled : width, join);
        } else {
            using combine = std::conditional_t<(Loads < kernel_tuning::few_traded),
                                               shuffle_combine<PerLane, Loads, Acc, warp_type, Op>,
                                               butterfly_combine<false, PerLane, Loads, Acc, warp_type, Op>>;
            // fault: few-by-butterfly
            node = combine(team.warp, remaining, join)(loaded);
        }
    }
    if constexpr (Team::is_block) {
        const int filled = (size + each - 1) / each - team.before();
        detail::join_warps<Acc>(team.block, node, filled < team.warps() ? filled : team.warps(), join);
    }
    return node;
}

/// Bytes of the counter for data that other blocks of the cluster send. A GPU's barrier needs 8, but values
/// follow it, so it is as large as their alignment.
template <class Acc>
inline constexpr int arrival_bytes = alignof(uninitialized<Acc>) > 16
                                         ? static_cast<int>(alignof(uninitialized<Acc>))
                                         : 16;

/// The whole warps of a block. The grid is one block, or one cluster whose blocks each send a node of
/// `node_bytes` bytes to the first block.
template <class Block, class Warp>
struct cluster_team : block_team<Block, Warp> {
    int node_bytes;
    /// The number of warps of the blocks before this one.
    // fault: leaves-before-block
    IMPULSE_SHARED int before() const { return static_cast<int>(this->block.grid_rank()) * this->of; }
    IMPULSE_SHARED void has_loaded() const {
        const auto blocks = static_cast<int>(this->block.grid_size());
        // fault: nodes-of-cluster
        if (blocks > 1) this->block.cluster_begin((blocks - 1) * node_bytes);
    }
};

/// The bytes of a trivially copyable value, as words.
template <class Type>
struct as_words {
    std::uint32_t word[(sizeof(Type) + 3) / 4];

    IMPULSE_INLINE static as_words of(const Type& value) {
        as_words all{};
        std::memcpy(all.word, static_cast<const void*>(__builtin_addressof(value)), sizeof(Type));
        return all;
    }
    IMPULSE_INLINE Type value() const {
        Type value;
        std::memcpy(static_cast<void*>(__builtin_addressof(value)), word, sizeof(Type));
        return value;
    }
};

/// The value of so few leaves that each warp takes some once, by the whole warps of a grid that is one block
/// or one cluster. Each block of a cluster computes a node of the tree and sends it to the first block, whose
/// first thread gets the value.
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_single_tile_in_cluster(Block& block, const Leaves& leaves,
                                                                interval range,
                                                                const op_adaptor<Acc, Op>& join) {
    if constexpr (Block::max_clustered == 1) {
        block_team<Block, decltype(block.warp())> team{block.warp(), block, block.warps()};
        return detail::reduce_single_tile<Acc>(team, leaves, range, join);
    } else {
        using node_words = as_words<uninitialized<Acc>>;
        const auto warp = block.warp();
        const auto rank = static_cast<int>(block.grid_rank());
        const auto blocks = static_cast<int>(block.grid_size());
        node_words* const nodes = block.template exchange<node_words, Block::max_clustered>();
        cluster_team<Block, decltype(block.warp())> team{{warp, block, block.warps()}, sizeof(node_words)};
        uninitialized<Acc> node = detail::reduce_single_tile<Acc>(team, leaves, range, join);
        if (blocks == 1 || block.warp_rank() != 0) return node;
        if (rank != 0) {
            // fault: cluster-has-begun
            block.cluster_wait();
            if (warp.rank() == 0) block.send_to_first(nodes + rank, node_words::of(node));
        } else {
            block.receive();
            if (0 < warp.rank() && warp.rank() < blocks) node = nodes[warp.rank()].value();
            const int each = block.warps() * Block::warp_width * Leaves::shape.few();
            // The plan did not know the number of items, so some blocks may have none.
            const std::uint32_t filled =
                warp.ballot(warp.rank() < blocks && warp.rank() * each < range.size());
            detail::reduce_warp<Acc>(warp, node, __builtin_popcount(filled), join);
        }
        return node;
    }
}

}  // namespace impulse::detail
