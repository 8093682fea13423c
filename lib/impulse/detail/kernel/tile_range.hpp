// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tiles of a range of leaves.
///
/// A warp takes one tile at a time, in one round or several. A round has Loads vector loads at once; in each
/// vector load a lane has PerLane consecutive leaves.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/kernel/shared_memory_combine.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/staged.hpp>

#include <cstdint>
#include <cstring>

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
                              unsigned char* warp_smem)
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
    IMPULSE_INLINE auto load(index_t t, const auto& whole, const auto& some) const {
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

// Tiles of wide items, or of large accumulators, staged in a warp's part of shared memory: adjacent lanes
// load adjacent words, and each lane then takes its own items from there. The next tile is copied while one
// is reduced.

/// The layout of a staged tile: the lanes' runs of consecutive items, word by word. After eight words of 16
/// bytes (or after a run of sixteen) one word is skipped, so that the lanes' reads have no bank conflicts.
template <class Item, int Items, int Buffers>
struct staged_runs {
    static constexpr int bytes = Items * static_cast<int>(sizeof(Item));
    static constexpr int least = alignof(Item) < 16 ? static_cast<int>(alignof(Item)) : 16;
    static constexpr int word = bytes % 16 == 0 ? 16 : least;
    static constexpr int words = bytes / word;
    static constexpr int group = word != 16 ? 1 << 30 : bytes == 256 ? 256 : 128;

    IMPULSE_SHARED static constexpr int place(int byte) { return byte + byte / group * word; }
    /// The bytes for tiles of `lanes` lanes, of which one is reduced while the others are copied.
    IMPULSE_SHARED static constexpr int tile_bytes(int lanes) { return place(lanes * bytes); }
    IMPULSE_SHARED static constexpr int warp_smem_bytes(int lanes) { return Buffers * tile_bytes(lanes); }
};
template <class Leaves>
using staged_runs_of =
    staged_runs<typename Leaves::item_type, Leaves::staged.leaves * Leaves::length, Leaves::staged.buffers>;

/// The bytes of shared memory that a warp of `Width` lanes needs: for tiles that are copied, and for nodes of
/// several rounds.
template <class Leaves, int Width>
consteval int warp_smem_bytes_of_leaves() {
    constexpr tile_shape shape = Leaves::shape;
    using nodes = node_smem<typename Leaves::accumulator, shape.rounds * shape.vector_loads>;
    int bytes = 0;
    if constexpr (Leaves::staged.leaves > 0) bytes += staged_runs_of<Leaves>::warp_smem_bytes(Width);
    if constexpr (shape.rounds > 1) bytes += nodes::place(shape.rounds * shape.vector_loads * Width);
    return (bytes + 15) / 16 * 16;
}
/// Whether a block has shared memory for each warp.
template <class Block>
inline constexpr bool has_smem = requires(Block& block) {
    block.warp_smem();
};

/// A `tile_range` whose tiles are copied one after another.
template <class Warp, class Leaves>
class staged_tiles : public tile_range<Warp, Leaves> {
    using base = tile_range<Warp, Leaves>;
    using item_type = typename Leaves::item_type;
    using runs = staged_runs_of<Leaves>;
    static constexpr int buffers = Leaves::staged.buffers;

  public:
    static_assert(base::PerLane == Leaves::staged.leaves && base::Loads == 1);

    IMPULSE_INLINE staged_tiles(const Warp& warp, const Leaves& leaves, interval range,
                                unsigned char* warp_smem)
        : base(warp, leaves, range, 1, warp_smem + runs::warp_smem_bytes(Warp::width)),
          first_(reinterpret_cast<const char*>(leaves.source().first +
                                               (leaves.origin() + range.begin * Leaves::length))),
          tiles_(detail::shared(warp_smem)) {
        for (int t = 0; t + 1 < buffers; ++t) send_for(t);
    }

    IMPULSE_INLINE auto load(index_t t, const auto& whole, const auto& some) const {
        if (t >= this->whole()) return this->load_tail(t, some);
        return whole([&](int r) {
            const index_t n = t * this->rounds() + r;
            send_for(n + buffers - 1);
            arrive();
            if constexpr (reads_leaves<typename Leaves::operator_type>)
                return leaves_.of(run_in_smem{tile(n), warp_.rank() * runs::bytes});
            else
                return leaves_.of(run_of_lane(n));
        });
    }

  private:
    static constexpr int bytes = Warp::width * runs::bytes;

    struct run {
        unsigned words[runs::words][runs::word / 4];
        IMPULSE_INLINE item_type operator()(int j) const {
            uninitialized<item_type> item;
            std::memcpy(
                static_cast<void*>(&item),
                reinterpret_cast<const char*>(words) + static_cast<std::size_t>(j) * sizeof(item_type),
                sizeof(item_type));
            return *item;
        }
    };

    /// The same, but items stay in shared memory until they are used.
    struct run_in_smem {
        const unsigned char* tile;
        int begin;
        IMPULSE_INLINE item_type operator()(int j) const {
            uninitialized<item_type> item;
            std::memcpy(static_cast<void*>(&item), at<alignof(item_type)>(j), sizeof(item_type));
            return *item;
        }
        template <std::size_t Words>
        IMPULSE_INLINE void copy_words(std::uint32_t (&to)[Words], int j) const
            requires(runs::word == 16 && Words % 4 == 0) {
            IMPULSE_UNROLL
            for (int w = 0; w < int{Words}; w += 4)
                std::memcpy(to + w, at<16>(j + 4 * w / static_cast<int>(sizeof(item_type))), 16);
        }

      private:
        template <std::size_t Align>
        IMPULSE_INLINE const void* at(int j) const {
            const int byte = begin + j * static_cast<int>(sizeof(item_type));
            return __builtin_assume_aligned(tile + runs::place(byte), Align < 16 ? Align : 16);
        }
    };

    IMPULSE_INLINE unsigned char* tile(index_t t) const {
        // fault: tile-room
        return tiles_ + (t & (buffers - 1)) * runs::tile_bytes(Warp::width);
    }

    /// Requests tile t, if there is such a whole tile.
    IMPULSE_INLINE void send_for(index_t t) const {
        warp_.sync();  // other lanes may still read the previous tile
        if (t < this->whole() * this->rounds()) {
            const char* const from = first_ + t * bytes;
            if (runs::word == runs::least || reinterpret_cast<std::uintptr_t>(first_) % runs::word == 0)
                [[likely]]
                copy<runs::word>(from, tile(t));
            else
                copy<runs::least>(from, tile(t));
        }
#if defined(__CUDA_ARCH__)
        on_device::sent();
#endif
    }
    /// Copies words of as many bytes, one row of the lanes after another.
    template <int Word>
    IMPULSE_INLINE void copy(const char* from, unsigned char* to) const {
        constexpr int row = Warp::width * Word;
        const int mine = warp_.rank() * Word;
        const auto copy_word = [&](int byte) {
#if defined(__CUDA_ARCH__)
            on_device::send_word<Word>(to + runs::place(byte), from + byte);
#else
            std::memcpy(to + runs::place(byte), from + byte, Word);
#endif
        };
        if constexpr (Word == runs::word) {
            IMPULSE_UNROLL
            for (int at = 0; at < bytes; at += row) copy_word(at + mine);
        } else {
            IMPULSE_NO_UNROLL
            for (int at = 0; at < bytes; at += row) copy_word(at + mine);
        }
    }
    /// Waits for the first tile that was requested.
    IMPULSE_INLINE void arrive() const {
#if defined(__CUDA_ARCH__)
        on_device::wait_for_sent<buffers - 1>();
#endif
        warp_.sync();  // also wait for the words of other lanes
    }
    IMPULSE_INLINE run run_of_lane(index_t t) const {
        const unsigned char* const from = tile(t);
        run mine;
        IMPULSE_UNROLL
        for (int w = 0; w < runs::words; ++w)
            std::memcpy(mine.words[w],
                        __builtin_assume_aligned(
                            from + runs::place(warp_.rank() * runs::bytes + w * runs::word), runs::word),
                        runs::word);
        return mine;
    }

    using base::leaves_;
    using base::warp_;
    const char* first_;
    unsigned char* tiles_;
};

}  // namespace impulse::detail
