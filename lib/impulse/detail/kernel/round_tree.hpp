// SPDX-License-Identifier: Apache-2.0
/// \file
/// A tile's leaves → one node, by the lanes of a warp in several rounds, through room that it has to itself.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/cell.hpp>
#include <impulse/detail/kernel/tile_tree.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstring>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Room for the nodes of a warp's lanes, of which each lane then takes `Each` neighbouring ones. After so many a gap keeps lanes
/// from meeting in the same banks.
template <class Acc, int Each>
struct node_room {
    unsigned char* room;

    IMPULSE_SHARED static constexpr int place(int i) {
        constexpr int gap = alignof(Acc) < 4 ? 4 : static_cast<int>(alignof(Acc));
        return i * static_cast<int>(sizeof(cell<Acc>)) + i / Each * gap;
    }
    IMPULSE_INLINE void put(int i, const cell<Acc>& node) const {
        std::memcpy(at(i), static_cast<const void*>(&node), sizeof(node));
    }
    IMPULSE_INLINE cell<Acc> take(int i) const {
        cell<Acc> node;
        std::memcpy(static_cast<void*>(&node), at(i), sizeof(node));
        return node;
    }

  private:
    /// The room is aligned to 16 bytes.
    IMPULSE_INLINE void* at(int i) const {
        return __builtin_assume_aligned(room + place(i), alignof(Acc) < 16 ? alignof(Acc) : 16);
    }
};

/// The node of a tile of up to MostRounds rounds of C chunks of K leaves a lane, by a whole warp; in lane 0.
///
/// A lane joins its leaves of each chunk and leaves their node in the room. When all are there it takes as many neighbouring ones
/// as it left, so that only their node is still to be joined across lanes.
template <bool All, int K, int C, int MostRounds, class Acc, class Warp, class Op>
class round_tree {
  public:
    using room_type = node_room<Acc, MostRounds * C>;

    IMPULSE_INLINE round_tree(const Warp& warp, int left, const joining<Acc, Op>& join, int rounds,
                              const room_type& nodes)
        : lanes_(warp, left, join), rounds_(rounds), nodes_(nodes) {}

    /// load(r): what the lanes have of round r.
    IMPULSE_NO_EXEC_CHECK
    template <class Load>
    IMPULSE_INLINE cell<Acc> operator()(const Load& load) const {
        const int lane = lanes_.lane;
        IMPULSE_NO_UNROLL
        for (int r = 0; r < rounds_ && lanes_.there(r * C * chunk); ++r) {
            const auto loaded = load(r);
            IMPULSE_UNROLL
            for (int c = 0; c < C; ++c)
                if (lanes_.there((r * C + c) * chunk + lane * K))
                    // fault: node-of-round
                    nodes_.put((r * C + c) * width + lane, lanes_.in_lane(loaded, c, r * C));
        }
        lanes_.warp.sync();
        cell<Acc> node = take<MostRounds * C>();
        lanes_.warp.sync();
        const int each = rounds_ * C * K;
        IMPULSE_UNROLL
        for (int d = 1; d < width; d *= 2) {
            if (!lanes_.there(d * each)) break;
            lanes_.meet(node, d, (lane & (2 * d - 1)) == 0 && lanes_.there((lane + d) * each));
        }
        return node;
    }

  private:
    using lane_type = lane_joins<All, K, Acc, Warp, Op>;
    static constexpr int width = Warp::width;
    static constexpr int chunk = lane_type::chunk;

    IMPULSE_NO_EXEC_CHECK
    template <int Most>
    IMPULSE_INLINE cell<Acc> take() const {
        if constexpr (Most > C) {
            // fault: fewer-rounds
            if (rounds_ * C < Most) return take<Most / 2>();
        }
        // fault: rounds-of-lane
        return node<Most>(lanes_.lane * Most);
    }
    IMPULSE_NO_EXEC_CHECK
    template <int Count>
    IMPULSE_INLINE cell<Acc> node(int first) const {
        if constexpr (Count == 1) {
            return nodes_.take(first);
        } else {
            cell<Acc> before = node<Count / 2>(first);
            const int half = first + Count / 2;
            if (!lanes_.there(half * K)) return before;
            cell<Acc> after = node<Count / 2>(half);
            return cell<Acc>(lanes_.join(std::move(*before), std::move(*after)));
        }
    }

    lane_type lanes_;
    int rounds_;
    room_type nodes_;
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
