// SPDX-License-Identifier: Apache-2.0
/// \file
/// Staged items: all lanes of a warp copy items from another source to shared memory, and then read them
/// there.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/arch/async_copy.cuh>
#endif

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether the items of a source can be staged: small items that do not depend on their index in a group.
template <class Source>
inline constexpr bool is_staged = Source::adds_up && sizeof(typename Source::item_type) <= 16 &&
                                  copies_as_bytes_v<typename Source::item_type>;

/// The part of a source that is staged, and how its items are read from the stage. Functions that take an
/// item's index in its group are called after staging, because a lane that copies an item does not know its
/// group.
template <class Source>
struct staged_part {
    using source_type = Source;
    IMPULSE_INLINE static const Source& of(const Source& source) { return source; }
    template <class Stage>
    IMPULSE_INLINE static Stage over(const Source&, const Stage& stage) {
        return stage;
    }
};
template <class Source>
requires requires(const Source& source) { source.over_items(source.source); }
struct staged_part<Source> {
    using below = staged_part<std::remove_cvref_t<decltype(Source::source)>>;
    using source_type = typename below::source_type;
    IMPULSE_INLINE static const source_type& of(const Source& source) { return below::of(source.source); }
    IMPULSE_NO_EXEC_CHECK
    template <class Stage>
    IMPULSE_INLINE static auto over(const Source& source, const Stage& stage) {
        return source.over_items(below::over(source.source, stage));
    }
};
template <class Source>
using staged_source_type = typename staged_part<std::remove_const_t<Source>>::source_type;

/// Tells the compiler that a pointer points to shared memory, which it does not know for a function argument.
template <class Type>
IMPULSE_INLINE Type* shared(Type* at) {
#if defined(__CUDA_ARCH__)
    return static_cast<Type*>(__cvta_shared_to_generic(__cvta_generic_to_shared(at)));
#else
    return at;
#endif
}

/// The same, but computed only once; otherwise the compiler may compute it repeatedly.
template <class Type>
IMPULSE_INLINE Type* shared_in_register(Type* at) {
#if defined(__CUDA_ARCH__)
    auto address = static_cast<unsigned>(__cvta_generic_to_shared(at));
    asm("" : "+r"(address));
    return static_cast<Type*>(__cvta_shared_to_generic(address));
#else
    return at;
#endif
}

/// What is empty after each 128 bytes of a stage, so that lanes that each read a few consecutive items have
/// few bank conflicts: an item; an item also after each half of them; a word of 16 bytes, where all that is
/// read begins at a word, so that words are read; or nothing, where the distance of what lanes read has no
/// large power of two as a factor.
enum class gaps { of_item, of_half, of_word, none };
/// Those of tiles that are not copied by words. H200; docs/notes/segments.md, "Results of one lane".
template <int ItemBytes>
inline constexpr gaps gaps_of_tiles = ItemBytes == 8 ? gaps::of_half : gaps::of_item;

/// The items from `base` on, as a source; `ItemBytes` are those of the source under it, by which work is
/// assigned to lanes. Places are empty as `Gap` says.
template <class Item, int ItemBytes, gaps Gap = gaps::of_item>
struct staged_source {
    using item_type = Item;
    static constexpr int item_bytes = ItemBytes;
    static constexpr int read_bytes = ItemBytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = true;
    static constexpr int line = Gap == gaps::of_half ? 64 : 128;
    static constexpr int gap = sizeof(Item) <= 32 ? static_cast<int>(line / sizeof(Item)) : 1 << 30;
    static constexpr bool by_words = Gap == gaps::of_word || Gap == gaps::none;
    static constexpr int of_word = by_words ? static_cast<int>(16 / sizeof(Item)) : 1;
    static constexpr int skipped = Gap == gaps::none ? 0 : of_word;

    /// The most items of a memory line before an item.
    static constexpr int max_before = static_cast<int>(127 / sizeof(Item));

    uninitialized<Item>* stage;
    index_t base = 0;

    /// For items in memory, which are loaded by lines: the begin of the line of item i. The bytes before the
    /// item exist, because a line does not cross allocations.
    template <class Source>
    IMPULSE_INLINE static index_t line_begin(const Source& from, index_t i) {
        if constexpr (is_contiguous<Source>) {
            const auto behind =
                static_cast<index_t>((reinterpret_cast<std::uintptr_t>(from.first + i) & 127) / sizeof(Item));
            return i < behind ? 0 : i - behind;
        } else {
            return i;
        }
    }

    IMPULSE_SHARED static constexpr int place(int i) {
        return i + static_cast<int>(static_cast<unsigned>(i) / static_cast<unsigned>(gap)) * skipped;
    }
    /// The space for so many items, and for as many more as `from` may read.
    IMPULSE_SHARED static constexpr int room_for(int items, int more) { return place(items + more - 1) + 1; }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED const Item& at(index_t origin, index_t i) const {
        return *stage[place(static_cast<int>(origin + i - base))];
    }

    /// Up to `gap` items from one item on; between them is at most one empty space.
    struct items_from {
        const uninitialized<Item>* first;
        const uninitialized<Item>* behind_gap;
        int together;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE const uninitialized<Item>& operator[](int j) const {
            if constexpr (skipped == 0)
                return first[j];
            else
                // fault: behind-gap
                return (j < together ? first : behind_gap)[j];
        }
        /// Copies items, word by word.
        template <std::size_t Count>
        IMPULSE_INLINE void copy_words(uninitialized<Item> (&to)[Count]) const
            requires(Gap == gaps::of_word && Count % of_word == 0) {
            IMPULSE_UNROLL
            for (int j = 0; j < int{Count}; j += of_word)
                std::memcpy(static_cast<void*>(to + j),
                            __builtin_assume_aligned((j < together ? first : behind_gap) + j, 16), 16);
        }
    };
    IMPULSE_INLINE items_from few_from(index_t origin, index_t i) const {
        const int from = static_cast<int>(origin + i - base);
        const uninitialized<Item>* const first = stage + place(from);
        return {detail::shared_in_register(first), detail::shared_in_register(first + skipped),
                gap - static_cast<int>(static_cast<unsigned>(from) % static_cast<unsigned>(gap))};
    }
    /// The same for functions of items, which are called only with the first `valid` items.
    struct few_items {
        items_from items;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE const Item& operator()(int j) const { return *items[j]; }
    };
    template <int Count>
    IMPULSE_INLINE few_items few_valid(index_t origin, index_t i, int) const {
        return {few_from(origin, i)};
    }

    /// All lanes call it. It requests `count` items, which all lanes can read after `arrive`. If items pass
    /// through registers, a lane has `AtOnce` items in flight.
    IMPULSE_NO_EXEC_CHECK
    template <int AtOnce, class Warp, class Source>
    IMPULSE_INLINE void fetch(const Warp& warp, const Source& from, int count) const {
        warp.sync();  // other lanes may still read the previous items
#if defined(__CUDA_ARCH__)
        if constexpr (is_contiguous<std::remove_const_t<Source>> && on_device::copies_alone<Item>)
            if constexpr (by_words)
                on_device::send_words_for<gap, skipped>(warp, stage, from.first + base, count);
            else
                on_device::send_for<gap>(warp, stage, from.first + base, count);
        else
            copy<AtOnce>(warp, from, count);
        on_device::sent();
#else
        copy<AtOnce>(warp, from, count);
#endif
    }
    /// All lanes call it. It waits for all requests except the last `Later` ones.
    template <int Later, class Warp>
    IMPULSE_INLINE static void arrive(const Warp& warp) {
#if defined(__CUDA_ARCH__)
        on_device::wait_for_sent<Later>();
#endif
        warp.sync();
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    template <int AtOnce, class Warp, class Source>
    IMPULSE_INLINE void copy(const Warp& warp, const Source& from, int count) const {
        IMPULSE_NO_UNROLL
        for (int first = 0; first < count; first += AtOnce * Warp::width) {
            // Surplus loads repeat the last item, so that no load waits for a condition.
            uninitialized<Item> held[std::size_t{AtOnce}];
            IMPULSE_UNROLL
            for (int u = 0; u < AtOnce; ++u) {
                const int i = first + u * Warp::width + warp.rank();
                held[u] = uninitialized<Item>(from.at(base, i < count ? i : count - 1));
            }
            IMPULSE_UNROLL
            for (int u = 0; u < AtOnce; ++u) {
                const int i = first + u * Warp::width + warp.rank();
                // fault: fill-stage
                if (i < count) stage[place(i)] = held[u];
            }
        }
    }
};

}  // namespace impulse::detail
