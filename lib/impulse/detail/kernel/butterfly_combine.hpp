// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces the leaves of a tile to one node, by the lanes of a warp.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/register_tree.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Selects one of two values, word by word. Selecting between their addresses would move them out of
/// registers.
template <class Partial>
IMPULSE_INLINE Partial choose(bool first, const Partial& a, const Partial& b) {
    constexpr int words = (sizeof(Partial) + 3) / 4;
    std::uint32_t of_a[std::size_t{words}] = {};
    std::uint32_t of_b[std::size_t{words}] = {};
    std::memcpy(of_a, &a, sizeof(Partial));
    std::memcpy(of_b, &b, sizeof(Partial));
    // fault: choose-words
    IMPULSE_UNROLL
    for (int w = 0; w < words; ++w) of_a[w] = first ? of_a[w] : of_b[w];
    Partial chosen;
    std::memcpy(static_cast<void*>(&chosen), of_a, sizeof(Partial));
    return chosen;
}

/// The leaves of a tile that the lanes of a warp join: the first `remaining` ones (`All`: the compiler knows
/// that all are valid), PerLane consecutive ones in each lane. Missing operands are skipped; a node is valid
/// if its first leaf is.
template <bool All, int PerLane, class Acc, class Warp, class Op>
class lane_joins {
  public:
    IMPULSE_INLINE lane_joins(const Warp& of, int leaves, const op_adaptor<Acc, Op>& by)
        : warp(of), lane(of.rank()), remaining(leaves), ahead(leaves - lane * PerLane), join(by) {}

    static constexpr int width = Warp::width;
    static constexpr int vector_load = width * PerLane;  ///< leaves

    // fault: leaf-is-there
    IMPULSE_INLINE bool is_valid(int leaf) const { return All || leaf < remaining; }
    /// The same for a leaf, by its distance from the lane's first leaf.
    IMPULSE_INLINE bool has_ahead(int further) const { return All || further < ahead; }

    /// A lane's leaves of vector load c of the loaded ones; it is vector load c + base of the tile.
    template <class Loaded>
    IMPULSE_INLINE uninitialized<Acc> in_lane(const Loaded& loaded, int c, int base) const {
        // Many large accumulators do not fit into registers, so each is computed when it is needed.
        if constexpr (All && PerLane * sizeof(Acc) > 128) {
            return detail::join_halves<0, PerLane, Acc>(
                [&](int j) { return uninitialized<Acc>(loaded(c * PerLane + j)); }, join, all_valid{});
        } else {
            const int first = (base + c) * vector_load;
            uninitialized<Acc> part[std::size_t{PerLane}];
            IMPULSE_UNROLL
            for (int j = 0; j < PerLane; ++j) {
                if constexpr (!All && !zeroes_invalid<Loaded> &&
                              !requires { requires zeroes_invalid<decltype(loaded.items)>; })
                    detail::clear(part[j]);
                if (zeroes_invalid<Loaded> || has_ahead(first + j))
                    part[j] = uninitialized<Acc>(loaded(c * PerLane + j));
            }
            IMPULSE_UNROLL
            for (int step = 1; step < PerLane; step *= 2) {
                IMPULSE_UNROLL
                for (int j = 0; j < PerLane; j += 2 * step)
                    // fault: right-leaf
                    if (has_ahead(first + j + step))
                        // fault: leaves-of-lane
                        part[j] = uninitialized<Acc>(join(std::move(*part[j]), std::move(*part[j + step])));
            }
            return part[0];
        }
    }

    /// Joins this lane's node with that of the lane `distance` above, if they are `siblings`.
    IMPULSE_INLINE void meet(uninitialized<Acc>& node, int distance, bool siblings) const {
        uninitialized<Acc> right = warp.shuffle_down(node, distance);
        if (siblings) node = uninitialized<Acc>(join(std::move(*node), std::move(*right)));
    }

    const Warp& warp;
    int lane;
    int remaining;
    int ahead;  ///< valid leaves from the lane's first leaf on
    const op_adaptor<Acc, Op>& join;
};

/// Computes the node of a tile by a whole warp, in lane 0. Each lane has Loads vector loads of PerLane
/// leaves.
///
/// A lane first joins its PerLane leaves of each vector load. Then all vector loads are joined across lanes
/// at once, by a butterfly: at each step a lane sends its partner one of two vector loads and keeps the
/// other, as in a matrix transposition. This takes Loads - 1 exchanges in all, instead of log2(Loads) for
/// each vector load. Afterwards lane l has the vector loads l, l + width, ... These are joined across lanes,
/// in the order of the lanes, and then within each lane.
template <bool All, int PerLane, int Loads, class Acc, class Warp, class Op>
class butterfly_combine {
  public:
    IMPULSE_INLINE butterfly_combine(const Warp& warp, int remaining, const op_adaptor<Acc, Op>& join)
        : lanes_(warp, remaining, join) {}

    IMPULSE_INLINE uninitialized<Acc> operator()(const auto& loaded) const {
        uninitialized<Acc> node[std::size_t{Loads}];
        IMPULSE_UNROLL
        for (int c = 0; c < Loads; ++c) node[c] = lanes_.in_lane(loaded, c, 0);
        return trade<1, Loads>(node);
    }

  private:
    using lane_type = lane_joins<All, PerLane, Acc, Warp, Op>;
    static constexpr int width = Warp::width;
    static constexpr int vector_load = lane_type::vector_load;

    template <int Distance, int Nodes>
    IMPULSE_INLINE uninitialized<Acc> trade(uninitialized<Acc> (&node)[std::size_t{Nodes}]) const {
        if constexpr (Distance < width && Nodes > 1) {
            uninitialized<Acc> kept[std::size_t{Nodes / 2}];
            IMPULSE_UNROLL
            for (int j = 0; j < Nodes / 2; ++j)
                kept[j] = swap(node[2 * j], node[2 * j + 1], Distance, 2 * j * Distance);
            return trade<2 * Distance, Nodes / 2>(kept);
        } else {
            return gather<Nodes>(node);
        }
    }
    /// Of two adjacent vector loads the lower of two lanes, which are `distance` apart, keeps the even one,
    /// the upper lane the odd one. The two are vector loads `first` and `first + distance`, both shifted by
    /// the lower bits of the lane's rank.
    IMPULSE_INLINE uninitialized<Acc> swap(const uninitialized<Acc>& even, const uninitialized<Acc>& odd,
                                           int distance, int first) const {
        const int lane = lanes_.lane;
        // fault: butterfly-upper
        const bool upper = (lane & distance) != 0;
        // fault: butterfly-keeps
        const uninitialized<Acc> mine = detail::choose(upper, odd, even);
        const uninitialized<Acc> other = lanes_.warp.shuffle_xor(detail::choose(upper, even, odd), distance);
        // fault: butterfly-chunk
        const int number = first + (upper ? distance : 0) + (lane & (distance - 1));
        const int right_lane = (lane & ~(2 * distance - 1)) | distance;
        return join_sides(mine, other, upper, number * vector_load + right_lane * PerLane);
    }
    /// left ∘ right: one operand is this lane's, the other its partner's; both lanes get the result.
    IMPULSE_INLINE uninitialized<Acc> join_sides(const uninitialized<Acc>& mine,
                                                 const uninitialized<Acc>& other, bool upper,
                                                 int right_at) const {
        // fault: butterfly-left
        const uninitialized<Acc> left = detail::choose(upper, other, mine);
        // fault: right-is-there
        if (!lanes_.is_valid(right_at)) return left;
        const uninitialized<Acc> right = detail::choose(upper, mine, other);
        return uninitialized<Acc>(lanes_.join(Acc(*left), Acc(*right)));
    }

    template <int Nodes>
    IMPULSE_INLINE uninitialized<Acc> gather(uninitialized<Acc> (&node)[std::size_t{Nodes}]) const {
        const int lane = lanes_.lane;
        // There are fewer vector loads than lanes: each still has to be joined across groups of Loads lanes.
        // The result is in lane l < Loads.
        // fault: butterfly-across
        IMPULSE_UNROLL
        for (int d = Loads; d < width; d *= 2)
            if (lanes_.is_valid(d * PerLane)) {  // otherwise no lane has a valid leaf
                const bool first = (lane & (2 * d - 1) & ~(Loads - 1)) == 0;
                lanes_.meet(node[0], d,
                            first && lanes_.is_valid((lane & (Loads - 1)) * vector_load +
                                                     ((lane & ~(Loads - 1)) + d) * PerLane));
            }
        // fault: butterfly-steps
        IMPULSE_UNROLL
        for (int d = 1; d < (Loads < width ? Loads : width); d *= 2) {
            if (!lanes_.is_valid(d * vector_load)) break;
            IMPULSE_UNROLL
            for (int j = 0; j < Nodes; ++j)
                lanes_.meet(node[j], d,
                            lane < Loads && (lane & (2 * d - 1)) == 0 &&
                                lanes_.is_valid((j * width + lane + d) * vector_load));
        }
        // There are more vector loads than lanes: a lane has several.
        IMPULSE_UNROLL
        for (int step = 1; step < Nodes; step *= 2) {
            IMPULSE_UNROLL
            for (int j = 0; j + step < Nodes; j += 2 * step)
                if (lane == 0 && lanes_.is_valid((j + step) * width * vector_load))
                    // fault: chunks-of-lane
                    node[j] =
                        uninitialized<Acc>(lanes_.join(std::move(*node[j]), std::move(*node[j + step])));
        }
        return node[0];
    }

    lane_type lanes_;
};

/// Computes, in lane 0, the node of Loads vector loads of PerLane leaves for each lane; the first `remaining`
/// leaves are valid. Each vector load is joined across lanes separately, which takes more exchanges than
/// `butterfly_combine`, but has a shorter dependency chain.
template <int PerLane, int Loads, class Acc, class Warp, class Op>
class shuffle_combine {
  public:
    IMPULSE_INLINE shuffle_combine(const Warp& warp, int remaining, const op_adaptor<Acc, Op>& join)
        : lanes_(warp, remaining, join) {}

    IMPULSE_INLINE uninitialized<Acc> operator()(const auto& loaded) const {
        uninitialized<Acc> node[std::size_t{Loads}];
        IMPULSE_UNROLL
        for (int c = 0; c < Loads; ++c) node[c] = lanes_.in_lane(loaded, c, 0);
        IMPULSE_UNROLL
        for (int d = 1; d < Warp::width; d *= 2) {
            const bool even = (lanes_.lane & (2 * d - 1)) == 0;
            // fault: few-are-there
            IMPULSE_UNROLL
            for (int c = 0; c < Loads; ++c)
                lanes_.meet(node[c], d, even && lanes_.has_ahead(c * lanes_.vector_load + d * PerLane));
        }
        IMPULSE_UNROLL
        for (int step = 1; step < Loads; step *= 2) {
            IMPULSE_UNROLL
            for (int c = 0; c + step < Loads; c += 2 * step)
                // fault: few-chunks
                if (lanes_.lane == 0 && lanes_.is_valid((c + step) * lanes_.vector_load))
                    node[c] =
                        uninitialized<Acc>(lanes_.join(std::move(*node[c]), std::move(*node[c + step])));
        }
        return node[0];
    }

  private:
    lane_joins<false, PerLane, Acc, Warp, Op> lanes_;
};

/// Computes the node of a column's leaves that lanes have in turn, in the first of them: leaf j of a lane is
/// row j * 2^log2_others + other. A lane keeps half of them, which are adjacent.
template <class Acc, class Warp, class Lane, class Op>
struct turn_butterfly {
    const Warp& warp;
    const Lane& lane;
    const op_adaptor<Acc, Op>& join;

    template <int Level = 0, std::size_t Nodes>
    IMPULSE_INLINE uninitialized<Acc> operator()(uninitialized<Acc> (&node)[Nodes]) const {
        if constexpr (Nodes > 1) {
            if (Level < lane.log2_others) {
                constexpr int half = int{Nodes} / 2;
                uninitialized<Acc> kept[Nodes / 2];
                IMPULSE_UNROLL
                for (int j = 0; j < half; ++j) kept[j] = swap(node[j], node[j + half], Level);
                return operator()<Level + 1>(kept);
            }
        }
        if constexpr (Nodes == 1)
            // fault: rows-of-turn
            for (int i = Level; i < lane.log2_others; ++i)
                meet(node[0], i, (lane.other & ((2 << i) - (1 << Level))) == 0);
        detail::join_registers(node, join, all_valid{});
        // fault: leaves-of-turn
        for (int i = Level - 1; i >= 0; --i) meet(node[0], i, lane.other >> i == 0);
        return node[0];
    }

  private:
    /// Of two nodes the lower of two lanes keeps the first, the upper lane the second.
    IMPULSE_INLINE uninitialized<Acc> swap(const uninitialized<Acc>& first, const uninitialized<Acc>& second,
                                           int level) const {
        // fault: upper-of-turn
        const bool upper = (lane.other >> level & 1) != 0;
        const uninitialized<Acc> mine = detail::choose(upper, second, first);
        const uninitialized<Acc> its = from(lane.other ^ (1 << level), detail::choose(upper, first, second));
        const uninitialized<Acc> left = detail::choose(upper, its, mine);
        const uninitialized<Acc> right = detail::choose(upper, mine, its);
        return uninitialized<Acc>(join(Acc(*left), Acc(*right)));
    }
    IMPULSE_INLINE void meet(uninitialized<Acc>& node, int level, bool is_left) const {
        uninitialized<Acc> right = from(lane.other + (1 << level), node);
        if (is_left) node = uninitialized<Acc>(join(std::move(*node), std::move(*right)));
    }
    /// What another lane of the column gives. A surplus lane repeats what the first lane of a column does.
    IMPULSE_INLINE uninitialized<Acc> from(int other, const uninitialized<Acc>& given) const {
        return warp.shuffle(given, (lane.first + other * lane.lanes) & (Warp::width - 1));
    }
};

}  // namespace impulse::detail
