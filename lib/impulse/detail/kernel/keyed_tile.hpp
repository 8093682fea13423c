// SPDX-License-Identifier: Apache-2.0
/// \file
/// A tile of keys, which a block takes: its types, its shared memory, and what blocks publish about it.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/plan/many_results.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The positions of a tile for each thread, for accumulators of `bytes` bytes. docs/notes/keys.md: doubles
/// and matrices.
constexpr int keyed_positions(std::size_t bytes) { return bytes <= 4 ? 16 : 8; }

/// The same if ends are listed, for keys of so many bytes: a lane has them in registers.
constexpr int listed_positions(std::size_t bytes) {
    return bytes <= 4 ? 16 : bytes <= 16 ? 8 : bytes <= 32 ? 4 : 2;
}

/// Whether blocks take tiles of such keys and items in one pass: they must be small, because they are stored
/// in shared memory, and leaves must be one item and not depend on where their run begins.
template <class Key, class Acc, class Source, class Op>
consteval bool takes_keyed_tiles() {
    return copies_as_bytes_v<Key> && std::is_copy_constructible_v<Key> && sizeof(uninitialized<Key>) <= 8 &&
           copies_as_bytes_v<Acc> && std::is_copy_constructible_v<Acc> && sizeof(uninitialized<Acc>) <= 16 &&
           Source::adds_up && leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>() == 1;
}

/// What the threads of a block share; `Threads` of them, in warps of `Width`.
template <class Acc, class Key, int Threads, int Width>
struct keyed_smem {
    using value = uninitialized<Acc>;
    static constexpr int positions = keyed_positions(sizeof(value));
    static constexpr int tile = Threads * positions;
    static constexpr int warps = Threads / Width;
    /// After 2^log2_gap values the space of one is empty, so that lanes that each read a few consecutive
    /// values have few bank conflicts.
    static constexpr int log2_gap = sizeof(value) <= 4 ? 5 : sizeof(value) <= 8 ? 4 : 3;
    static constexpr int key_places = static_cast<int>(divide_up(tile * sizeof(Key), sizeof(value)));
    /// The items before the tile for which there is space, besides the keys and in their place. A warp joins
    /// the nodes of a run; each node is that of the fragments of one warp.
    static constexpr int of_windows = Width * Width * positions - tile;
    static constexpr int near_items = (std::min)(of_windows, 128);
    static constexpr int of_keys = key_places - (key_places >> log2_gap);
    static constexpr int far_items = (std::max)(near_items, (std::min)(of_keys, of_windows));
    /// The spaces before the tile's first item.
    static constexpr int before = key_places + near_items + near_items / 8;

    /// The keys, the items before the tile, and its own.
    alignas(16) value all[std::size_t{before + tile + tile / 8 + 1}];
    std::uint16_t ends[std::size_t{tile}];
    union {
        unsigned char marks[std::size_t{tile} / 4];  ///< four positions in each byte
        unsigned char nodes[sizeof(value) * static_cast<std::size_t>(Threads + warps)];
        std::uint64_t alignment[2];
    } others;
    unsigned char windows[sizeof(value) * std::size_t{Width}];
    int sum[std::size_t{warps}];   ///< for each warp its number of ends; then whether it has longer runs
    int last[std::size_t{warps}];  ///< for each warp its last end, or -1
    index_t first_result;          ///< the number of the run that ends first
    index_t first_begin;           ///< where it begins

    IMPULSE_INLINE static int place(int i) { return before + i + (i >> log2_gap); }
    IMPULSE_INLINE value& item(int i) { return all[place(i)]; }
    IMPULSE_INLINE uninitialized<Key>* keys() { return reinterpret_cast<uninitialized<Key>*>(all); }
    IMPULSE_INLINE value& node(int i) { return reinterpret_cast<value*>(others.nodes)[i]; }
    IMPULSE_INLINE value& window(int i) { return reinterpret_cast<value*>(windows)[i]; }
};

/// The ends of runs in some tiles: their number, and the position of the last one, counted from 1; 0 if there
/// is none.
struct part_ends {
    std::uint32_t count;
    std::uint32_t last;
};

/// What a block publishes about a tile, as one word, so that no fence is needed: the ends in the tile, or the
/// ends of all tiles of the launch up to it. Zero: nothing yet.
struct tile_word {
    static constexpr std::uint64_t own = 1;
    static constexpr std::uint64_t whole = 2;
    std::uint64_t bits;

    IMPULSE_SHARED static tile_word of(std::uint64_t kind, const part_ends& ends) {
        return {kind << 62 | std::uint64_t{ends.count} << 31 | ends.last};
    }
    IMPULSE_SHARED std::uint64_t kind() const { return bits >> 62; }
    IMPULSE_SHARED part_ends ends() const {
        constexpr std::uint32_t mask = 0x7fffffff;
        return {static_cast<std::uint32_t>(bits >> 31) & mask, static_cast<std::uint32_t>(bits) & mask};
    }
};

/// The tiles of a call, as a layout. After the first launch only the runs remain that were put off. The
/// `count` of a record is the tile's word, and its `last` has the ends of the runs that were put off, 16 bits
/// each, counted from 1.
struct counted_tiles {
    static constexpr bool has_many = true;

    run_ends* records;  ///< for each tile; then the counts before each part, and after the last part
    index_t count;      ///< of tiles
    index_t part;       ///< tiles of a launch
    index_t tile;       ///< positions
    index_t all_items;

    constexpr index_t max_results() const { return all_items; }
    constexpr index_t max_items() const { return all_items; }
    constexpr index_t longest() const { return all_items; }

    IMPULSE_SHARED std::uint64_t* word(index_t t) const {
        return reinterpret_cast<std::uint64_t*>(&records[t].count);
    }
    IMPULSE_SHARED interval positions(index_t t) const {
        const index_t begin = t * tile, end = begin + tile;
        return {begin, end <= all_items ? end : all_items + 1};
    }
    IMPULSE_SHARED index_t parts() const { return divide_up(count, part); }
    IMPULSE_SHARED run_ends& before_part(index_t p) const { return records[count + p]; }
    /// The ends before tile t, of the part that begins with tile `first`.
    IMPULSE_SHARED run_ends before_tile(index_t first, const run_ends& part_before,
                                        const part_ends& some) const {
        return {part_before.count + some.count,
                some.last > 0 ? first * tile + some.last - 1 : part_before.last};
    }

    /// Publishes the ends of tile t, which begins at position `in_part` of its part, and whose last end is at
    /// `last` of the tile; `first` is the part's first tile.
    template <class Block>
    IMPULSE_INLINE part_ends publish(const Block& block, index_t first, index_t t, index_t in_part, int ends,
                                     int last) const {
        const part_ends own{
            static_cast<std::uint32_t>(ends),
            ends > 0 ? static_cast<std::uint32_t>(in_part) + static_cast<std::uint32_t>(last) + 1 : 0};
        if (block.rank() == 0)
            // fault: publish-own
            detail::store_relaxed(word(t),
                                  tile_word::of(t == first ? tile_word::whole : tile_word::own, own).bits);
        return own;
    }
    /// Publishes the ends up to tile t, which later tiles and the next launch need; `before` and `some` are
    /// those before it, `own` its own, the last of them at item `last`.
    template <class Keys>
    IMPULSE_INLINE void publish_up_to(const Keys& keys, index_t p, index_t t, const run_ends& before,
                                      const part_ends& some, const part_ends& own, index_t last) const {
        if (t > p * part)
            // fault: publish-whole
            detail::store_relaxed(
                word(t), tile_word::of(tile_word::whole,
                                       {some.count + own.count, own.count > 0 ? own.last : some.last})
                             .bits);
        if (t + 1 < count && t + 1 < (p + 1) * part) return;
        const run_ends all{before.count + own.count, own.count > 0 ? last : before.last};
        // fault: ends-before-part
        before_part(p + 1) = all;
        // fault: count-of-all
        if (t + 1 == count) keys.write_count(all.count);
    }

    /// Clears the records when no thread reads them any more; called by thread `rank` of `of`.
    IMPULSE_SHARED void clear(index_t rank, index_t of) const {
        const index_t all = count + parts() + 1;
        // fault: clear-records
        for (index_t i = rank; i < all; i += of) records[i] = {};
    }
    IMPULSE_SHARED void leave_zero(index_t, index_t) const {}
};

/// The ends in the tiles of a launch before tile t; `first` is the launch's first tile. A warp looks back to
/// the nearest word that covers all tiles before it. It waits for tiles whose blocks have begun. (D. Merrill
/// and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.)
template <class Block, class Warp>
IMPULSE_INLINE part_ends look_back(Block& block, const Warp& warp, const counted_tiles& all, index_t first,
                                   index_t t) {
    constexpr int at_once = 4;  // loads in flight
    constexpr int width = Warp::width;
    part_ends mine{0, 0};
    bool found = t == first;
    IMPULSE_NO_UNROLL
    for (index_t from = t - 1 - warp.rank(); !found; from -= at_once * width) {
        tile_word words[std::size_t{at_once}];
        IMPULSE_UNROLL
        for (int u = 0; u < at_once; ++u) {
            const index_t at = from - u * width;
            words[u] = at >= first ? tile_word{detail::load_relaxed(all.word(at))}
                                   : tile_word::of(tile_word::whole, {0, 0});
        }
        IMPULSE_UNROLL
        for (int u = 0; u < at_once; ++u) {
            if (found) continue;
            std::uint32_t whole = 0;
            IMPULSE_NO_UNROLL
            for (;;) {  // until all words up to the nearest word that covers all tiles are set
                whole = warp.ballot(words[u].kind() == tile_word::whole);
                const std::uint32_t none = warp.ballot(words[u].bits == 0);
                if (none == 0 || (whole != 0 && detail::lowest_bit(whole) < detail::lowest_bit(none))) break;
                block.pause();
                if (words[u].bits == 0) words[u].bits = detail::load_relaxed(all.word(from - u * width));
            }
            // fault: look-back-ends
            if (whole == 0 || warp.rank() <= detail::lowest_bit(whole)) {
                const part_ends its = words[u].ends();
                mine.count += its.count;
                if (mine.last < its.last) mine.last = its.last;
            }
            found = whole != 0;
        }
    }
    return {detail::join_lanes<plus>(warp, mine.count), detail::join_lanes<maximum>(warp, mine.last)};
}

}  // namespace impulse::detail
