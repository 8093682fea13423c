// SPDX-License-Identifier: Apache-2.0
/// \file
/// The keys of a tile in shared memory, and the ends of runs in the tile.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/keyed_tile.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/arch/async_copy.cuh>
#endif

namespace impulse::inline IMPULSE_ABI::detail {

/// The ends in a tile: those of this thread, and all. `before`: the number of positions of the first run
/// before the tile, or more than there is space for.
struct ends_of_tile {
    std::uint32_t marks;  ///< of this thread: a bit for each of its positions
    int here;             ///< the number of ends of this thread
    int rank;             ///< the rank of the first of them
    int count;            ///< of the tile
    int last;             ///< the position of the tile's last one, or -1
    int before;
};

/// `Keys` is the layout.
template <class Keys, class Smem, class Block>
struct keyed_marks {
    using kept_key = uninitialized<typename Keys::key_type>;
    using warp_type = decltype(std::declval<Block&>().warp());
    static constexpr int positions = Smem::positions;
    static constexpr int width = Block::warp_width;

    const Keys& keys;
    Smem& s;
    Block& block;
    warp_type warp;
    index_t begin;  ///< of the tile
    bool whole;     ///< whether each position of the tile has a key

    /// Copies the keys to shared memory, and counts the ends there. All threads make the call, which takes a
    /// barrier.
    IMPULSE_INLINE ends_of_tile find() const {
        const int from = block.warp_rank() * width * positions;
        kept_key before;
        if (warp.rank() == 0 && begin + from > 0 && begin + from <= keys.count)
            // fault: key-before-warp
            before = kept_key(keys.keys.at(begin, from - 1));
        copy(from);
        warp.sync();
        if (whole && begin > 0)
            compare<true>(from, before);
        else
            compare<false>(from, before);
        warp.sync();
        return count(marks());
    }

    /// Lists the ends in shared memory.
    IMPULSE_INLINE void list(const ends_of_tile& at) const {
        if (at.count > Smem::tile * 3 / 8) {  // in rows of adjacent positions; docs/notes/keys.md
            int r = *warp.shuffle(uninitialized<int>(at.rank), 0);
            const std::uint32_t lanes_before = (std::uint32_t{1} << warp.rank()) - 1;
            IMPULSE_UNROLL
            for (int j = 0; j < positions; ++j) {
                const int p = (block.warp_rank() * positions + j) * width + warp.rank();
                const bool ends = (s.others.marks[p / 4] >> (p % 4) & 1) != 0;
                const std::uint32_t row = warp.ballot(ends);
                // fault: ends-in-row
                if (ends) s.ends[r + detail::count_bits(row & lanes_before)] = static_cast<std::uint16_t>(p);
                r += detail::count_bits(row);
            }
        } else {
            visit(at, [&](int r, int p) { s.ends[r] = static_cast<std::uint16_t>(p); });
        }
    }
    /// Calls take(number, position) for each end of this thread.
    IMPULSE_INLINE void visit(const ends_of_tile& at, const auto& take) const {
        int r = at.rank;
        IMPULSE_NO_UNROLL
        for (std::uint32_t left = at.marks; left != 0; left &= left - 1)
            take(r++, block.rank() * positions + detail::lowest_bit(left));
    }

  private:
    static constexpr bool are_words = is_contiguous<std::remove_cvref_t<decltype(keys.keys)>> &&
                                      16 % sizeof(kept_key) == 0 && positions * sizeof(kept_key) % 16 == 0;

    /// The warp's keys.
    IMPULSE_INLINE void copy(int from) const {
        kept_key* const to = s.keys();
        if constexpr (are_words) {
            if (whole && reinterpret_cast<std::uintptr_t>(keys.keys.first) % 16 == 0) {
                constexpr int each = 16 / static_cast<int>(sizeof(kept_key));
                IMPULSE_UNROLL
                for (int j = 0; j < positions / each; ++j) {
                    const int p = from + (j * width + warp.rank()) * each;
#if defined(__CUDA_ARCH__)
                    on_device::send_word<16>(to + p, keys.keys.first + (begin + p));
#else
                    std::memcpy(static_cast<void*>(to + p),
                                static_cast<const void*>(keys.keys.first + (begin + p)), 16);
#endif
                }
#if defined(__CUDA_ARCH__)
                on_device::sent();
                on_device::wait_for_sent<0>();
#endif
                return;
            }
        }
        IMPULSE_UNROLL
        for (int j = 0; j < positions; ++j) {
            const int p = from + j * width + warp.rank();
            if (begin + p < keys.count) to[p] = kept_key(keys.keys.at(begin, p));
        }
    }

    /// The bytes in which keys are copied; keys of 3, 5, 6 or 7 bytes are no words.
    static constexpr std::size_t of_four = 16 % sizeof(kept_key) != 0 ? alignof(kept_key)
                                           : sizeof(kept_key) <= 4    ? 4 * sizeof(kept_key)
                                                                      : 16;
    struct alignas(of_four) four_keys {
        kept_key of[4];
    };
    /// Marks the warp's keys that end a run. `Inside`: each position has a key, and so has the position
    /// before.
    template <bool Inside>
    IMPULSE_INLINE void compare(int from, const kept_key& before) const {
        IMPULSE_UNROLL
        for (int j = 0; j < positions / 4; ++j) {
            const int p = from + (j * width + warp.rank()) * 4;
            const four_keys mine = *reinterpret_cast<const four_keys*>(s.keys() + p);
            kept_key left = warp.shuffle(mine.of[3], (warp.rank() - 1) & (width - 1));
            if (warp.rank() == 0) left = j == 0 ? before : s.keys()[p - 1];
            unsigned marked = 0;
            IMPULSE_UNROLL
            for (int c = 0; c < 4; ++c) {
                const kept_key& previous = c == 0 ? left : mine.of[c > 0 ? c - 1 : 0];
                const index_t i = begin + p + c;
                // fault: last-run-of-tile
                const bool ends = Inside ? keys.parts(*previous, *mine.of[c])
                                         : i == keys.count || (0 < i && i < keys.count &&
                                                               keys.parts(*previous, *mine.of[c]));
                marked |= ends ? 1u << c : 0u;
            }
            s.others.marks[p / 4] = static_cast<unsigned char>(marked);
        }
    }
    /// A bit for each position of this thread.
    IMPULSE_INLINE std::uint32_t marks() const {
        constexpr int bytes = positions / 4;
        std::uint32_t halves = 0;
        std::memcpy(&halves, __builtin_assume_aligned(s.others.marks + bytes * block.rank(), bytes), bytes);
        std::uint32_t all = (halves & 0xf) | (halves >> 4 & 0xf0);
        if constexpr (bytes == 4) all |= (halves >> 8 & 0xf00) | (halves >> 12 & 0xf000);
        return all;
    }

    IMPULSE_INLINE ends_of_tile count(std::uint32_t marks) const {
        ends_of_tile at{marks, detail::count_bits(marks), 0, 0, -1, 0};
        int of_warp = 0;
        at.rank = detail::sum_before_in_warp(warp, at.here, of_warp);
        const std::uint32_t some = warp.ballot(at.here > 0);
        if (warp.rank() == 0) s.sum[block.warp_rank()] = of_warp;
        if (some == 0 ? warp.rank() == 0 : warp.rank() == detail::highest_bit(some))
            s.last[block.warp_rank()] =
                some == 0 ? -1 : block.rank() * positions + detail::highest_bit(marks);
        // fault: counts-meet
        block.sync();
        int before = 0;
        IMPULSE_UNROLL
        for (int w = 0; w < Smem::warps; ++w) {
            if (w == block.warp_rank()) before = at.count;
            at.count += s.sum[w];
            if (at.last < s.last[w]) at.last = s.last[w];
        }
        // fault: ends-of-other-warps
        at.rank += before;
        return at;
    }
};

}  // namespace impulse::detail
