// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces the leaves of a tile to one node, by the lanes of a warp in several rounds, through the warp's
/// shared memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/butterfly_combine.hpp>
#include <impulse/detail/tree/register_tree.hpp>

#include <cstring>

namespace impulse::inline IMPULSE_ABI::detail {

/// The nodes of a warp's lanes; each lane then takes `Each` adjacent nodes. A gap after each group of `Each`
/// nodes avoids bank conflicts.
template <class Acc, int Each>
struct node_smem {
    unsigned char* warp_smem;

    IMPULSE_SHARED static constexpr int place(int i) {
        constexpr int gap = alignof(Acc) < 4 ? 4 : static_cast<int>(alignof(Acc));
        return i * static_cast<int>(sizeof(uninitialized<Acc>)) + i / Each * gap;
    }
    IMPULSE_INLINE void put(int i, const uninitialized<Acc>& node) const {
        std::memcpy(at(i), static_cast<const void*>(&node), sizeof(node));
    }
    IMPULSE_INLINE uninitialized<Acc> take(int i) const {
        uninitialized<Acc> node;
        std::memcpy(static_cast<void*>(&node), at(i), sizeof(node));
        return node;
    }

  private:
    /// The address of node i, aligned to at most 16 bytes.
    IMPULSE_INLINE void* at(int i) const {
        return __builtin_assume_aligned(warp_smem + place(i), alignof(Acc) < 16 ? alignof(Acc) : 16);
    }
};

/// Computes the node of a tile by a whole warp, in lane 0. The tile has up to MaxRounds rounds; in each round
/// a lane has Loads vector loads of PerLane leaves.
///
/// A lane joins its leaves of each vector load and writes their node to shared memory. Then it takes as many
/// adjacent nodes as it wrote, so that only their node still has to be joined across lanes.
template <bool All, int PerLane, int Loads, int MaxRounds, class Acc, class Warp, class Op>
class shared_memory_combine {
  public:
    using smem_type = node_smem<Acc, MaxRounds * Loads>;

    IMPULSE_INLINE shared_memory_combine(const Warp& warp, int remaining, const op_adaptor<Acc, Op>& join,
                                         int rounds, const smem_type& nodes)
        : lanes_(warp, remaining, join), rounds_(rounds), nodes_(nodes) {}

    /// load(r) loads the lanes' leaves of round r.
    IMPULSE_INLINE uninitialized<Acc> operator()(const auto& load) const {
        const int lane = lanes_.lane;
        IMPULSE_NO_UNROLL
        for (int r = 0; r < rounds_ && lanes_.is_valid(r * Loads * vector_load); ++r) {
            const auto loaded = load(r);
            IMPULSE_UNROLL
            for (int c = 0; c < Loads; ++c)
                if (lanes_.is_valid((r * Loads + c) * vector_load + lane * PerLane))
                    // fault: node-of-round
                    nodes_.put((r * Loads + c) * width + lane, lanes_.in_lane(loaded, c, r * Loads));
        }
        lanes_.warp.sync();
        uninitialized<Acc> node = take<MaxRounds * Loads>();
        lanes_.warp.sync();
        const int each = rounds_ * Loads * PerLane;
        IMPULSE_UNROLL
        for (int d = 1; d < width; d *= 2) {
            if (!lanes_.is_valid(d * each)) break;
            lanes_.meet(node, d, (lane & (2 * d - 1)) == 0 && lanes_.is_valid((lane + d) * each));
        }
        return node;
    }

  private:
    using lane_type = lane_joins<All, PerLane, Acc, Warp, Op>;
    static constexpr int width = Warp::width;
    static constexpr int vector_load = lane_type::vector_load;

    template <int Max>
    IMPULSE_INLINE uninitialized<Acc> take() const {
        if constexpr (Max > Loads) {
            // fault: fewer-rounds
            if (rounds_ * Loads < Max) return take<Max / 2>();
        }
        // fault: rounds-of-lane
        const int first = lanes_.lane * Max;
        return detail::join_halves<0, Max, Acc>(
            [&](int j) { return nodes_.take(first + j); }, lanes_.join,
            [&](int j) { return lanes_.is_valid((first + j) * PerLane); });
    }

    lane_type lanes_;
    int rounds_;
    smem_type nodes_;
};

}  // namespace impulse::detail
