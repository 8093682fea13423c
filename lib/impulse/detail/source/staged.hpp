// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items on their way: loaded from another source by all lanes of a warp, which then take them from
/// memory that they share.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/group_reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/source/source.hpp>

#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/arch/async_copy.cuh>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Whether the items of a source can be staged: small ones of which it does not matter in which group they
/// are counted.
template <class Source>
inline constexpr bool is_staged = Source::adds_up && sizeof(typename Source::item_type) <= 16 &&
                                  copies_as_bytes_v<typename Source::item_type>;

/// A pointer to what a block shares: says so to the compiler, which does not see it where the pointer was
/// passed on.
template <class Type>
IMPULSE_INLINE Type* shared(Type* at) {
#if defined(__CUDA_ARCH__)
    return static_cast<Type*>(__cvta_shared_to_generic(__cvta_generic_to_shared(at)));
#else
    return at;
#endif
}

/// The same, computed once: else the compiler may find that it is quick to compute it again and again.
template <class Type>
IMPULSE_INLINE Type* shared_single_tile(Type* at) {
#if defined(__CUDA_ARCH__)
    auto address = static_cast<unsigned>(__cvta_generic_to_shared(at));
    asm("" : "+r"(address));
    return static_cast<Type*>(__cvta_shared_to_generic(address));
#else
    return at;
#endif
}

/// The items from `base` on, as a source; `ItemBytes` are those of the source beneath, by which work is dealt
/// to lanes. After each 128 bytes the place of an item is left out, so that lanes which read a few
/// consecutive items each do not all meet in the same bank of shared memory.
template <class Item, int ItemBytes>
struct staged_source {
    using item_type = Item;
    static constexpr int item_bytes = ItemBytes;
    static constexpr int read_bytes = ItemBytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = true;
    static constexpr int gap = sizeof(Item) <= 32 ? static_cast<int>(128 / sizeof(Item)) : 1 << 30;

    /// Items of a line of memory that may lie before one.
    static constexpr int max_before = static_cast<int>(127 / sizeof(Item));

    uninitialized<Item>* stage;
    index_t base = 0;

    /// Where the line of memory begins that item i lies in, if it is memory, which is then loaded line by
    /// line; what is before the item is memory too, for lines do not lie across allocations.
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
        return i + static_cast<int>(static_cast<unsigned>(i) / static_cast<unsigned>(gap));
    }
    /// Places of so many items, and of as many again as `from` may be asked for.
    IMPULSE_SHARED static constexpr int room_for(int items, int more) { return place(items + more - 1) + 1; }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED const Item& at(index_t origin, index_t i) const {
        return *stage[place(static_cast<int>(origin + i - base))];
    }

    /// Items from one on, up to `gap` of them: between which there is at most one place that is left out.
    struct items_from {
        const uninitialized<Item>* first;
        const uninitialized<Item>* behind_gap;
        int together;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE const uninitialized<Item>& operator[](int j) const {
            // fault: behind-gap
            return (j < together ? first : behind_gap)[j];
        }
    };
    IMPULSE_INLINE items_from few_from(index_t origin, index_t i) const {
        const int from = static_cast<int>(origin + i - base);
        const uninitialized<Item>* const first = stage + place(from);
        return {detail::shared_single_tile(first), detail::shared_single_tile(first + 1),
                gap - static_cast<int>(static_cast<unsigned>(from) % static_cast<unsigned>(gap))};
    }

    /// By all lanes: sends for `count` items, which are there for all after `arrive`. `AtOnce` of a lane's
    /// are on their way together where they have to go through its registers.
    IMPULSE_NO_EXEC_CHECK
    template <int AtOnce, class Warp, class Source>
    IMPULSE_INLINE void fetch(const Warp& warp, const Source& from, int count) const {
        warp.sync();  // others may still read what was there
#if defined(__CUDA_ARCH__)
        if constexpr (is_contiguous<std::remove_const_t<Source>> && on_device::copies_alone<Item>)
            on_device::send_for<gap>(warp, stage, from.first + base, count);
        else
            copy<AtOnce>(warp, from, count);
        on_device::sent();
#else
        copy<AtOnce>(warp, from, count);
#endif
    }
    /// By all lanes: all that was sent for is there, but for the last `Later` times.
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
            // Those that are too many load the last once more, so that nothing waits for a condition.
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

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
