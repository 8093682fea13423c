// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tiles of a range of leaves.
///
/// A warp takes one tile at a time, in one round or several. A round has Loads vector loads at once; in each
/// vector load a lane has PerLane consecutive leaves.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The tiles of a range of leaves, for each of `warps` whole warps.
template <class Warp, class Leaves>
class tile_range {
  public:
    static constexpr int PerLane = Leaves::shape.leaves;
    static constexpr int Loads = Leaves::shape.vector_loads;
    static constexpr int max_rounds = Leaves::shape.rounds;

    /// `warp_smem`: the warp's shared memory, if tiles may have several rounds.
    IMPULSE_INLINE tile_range(const Warp& warp, const Leaves& leaves, interval range, int warps,
                              unsigned char* warp_smem = nullptr)
        : warp_(warp), leaves_(leaves), range_(range), warp_smem_(warp_smem) {
        const index_t size = range.size();
        if constexpr (max_rounds > 1) {  // the most rounds with which each warp has a tile
            while (rounds_ < max_rounds && 2 * rounds_ * index_t{warps} * round <= size) rounds_ *= 2;
        }
        const int log2_each = log2_floor(each());
        // fault: count-of-tiles
        count_ = shift_up(size, log2_each);
        // The items of the last leaf may be incomplete.
        if constexpr (Leaves::has_whole_tiles)
            // fault: whole-tiles
            whole_ = (size - (leaves.ends_short(range.end) ? 1 : 0)) >> log2_each;
    }

    /// The number of leaves.
    IMPULSE_INLINE index_t size() const { return range_.size(); }
    /// The number of tiles, and of whole tiles.
    IMPULSE_INLINE index_t count() const { return count_; }
    IMPULSE_INLINE index_t whole() const { return whole_; }
    IMPULSE_INLINE int rounds() const { return rounds_; }
    IMPULSE_INLINE unsigned char* warp_smem() const { return warp_smem_; }
    /// The leaves of a tile.
    IMPULSE_INLINE int each() const { return rounds_ * round; }

    /// Calls whole(load) for the tile `t`, or some(load, remaining) if it has only `remaining` leaves;
    /// load(r) loads the lanes' leaves of round r.
    template <class Whole, class Some>
    IMPULSE_INLINE auto load(index_t t, const Whole& whole, const Some& some) const {
        if constexpr (Leaves::has_whole_tiles) {
            if (t < whole_) {
                // fault: tile-begin
                const index_t at = range_.begin + t * each() + warp_.rank() * PerLane;
                // fault: load-round
                return whole([&](int r) {
                    return leaves_.template load<PerLane, Loads>(warp_, at + r * round, stride);
                });
            }
        }
        return load_tail(t, some);
    }
    /// The same for an incomplete tile.
    IMPULSE_INLINE auto load_tail(index_t t, const auto& some) const {
        const index_t begin = range_.begin + t * each();
        const int remaining = range_.end - begin < each() ? static_cast<int>(range_.end - begin) : each();
        return some(
            [&](int r) {
                // fault: rest-of-round
                const int at = r * round + warp_.rank() * PerLane;
                return leaves_.template load_valid<PerLane, Loads>(begin + at, stride, remaining - at);
            },
            remaining);
    }

  protected:
    const Warp& warp_;
    const Leaves& leaves_;

  private:
    static constexpr int round = Warp::width * PerLane * Loads;
    static constexpr int stride = Warp::width * PerLane;

    interval range_;
    unsigned char* warp_smem_;
    int rounds_ = 1;
    index_t count_;
    index_t whole_ = 0;
};

}  // namespace impulse::detail
