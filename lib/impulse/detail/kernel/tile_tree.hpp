// SPDX-License-Identifier: Apache-2.0
/// \file
/// A tile's leaves → one node, by the lanes of a warp.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/cell.hpp>
#include <impulse/detail/op/joining.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// One of two values, word by word: a choice between the places where they lie would take them out of registers.
template <class Cell>
IMPULSE_INLINE Cell choose(bool first, const Cell& a, const Cell& b) {
    constexpr int words = (sizeof(Cell) + 3) / 4;
    std::uint32_t of_a[words] = {};
    std::uint32_t of_b[words] = {};
    std::memcpy(of_a, &a, sizeof(Cell));
    std::memcpy(of_b, &b, sizeof(Cell));
    // fault: choose-words
    IMPULSE_UNROLL
    for (int w = 0; w < words; ++w) of_a[w] = first ? of_a[w] : of_b[w];
    Cell chosen;
    std::memcpy(static_cast<void*>(&chosen), of_a, sizeof(Cell));
    return chosen;
}

/// Whether it does no harm to ask for what is not there of what a lane has loaded.
template <class Loaded>
inline constexpr bool may_ask = false;
template <class Loaded>
requires requires { Loaded::has_zeros; }
inline constexpr bool may_ask<Loaded> = Loaded::has_zeros;

/// What lanes of a warp join of a tile: of `left` leaves (`All` of them is known to the compiler) those that are there, K
/// consecutive ones in a lane. Absent operands are skipped: a node is there if its first leaf is.
template <bool All, int K, class Acc, class Warp, class Op>
class lane_joins {
  public:
    IMPULSE_INLINE lane_joins(const Warp& of, int leaves, const joining<Acc, Op>& by)
        : warp(of), lane(of.rank()), left(leaves), ahead(leaves - lane * K), join(by) {}

    static constexpr int width = Warp::width;
    static constexpr int chunk = width * K;  ///< leaves

    // fault: leaf-is-there
    IMPULSE_INLINE bool there(int leaf) const { return All || leaf < left; }
    /// The same of a leaf by how far it is from the lane's first.
    IMPULSE_INLINE bool has(int further) const { return All || further < ahead; }

    /// A lane's leaves of chunk c of those that are loaded, which is number c + base of the tile.
    IMPULSE_NO_EXEC_CHECK
    template <class Loaded>
    IMPULSE_INLINE cell<Acc> in_lane(const Loaded& loaded, int c, int base) const {
        // Where many accumulators would not have registers they are made as they are needed.
        if constexpr (All && K * sizeof(Acc) > 128) {
            return node<0, K>(loaded, c * K);
        } else {
            const int first = (base + c) * chunk;
            cell<Acc> part[K];
            IMPULSE_UNROLL
            for (int j = 0; j < K; ++j) {
                if constexpr (!All && !may_ask<Loaded> &&
                              !requires { requires decltype(loaded.items)::has_zeros; })
                    detail::clear(part[j]);
                if (may_ask<Loaded> || has(first + j)) part[j] = cell<Acc>(loaded(c * K + j));
            }
            IMPULSE_UNROLL
            for (int step = 1; step < K; step *= 2) {
                IMPULSE_UNROLL
                for (int j = 0; j < K; j += 2 * step)
                    // fault: right-leaf
                    if (has(first + j + step))
                        // fault: leaves-of-lane
                        part[j] = cell<Acc>(join(std::move(*part[j]), std::move(*part[j + step])));
            }
            return part[0];
        }
    }

    /// Joins this lane's node with that of the lane `distance` above, where they are `siblings`.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void meet(cell<Acc>& node, int distance, bool siblings) const {
        cell<Acc> right = warp.shuffle_down(node, distance);
        if (siblings) node = cell<Acc>(join(std::move(*node), std::move(*right)));
    }

    const Warp& warp;
    int lane;
    int left;
    int ahead;  ///< leaves from the lane's first on
    const joining<Acc, Op>& join;

  private:
    IMPULSE_NO_EXEC_CHECK
    template <int First, int Count, class Loaded>
    IMPULSE_INLINE cell<Acc> node(const Loaded& loaded, int from) const {
        if constexpr (Count == 1) {
            return cell<Acc>(loaded(from + First));
        } else {
            cell<Acc> before = node<First, Count / 2>(loaded, from);
            cell<Acc> after = node<First + Count / 2, Count / 2>(loaded, from);
            return cell<Acc>(join(std::move(*before), std::move(*after)));
        }
    }
};

/// The node of a tile of C chunks of K leaves a lane, by a whole warp; in lane 0.
///
/// A lane first joins its K leaves of each chunk. Then the chunks are joined across lanes, all at once: at each step a
/// lane sends its partner one of two chunks and keeps the other, so that C chunks take C - 1 exchanges to be C times
/// further, instead of log2(C) each (a butterfly, as in the transposition of a matrix). In the end lane l has the chunks l,
/// l + width, ... Lastly the chunks, whose order is that of the lanes, are joined across lanes, and in each lane.
template <bool All, int K, int C, class Acc, class Warp, class Op>
class tile_tree {
  public:
    IMPULSE_INLINE tile_tree(const Warp& warp, int left, const joining<Acc, Op>& join)
        : lanes_(warp, left, join) {}

    IMPULSE_NO_EXEC_CHECK
    template <class Loaded>
    IMPULSE_INLINE cell<Acc> operator()(const Loaded& loaded) const {
        cell<Acc> node[C];
        IMPULSE_UNROLL
        for (int c = 0; c < C; ++c) node[c] = lanes_.in_lane(loaded, c, 0);
        return trade<1>(node);
    }

  private:
    using lane_type = lane_joins<All, K, Acc, Warp, Op>;
    static constexpr int width = Warp::width;
    static constexpr int chunk = lane_type::chunk;

    IMPULSE_NO_EXEC_CHECK
    template <int Distance, int Chunks>
    IMPULSE_INLINE cell<Acc> trade(cell<Acc> (&node)[Chunks]) const {
        if constexpr (Distance < width && Chunks > 1) {
            cell<Acc> kept[Chunks / 2];
            IMPULSE_UNROLL
            for (int j = 0; j < Chunks / 2; ++j)
                kept[j] = swap(node[2 * j], node[2 * j + 1], Distance, 2 * j * Distance);
            return trade<2 * Distance>(kept);
        } else {
            return gather(node);
        }
    }
    /// Each lane keeps of two neighbouring chunks the even one, if it is the lower of two that are `distance` apart, or else the
    /// odd one. It has chunk `first` and that `distance` further, or those as many further as its place among such lanes is.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> swap(const cell<Acc>& even, const cell<Acc>& odd, int distance,
                                  int first) const {
        const int lane = lanes_.lane;
        // fault: butterfly-upper
        const bool upper = (lane & distance) != 0;
        // fault: butterfly-keeps
        const cell<Acc> mine = detail::choose(upper, odd, even);
        const cell<Acc> other = lanes_.warp.shuffle_xor(detail::choose(upper, even, odd), distance);
        // fault: butterfly-chunk
        const int number = first + (upper ? distance : 0) + (lane & (distance - 1));
        const int right_lane = (lane & ~(2 * distance - 1)) | distance;
        return join_sides(mine, other, upper, number * chunk + right_lane * K);
    }
    /// left ∘ right, of which one is this lane's and the other its partner's; both lanes get it.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> join_sides(const cell<Acc>& mine, const cell<Acc>& other, bool upper,
                                        int right_at) const {
        // fault: butterfly-left
        const cell<Acc> left = detail::choose(upper, other, mine);
        // fault: right-is-there
        if (!lanes_.there(right_at)) return left;
        const cell<Acc> right = detail::choose(upper, mine, other);
        return cell<Acc>(lanes_.join(Acc(*left), Acc(*right)));
    }

    IMPULSE_NO_EXEC_CHECK
    template <int Chunks>
    IMPULSE_INLINE cell<Acc> gather(cell<Acc> (&node)[Chunks]) const {
        const int lane = lanes_.lane;
        // Fewer chunks than lanes: each is still to be joined across groups of C lanes. That of lane l < C ends there.
        // fault: butterfly-across
        IMPULSE_UNROLL
        for (int d = C; d < width; d *= 2)
            if (lanes_.there(d * K)) {  // else no lane has it
                const bool first = (lane & (2 * d - 1) & ~(C - 1)) == 0;
                lanes_.meet(node[0], d,
                            first && lanes_.there((lane & (C - 1)) * chunk + ((lane & ~(C - 1)) + d) * K));
            }
        // fault: butterfly-steps
        IMPULSE_UNROLL
        for (int d = 1; d < (C < width ? C : width); d *= 2) {
            if (!lanes_.there(d * chunk)) break;
            IMPULSE_UNROLL
            for (int j = 0; j < Chunks; ++j)
                lanes_.meet(
                    node[j], d,
                    lane < C && (lane & (2 * d - 1)) == 0 && lanes_.there((j * width + lane + d) * chunk));
        }
        // More chunks than lanes: a lane has several.
        IMPULSE_UNROLL
        for (int step = 1; step < Chunks; step *= 2) {
            IMPULSE_UNROLL
            for (int j = 0; j + step < Chunks; j += 2 * step)
                if (lane == 0 && lanes_.there((j + step) * width * chunk))
                    // fault: chunks-of-lane
                    node[j] = cell<Acc>(lanes_.join(std::move(*node[j]), std::move(*node[j + step])));
        }
        return node[0];
    }

    lane_type lanes_;
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
