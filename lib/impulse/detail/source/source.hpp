// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources: the items of a reduction, in the form that the library uses.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/single_lane_warp.hpp>
#include <impulse/detail/base/uninitialized.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/arch/load.cuh>
#include <impulse/detail/base/standard.hpp>
#endif

namespace impulse::inline IMPULSE_ABI {

/// The requirements of an input's iterator. They are weaker than std::random_access_iterator, which iterators
/// with proxy references do not satisfy.
template <class It>
concept input_iterator = !std::is_integral_v<It> && requires(const It it, std::iter_difference_t<It> n) {
    typename std::iter_value_t<It>;
    { it + n } -> std::convertible_to<It>;
    { it - it } -> std::convertible_to<index_t>;
    it[n];
};

/// A source has the items 0, 1, ... of groups. Each group begins at an origin that its layout knows (0 if
/// there is one group). It has
/// - `item_type`; `item_bytes`, the bytes of an item in one array, and `read_bytes`, in all arrays; `arrays`:
/// the number of arrays in which items are contiguous, or 0 if items may be anywhere; `in_place`: whether all
/// threads may use one object (otherwise each needs a copy);
/// - `at(origin, i)`: item i of the group at `origin`; `adds_up`: whether only origin + i matters;
/// - `load<PerLane, Loads>(warp, origin, i, stride)`: Loads vector loads of PerLane consecutive items, at i,
/// i + stride, ...; `loaded(j)` is item j of them. On a GPU memory is loaded in 16-byte words, all at once.
/// All lanes of the warp call it, and their vector loads are adjacent. `load_valid<PerLane, Loads>(origin, i,
/// stride, remaining)`: loads only the first `remaining` items from i on (none if it is negative), for each
/// lane separately;
/// - `memory(argument, visit)`: calls visit(pointer, count, argument) for the memory under it, which a place
/// must access;
/// - `check_device_callable()`: never run. It calls the callers' functions in device code, where nvcc checks
/// the calls. The rest is compiled without that check, and nvcc would silently drop a call of a host function
/// from a kernel.
template <class Source>
concept item_source = requires(const Source& source, index_t i, const single_lane_warp& warp) {
    typename Source::item_type;
    { Source::item_bytes } -> std::convertible_to<int>;
    { Source::read_bytes } -> std::convertible_to<int>;
    { Source::arrays } -> std::convertible_to<int>;
    { Source::in_place } -> std::convertible_to<bool>;
    { Source::adds_up } -> std::convertible_to<bool>;
    source.at(i, i);
    source.template load<1, 1>(warp, i, i, i)(0);
    source.template load_valid<1, 1>(i, i, i, 1)(0);
};

namespace detail {
/// The distance, in bytes, from what a CPU thread reads to what it prefetches. docs/notes/host.md, "Four
/// places of memory".
inline constexpr index_t asked_ahead = 2 << 10;

/// Prefetches the cache line that a CPU thread will read after this one, which may be past the end.
inline void ask_ahead(const void* of) {
    const auto at = reinterpret_cast<std::uintptr_t>(of) + static_cast<std::uintptr_t>(asked_ahead);
    __builtin_prefetch(reinterpret_cast<const void*>(at));
}
}  // namespace detail

/// Contiguous items in memory.
template <class Type>
struct contiguous_source {
    using item_type = Type;
    static constexpr int item_bytes = sizeof(Type);
    static constexpr int read_bytes = item_bytes;
    static constexpr int arrays = 1;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = true;

    const Type* first;
    index_t count;

    IMPULSE_SHARED const Type& at(index_t origin, index_t i) const { return first[origin + i]; }

    /// Prefetches what a CPU thread will read some KiB after these `n` items, which may be past the end.
    void ask_ahead(index_t origin, index_t i, index_t n) const {
        prefetch(origin, i, n, detail::asked_ahead);
    }
    /// Prefetches `n` items, `further` bytes after item i.
    void prefetch(index_t origin, index_t i, index_t n, index_t further = 0) const {
        const auto at = reinterpret_cast<std::uintptr_t>(first) +
                        static_cast<std::uintptr_t>((origin + i) * index_t{sizeof(Type)} + further);
        for (std::uintptr_t byte = 0; byte < static_cast<std::uintptr_t>(n) * sizeof(Type); byte += 64)
            __builtin_prefetch(reinterpret_cast<const void*>(at + byte));
    }

    template <int PerLane, int Loads>
    struct loaded {
        static constexpr bool fills_words = PerLane * sizeof(Type) % 16 == 0;
        static constexpr bool has_zeros = true;  ///< in place of items that are not valid
        // Words, because the compiler would use a register for each byte.
        unsigned words[std::size_t{Loads}][(std::size_t{PerLane} * sizeof(Type) + 15) / 16 * 4];
        IMPULSE_INLINE Type operator()(int j) const {
            uninitialized<Type> item;
            std::memcpy(static_cast<void*>(&item),
                        reinterpret_cast<const char*>(words[j / PerLane]) +
                            static_cast<std::size_t>(j % PerLane) * sizeof(Type),
                        sizeof(Type));
            return *item;
        }
        /// The same for several items, which fill whole words of one vector load.
        template <std::size_t Words>
        IMPULSE_INLINE void copy_words(std::uint32_t (&to)[Words], int item) const
            requires(PerLane * sizeof(Type) % (4 * Words) == 0) {
            const int at = item % PerLane * static_cast<int>(sizeof(Type)) / 4;
            // fault: words-of-pack
            IMPULSE_UNROLL
            for (int w = 0; w < int{Words}; ++w) to[w] = words[item / PerLane][at + w];
        }
    };

    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE loaded<PerLane, Loads> load([[maybe_unused]] const Warp& warp, index_t origin, index_t i,
                                               index_t stride) const {
        const Type* const from = first + (origin + i);
        loaded<PerLane, Loads> items;
#if defined(__CUDA_ARCH__)
        on_device::load_vectors<PerLane * sizeof(Type), alignof(Type)>(
            warp, from, stride * index_t{sizeof(Type)}, first, first + count, items.words);
#else
        for (int c = 0; c < Loads; ++c)
            std::memcpy(items.words[c], static_cast<const void*>(from + c * stride), PerLane * sizeof(Type));
#endif
        return items;
    }
    /// Loads vector loads of PerLane consecutive items, `stride` apart, by each lane separately; all begin at
    /// 16-byte boundaries, and are read once.
    template <int PerLane, int Loads>
    IMPULSE_INLINE loaded<PerLane, Loads> load_words(index_t origin, index_t i, index_t stride) const {
        static_assert(PerLane * sizeof(Type) % 16 == 0);
        const Type* const from = first + (origin + i);
        loaded<PerLane, Loads> items;
        IMPULSE_UNROLL
        for (int c = 0; c < Loads; ++c) {
#if defined(__CUDA_ARCH__)
            const auto* const words = reinterpret_cast<const uint4*>(from + c * stride);
            IMPULSE_UNROLL
            for (int w = 0; w < int{PerLane * sizeof(Type)} / 16; ++w) {
                const auto word = on_device::load_once(words + w);
                std::memcpy(&items.words[c][4 * w], &word, 16);
            }
#else
            if (reinterpret_cast<std::uintptr_t>(from + c * stride) % 16 != 0) std::abort();
            std::memcpy(items.words[c], static_cast<const void*>(from + c * stride), PerLane * sizeof(Type));
#endif
        }
        return items;
    }
    /// Item i, which is read once.
    IMPULSE_INLINE decltype(auto) at_once(index_t origin, index_t i) const {
#if defined(__CUDA_ARCH__)
        if constexpr (on_device::loads_once<Type>)
            return Type(*on_device::load_once(first + (origin + i)));
        else
            return at(origin, i);
#else
        return at(origin, i);
#endif
    }
    template <int PerLane, int Loads>
    IMPULSE_INLINE loaded<PerLane, Loads> load_valid(index_t origin, index_t i, index_t stride,
                                                     int remaining) const {
        const Type* const from = first + (origin + i);
        loaded<PerLane, Loads>
            items{};  // otherwise an item that is not loaded would keep an older register value alive
#if defined(__CUDA_ARCH__)
        on_device::load_some_vectors<PerLane * sizeof(Type), alignof(Type)>(
            from, static_cast<int>(stride) * int{sizeof(Type)}, remaining * int{sizeof(Type)}, items.words);
#else
        for (int c = 0; c < Loads; ++c) {
            const index_t here = remaining - c * stride;
            if (here > 0)
                std::memcpy(items.words[c], static_cast<const void*>(from + c * stride),
                            static_cast<std::size_t>(here < PerLane ? here : PerLane) * sizeof(Type));
        }
#endif
        return items;
    }

    void memory(const char* argument, const auto& visit) const {
        visit(static_cast<const void*>(first), count, argument);
    }
    IMPULSE_DEVICE void check_device_callable(const auto*) const {}
};

namespace detail {

/// Whether a source has items in shared memory (detail/source/staged.hpp), perhaps under functions.
template <class Source>
inline constexpr bool are_staged_items = requires(const Source& source) {
    source.template few_valid<1>(index_t{0}, index_t{0}, 1);
};

/// Whether a source can prefetch items.
template <class Source>
inline constexpr bool source_asks_ahead = requires(const Source& source) {
    source.ask_ahead(index_t{0}, index_t{0}, index_t{0});
};

template <class Source>
inline constexpr bool is_contiguous = is_a<Source, contiguous_source>;

/// Whether all items cost the same, as items in memory do. A caller's function may take a thousand times as
/// long for one item as for the next.
template <class Source>
inline constexpr bool costs_alike = is_contiguous<Source>;

/// The items of a source from one item on.
template <class Source>
struct items_from {
    const Source& source;
    index_t origin;
    index_t first;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE constexpr decltype(auto) operator[](int j) const { return source.at(origin, first + j); }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE constexpr decltype(auto) operator()(int j) const { return source.at(origin, first + j); }
    IMPULSE_SHARED constexpr auto address(int j) const requires(is_contiguous<std::remove_const_t<Source>>) {
        return source.first + (origin + first + j);
    }
    /// Several items, which fill whole words.
    template <std::size_t Words>
    IMPULSE_INLINE void copy_words(std::uint32_t (&to)[Words], int j) const
        requires(is_contiguous<std::remove_const_t<Source>>) {
        const void* const from = address(j);
#if defined(__CUDA_ARCH__)
        if constexpr (sizeof(to) % 16 == 0) {  // in 16-byte words, if it begins at a word
            if (reinterpret_cast<std::uintptr_t>(from) % 16 == 0) [[likely]] {
                on_device::load_elements<sizeof(to), 16>(static_cast<const char*>(from), sizeof(to), to);
                return;
            }
        }
        constexpr int align = alignof(typename Source::item_type);
        on_device::load_elements<sizeof(to), align>(static_cast<const char*>(from), sizeof(to), to);
#else
        std::memcpy(to, from, sizeof(to));
#endif
    }
};

}  // namespace detail

/// The `count` items at `first`, as a source.
template <class Type>
IMPULSE_SHARED constexpr contiguous_source<Type> contiguous(const Type* first, index_t count) {
    return {first, count};
}

}  // namespace impulse
