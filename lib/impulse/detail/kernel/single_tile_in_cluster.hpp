// SPDX-License-Identifier: Apache-2.0
/// \file
/// All leaves of a small input at once, by the blocks of a cluster.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/shuffle_combine.hpp>
#include <impulse/detail/kernel/subtree_reduce.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstdint>
#include <cstring>

namespace impulse::inline IMPULSE_ABI::detail {

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
        // It was launched as a cluster although this code has no clusters: the card is newer than the code.
        // One block does it, more slowly.
        if (block.grid_size() > 1) return detail::reduce_in_block<Acc>(block, leaves, range, join);
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
