// SPDX-License-Identifier: Apache-2.0
/// \file
/// Converts the items of a tile of keys to nodes in shared memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/keyed_tile.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether the operator takes an item as a node. It is a concept, so that `lift` is not
/// looked at if the types differ: the `lift` of `together` does not compile for every type.
template <class Op, class Item, class Acc>
concept stays_as_it_is = std::is_same_v<Item, Acc> && !lifts<Op, Acc> && !names_accumulate<Op>;

/// The items of `source`, which are nodes without conversion or are converted to nodes.
template <class Acc, class Source, class Op, class Smem, class Warp>
struct keyed_items {
    using value = uninitialized<Acc>;
    using source_type = std::remove_const_t<Source>;
    using operator_type = std::remove_const_t<Op>;
    static constexpr bool is_leaf = stays_as_it_is<operator_type, typename source_type::item_type, Acc>;
    /// Whether items are loaded in words of memory. Two items in a word gain nothing: docs/notes/keys.md.
    static constexpr bool are_words =
        is_contiguous<source_type> && is_leaf && (sizeof(value) == 4 || sizeof(value) == 16);
    static constexpr int positions = Smem::positions;
    static constexpr int each = are_words ? static_cast<int>(16 / sizeof(value)) : 1;

    Source& source;
    const op_adaptor<Acc, Op>& joins;
    Smem& s;
    Warp warp;
    int first;      ///< position of this warp
    index_t begin;  ///< of the tile
    bool in_words;

    IMPULSE_INLINE keyed_items(Source& from, const op_adaptor<Acc, Op>& join, Smem& smem, const Warp& lanes,
                               int warp_rank, index_t begin_of_tile, bool whole)
        : source(from),
          joins(join),
          s(smem),
          warp(lanes),
          first(warp_rank * Warp::width * positions),
          begin(begin_of_tile),
          in_words(false) {
        if constexpr (are_words) in_words = whole && reinterpret_cast<std::uintptr_t>(source.first) % 16 == 0;
    }

    /// Loads the thread's part of the positions before `last`, so that all lanes load adjacent items.
    IMPULSE_INLINE void load(int last) {
        if constexpr (are_words) {
            if (in_words)
                return visit<each>(last, [&](int j, int p) {
                    const void* const from = source.first + (begin + p);
#if defined(__CUDA_ARCH__)
                    const uint4 loaded = __ldcs(static_cast<const uint4*>(from));
                    std::memcpy(static_cast<void*>(held + j), &loaded, 16);
#else
                    std::memcpy(static_cast<void*>(held + j), from, 16);
#endif
                });
        }
        visit<1>(last, [&](int j, int p) { held[j] = node(begin + p); });
    }
    /// Writes the loaded items to shared memory.
    IMPULSE_INLINE void put(int last) const {
        if constexpr (are_words) {
            if (in_words)
                return visit<each>(last, [&](int j, int p) {
                    value* const to = &s.item(p);  // a word has no gap
                    IMPULSE_UNROLL
                    for (int c = 0; c < each; ++c) to[c] = held[j + c];
                });
        }
        // fault: items-of-tile
        visit<1>(last, [&](int j, int p) { s.item(p) = held[j]; });
    }

    /// Writes the `count` items before the tile, at most `Most`, to shared memory, by `Threads` threads; this
    /// one has rank `rank`. A thread loads up to eight items together.
    template <int Most, int Threads>
    IMPULSE_INLINE void put_before(int count, int rank) const {
        constexpr int at_once = 8;
        IMPULSE_NO_UNROLL
        for (int from = rank - count; from < 0; from += at_once * Threads) {
            value some[std::size_t{at_once}];
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u)
                if (u * Threads < Most && from + u * Threads < 0) some[u] = node(begin + from + u * Threads);
            IMPULSE_UNROLL
            for (int u = 0; u < at_once; ++u)
                // fault: items-before-tile
                if (u * Threads < Most && from + u * Threads < 0) s.item(from + u * Threads) = some[u];
        }
    }

    /// The node of item i.
    IMPULSE_INLINE value node(index_t i) const {
        if constexpr (is_leaf)
            return value(source.at(0, i));
        else
            return value(joins.lift(source.at(0, i)));
    }

  private:
    /// Calls f(j, p) for each word of `Each` items of this thread before `last`: the items from j on, which
    /// begin at position p.
    template <int Each>
    IMPULSE_INLINE void visit(int last, const auto& f) const {
        IMPULSE_UNROLL
        for (int j = 0; j < positions / Each; ++j) {
            const int p = first + (j * Warp::width + warp.rank()) * Each;
            if (p < last) f(j * Each, p);
        }
    }

    value held[std::size_t{positions}];
};

}  // namespace impulse::detail
