// SPDX-License-Identifier: Apache-2.0
/// \file
/// Leaves → one value, by the threads of a warp: by the tree, or with their order dropped.
///
/// A warp takes a tile at a time, in one round or several: C chunks, loaded at once; of each chunk every lane has K consecutive
/// leaves.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/collectives.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/sources/leaves.hpp>
#include <impulse/tree/nodes.hpp>

#include <cstring>
#include <type_traits>
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
    IMPULSE_UNROLL
    for (int w = 0; w < words; ++w) of_a[w] = first ? of_a[w] : of_b[w];
    Cell chosen;
    std::memcpy(static_cast<void*>(&chosen), of_a, sizeof(Cell));
    return chosen;
}

/// The node of a tile of some rounds of C chunks of K leaves a lane, by a whole warp; in lane 0. Absent operands are skipped: a
/// node is there if its first leaf is, and `left` leaves of the tile are (`All` of them is known to the compiler).
///
/// A lane first joins its K leaves of each chunk. Then the chunks are joined across lanes, all at once: at each step a
/// lane sends its partner one of two chunks and keeps the other, so that C chunks take C - 1 exchanges to be C times
/// further, instead of log2(C) each (a butterfly, as in the transposition of a matrix). Several rounds go on likewise, by a
/// binary counter. In the end lane l has the chunks l, l + width, ... Lastly the chunks, whose order is that of the lanes, are
/// joined across lanes, and in each lane.
template <bool All, int K, int C, int MostRounds, class Acc, class Warp, class Op>
class tile_tree {
  public:
    IMPULSE_INLINE tile_tree(const Warp& warp, int rounds, int left, const joining<Acc, Op>& join)
        : warp_(warp), lane_(warp.rank()), rounds_(rounds), left_(left), join_(join) {}

    /// load(r): what the lanes have of round r.
    IMPULSE_NO_EXEC_CHECK
    template <class Load>
    IMPULSE_INLINE cell<Acc> operator()(const Load& load) const {
        if constexpr (MostRounds == 1) {
            return take_round(load(0), 0, [&](auto& node) { return gather(node, C); });
        } else {
            constexpr int levels = log2_floor(MostRounds);
            cell<Acc> waiting[levels];
            cell<Acc> node[1];
            IMPULSE_NO_UNROLL
            for (int r = 0; r < rounds_; ++r) {
                if (there(r * C * chunk))
                    node[0] = take_round(load(r), r * C, [](auto& all) { return all[0]; });
                IMPULSE_UNROLL
                for (int level = 0; level < levels; ++level) {
                    if ((r >> level & 1) == 0) {
                        waiting[level] = node[0];
                        break;
                    }
                    node[0] = swap(waiting[level], node[0], C << level, (r >> level) / 2 * (2 * C << level));
                }
            }
            return gather(node, rounds_ * C);
        }
    }

  private:
    static constexpr int width = Warp::width;
    static constexpr int chunk = width * K;

    IMPULSE_INLINE bool there(int leaf) const { return All || leaf < left_; }

    /// The chunks of a round, of which number `base` is the first: last(nodes) gets what trading leaves.
    IMPULSE_NO_EXEC_CHECK
    template <class Loaded, class Last>
    IMPULSE_INLINE cell<Acc> take_round(const Loaded& loaded, int base, const Last& last) const {
        cell<Acc> node[C];
        IMPULSE_UNROLL
        for (int c = 0; c < C; ++c) node[c] = join_in_lane(loaded, c, base);
        return trade<1>(node, base, last);
    }

    IMPULSE_NO_EXEC_CHECK
    template <class Loaded>
    IMPULSE_INLINE cell<Acc> join_in_lane(const Loaded& loaded, int c, int base) const {
        const int first = (base + c) * chunk + lane_ * K;
        cell<Acc> part[K];
        IMPULSE_UNROLL
        for (int j = 0; j < K; ++j)
            if (there(first + j)) part[j] = cell<Acc>(loaded(c * K + j));
        IMPULSE_UNROLL
        for (int step = 1; step < K; step *= 2) {
            IMPULSE_UNROLL
            for (int j = 0; j < K; j += 2 * step)
                if (there(first + j + step))
                    part[j] = cell<Acc>(join_(std::move(*part[j]), std::move(*part[j + step])));
        }
        return part[0];
    }

    IMPULSE_NO_EXEC_CHECK
    template <int Distance, int Chunks, class Last>
    IMPULSE_INLINE cell<Acc> trade(cell<Acc> (&node)[Chunks], int base, const Last& last) const {
        if constexpr (Distance < width && Chunks > 1) {
            cell<Acc> kept[Chunks / 2];
            IMPULSE_UNROLL
            for (int j = 0; j < Chunks / 2; ++j)
                kept[j] = swap(node[2 * j], node[2 * j + 1], Distance, base + 2 * j * Distance);
            return trade<2 * Distance>(kept, base, last);
        } else {
            return last(node);
        }
    }
    /// Each lane keeps of two neighbouring chunks the even one, if it is the lower of two that are `distance` apart, or else the
    /// odd one. It has chunk `first` and that `distance` further, or those as many further as its place among such lanes is.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> swap(const cell<Acc>& even, const cell<Acc>& odd, int distance,
                                  int first) const {
        const bool upper = (lane_ & distance) != 0;
        const cell<Acc> mine = detail::choose(upper, odd, even);
        const cell<Acc> other = warp_.shuffle_xor(detail::choose(upper, even, odd), distance);
        const int number = first + (upper ? distance : 0) + (lane_ & (distance - 1));
        const int right_lane = (lane_ & ~(2 * distance - 1)) | distance;
        return join_sides(mine, other, distance, number * chunk + right_lane * K);
    }

    IMPULSE_NO_EXEC_CHECK
    template <int Chunks>
    IMPULSE_INLINE cell<Acc> gather(cell<Acc> (&node)[Chunks], int all) const {
        // Fewer chunks than lanes: each is still to be joined across groups of `all` lanes. That of lane l < all ends there.
        IMPULSE_UNROLL
        for (int d = all; d < width; d *= 2)
            if (there(d * K)) {  // else no lane has it
                const bool first = (lane_ & (2 * d - 1) & ~(all - 1)) == 0;
                meet(node[0], d,
                     first && there((lane_ & (all - 1)) * chunk + ((lane_ & ~(all - 1)) + d) * K));
            }
        IMPULSE_UNROLL
        for (int d = 1; d < (all < width ? all : width); d *= 2) {
            if (!there(d * chunk)) break;
            IMPULSE_UNROLL
            for (int j = 0; j < Chunks; ++j)
                meet(node[j], d,
                     lane_ < all && (lane_ & (2 * d - 1)) == 0 && there((j * width + lane_ + d) * chunk));
        }
        // More chunks than lanes: a lane has several.
        IMPULSE_UNROLL
        for (int step = 1; step < Chunks; step *= 2) {
            IMPULSE_UNROLL
            for (int j = 0; j + step < Chunks; j += 2 * step)
                if (lane_ == 0 && there((j + step) * width * chunk))
                    node[j] = cell<Acc>(join_(std::move(*node[j]), std::move(*node[j + step])));
        }
        return node[0];
    }

    /// Joins this lane's node with that of the lane `distance` above, where they are `siblings`.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void meet(cell<Acc>& node, int distance, bool siblings) const {
        cell<Acc> right = warp_.shuffle_down(node, distance);
        if (siblings) node = cell<Acc>(join_(std::move(*node), std::move(*right)));
    }
    /// left ∘ right, of which one is this lane's and the other that of the lane `distance` away; both lanes get it.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> join_sides(const cell<Acc>& mine, const cell<Acc>& other, int distance,
                                        int right_at) const {
        const bool upper = (lane_ & distance) != 0;
        const cell<Acc> left = detail::choose(upper, other, mine);
        if (!there(right_at)) return left;
        const cell<Acc> right = detail::choose(upper, mine, other);
        return cell<Acc>(join_(Acc(*left), Acc(*right)));
    }

    const Warp& warp_;
    int lane_;
    int rounds_;
    int left_;
    const joining<Acc, Op>& join_;
};

/// Nodes of equal size, put together as they come: a binary counter, of which lane l of a warp holds the levels l,
/// l + width, ... For up to 2^32 nodes, by a whole warp.
template <class Acc, class Warp, class Op>
class node_counter {
  public:
    IMPULSE_INLINE node_counter(const Warp& warp, const joining<Acc, Op>& join) : warp_(warp), join_(join) {}

    /// Takes in node number `n`, which lane 0 has; only the last may be of another size.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void put(const cell<Acc>& of_lane_0, std::uint32_t n) {
        cell<Acc> node = warp_.shuffle(of_lane_0, 0);
        int level = 0;
        IMPULSE_NO_UNROLL
        for (; (n >> level & 1) != 0; ++level) put_before(level, node);
        IMPULSE_UNROLL
        for (int s = 0; s < slots; ++s)
            if (warp_.rank() + s * Warp::width == level) waiting_[s] = node;
    }
    /// All `n` of them, in all lanes; n is not 0.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> all(std::uint32_t n) const {
        int level = 0;
        while ((n >> level & 1) == 0) ++level;
        cell<Acc> node = waiting(level);
        IMPULSE_NO_UNROLL
        for (++level; n >> level != 0; ++level)
            if ((n >> level & 1) != 0) put_before(level, node);
        return node;
    }

  private:
    static constexpr int levels = 32;
    static constexpr int slots = levels / Warp::width;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> waiting(int level) const {
        cell<Acc> mine = waiting_[0];
        IMPULSE_UNROLL
        for (int s = 1; s < slots; ++s)
            if (level / Warp::width == s) mine = waiting_[s];
        return warp_.shuffle(mine, level % Warp::width);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void put_before(int level, cell<Acc>& node) const {
        cell<Acc> left = waiting(level);
        node = cell<Acc>(join_(std::move(*left), std::move(*node)));
    }

    const Warp& warp_;
    const joining<Acc, Op>& join_;
    cell<Acc> waiting_[slots];
};

/// The tiles of a range of leaves, for each of `warps` whole warps.
template <class Warp, class Leaves>
class tile_row {
  public:
    static constexpr int K = Leaves::shape.leaves;
    static constexpr int C = Leaves::shape.chunks;
    /// Chunks are traded among as many lanes.
    static constexpr int most_rounds = Leaves::shape.rounds * C <= Warp::width ? Leaves::shape.rounds
                                       : C < Warp::width                       ? Warp::width / C
                                                                               : 1;

    IMPULSE_INLINE tile_row(const Warp& warp, const Leaves& leaves, interval range, int warps)
        : warp_(warp), leaves_(leaves), range_(range) {
        const index_t size = range.size();
        if constexpr (most_rounds > 1) {  // as many as leave each warp a tile
            while (rounds_ < most_rounds && 2 * rounds_ * index_t{warps} * round <= size) rounds_ *= 2;
        }
        const int log2_each = log2_floor(each());
        count_ = shift_up(size, log2_each);
        // The last leaf's items may not be all there.
        if constexpr (Leaves::has_whole_tiles)
            whole_ = (size - (leaves.ends_short(range.end) ? 1 : 0)) >> log2_each;
    }

    IMPULSE_INLINE index_t count() const { return count_; }
    IMPULSE_INLINE int rounds() const { return rounds_; }
    /// Leaves of a tile.
    IMPULSE_INLINE int each() const { return rounds_ * round; }

    /// Calls whole(load) for the tile `t`, or some<chunks>(load, left) where it has but `left` leaves; load(r) is what the lanes
    /// have of its round r. Few leaves take few chunks, as small inputs do.
    IMPULSE_NO_EXEC_CHECK
    template <class Whole, class Some>
    IMPULSE_INLINE auto load(index_t t, const Whole& whole, const Some& some) const {
        constexpr int stride = Warp::width * K;
        const index_t begin = range_.begin + t * each();
        const index_t at = begin + warp_.rank() * K;
        if constexpr (Leaves::has_whole_tiles) {
            if (t < whole_)
                return whole(
                    [&](int r) { return leaves_.template load<K, C>(warp_, at + r * round, stride); });
        }
        const index_t left = range_.end - begin;
        if constexpr (Leaves::has_whole_tiles && C >= 4 && most_rounds == 1) {
            if (left <= round / 4)
                return some.template operator()<C / 4>(
                    [&](int) { return leaves_.template load_some<K, C / 4>(at, stride, range_.end); },
                    static_cast<int>(left));
        }
        return some.template operator()<C>(
            [&](int r) { return leaves_.template load_some<K, C>(at + r * round, stride, range_.end); },
            left < each() ? static_cast<int>(left) : each());
    }

  private:
    static constexpr int round = Warp::width * K * C;

    const Warp& warp_;
    const Leaves& leaves_;
    interval range_;
    int rounds_ = 1;
    index_t count_;
    index_t whole_ = 0;
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
