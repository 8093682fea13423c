// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources: where the items of a reduction come from, in the one form that the library takes them in.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/cell.hpp>
#include <impulse/detail/base/lone_lane.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/arch/load.cuh>
#include <impulse/detail/base/standard.hpp>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

/// What an input's iterator must do. Weaker than std::random_access_iterator, which proxy references fail.
template <class It>
concept input_iterator = !std::is_integral_v<It> && requires(const It it, std::iter_difference_t<It> n) {
    typename std::iter_value_t<It>;
    { it + n } -> std::convertible_to<It>;
    { it - it } -> std::convertible_to<index_t>;
    it[n];
};

/// A source of the items 0, 1, ... of groups, of which each begins at an origin that its layout knows (0, where one group is
/// all):
/// - `item_type`; `item_bytes`, what one takes of an array, and `read_bytes`, of all that are read; `arrays`: in how many of them
///   the items lie side by side, or 0 where they may lie anywhere; `in_place`: whether all threads may use one object, or each needs a copy;
/// - `at(origin, i)`: item i of the group at `origin`; `adds_up`: whether only origin + i matters;
/// - `load<K, C>(warp, origin, i, stride)`: C chunks of K consecutive items, at i, i + stride, ..., of which `loaded(j)` is the
///   j-th; memory is loaded in 16-byte words on a GPU, all at once. All lanes of the warp call it, and their chunks lie side
///   by side. `load_some<K, C>(origin, i, stride, left)`: only the first `left` from i on (none, if that is
///   negative), for each lane by itself;
/// - `memory(argument, visit)` calls visit(pointer, count, argument) for the memory beneath, which a place must reach;
/// - `name_calls()` is never run: it names the calls of callers' functions in device code, where nvcc checks them. The
///   rest is compiled without that check, and a call of a host function would be dropped from a kernel without a word.
template <class S>
concept item_source = requires(const S& source, index_t i, const lone_lane& warp) {
    typename S::item_type;
    { S::item_bytes } -> std::convertible_to<int>;
    { S::read_bytes } -> std::convertible_to<int>;
    { S::arrays } -> std::convertible_to<int>;
    { S::in_place } -> std::convertible_to<bool>;
    { S::adds_up } -> std::convertible_to<bool>;
    source.at(i, i);
    source.template load<1, 1>(warp, i, i, i)(0);
    source.template load_some<1, 1>(i, i, i, 1)(0);
};

/// Items that lie side by side in memory.
template <class T>
struct contiguous_source {
    using item_type = T;
    static constexpr int item_bytes = sizeof(T);
    static constexpr int read_bytes = item_bytes;
    static constexpr int arrays = 1;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = true;

    const T* first;
    index_t count;

    IMPULSE_SHARED const T& at(index_t origin, index_t i) const { return first[origin + i]; }

    /// Sends for what a CPU thread will read when it is some KiB further than these `n` items, be it behind the end. (From memory
    /// 4 to 20 KiB serve alike.)
    void ask_ahead(index_t origin, index_t i, index_t n) const {
        constexpr index_t further = 6 << 10;
        const auto at = reinterpret_cast<std::uintptr_t>(first) +
                        static_cast<std::uintptr_t>((origin + i) * index_t{sizeof(T)} + further);
        for (std::uintptr_t byte = 0; byte < static_cast<std::uintptr_t>(n) * sizeof(T); byte += 64)
            __builtin_prefetch(reinterpret_cast<const void*>(at + byte));
    }

    template <int K, int C>
    struct loaded {
        static constexpr bool fills_words = K * sizeof(T) % 16 == 0;
        static constexpr bool has_zeros = true;  ///< in the place of what is not there
        // Words, because of bytes the compiler would make a register each.
        unsigned words[C][(K * sizeof(T) + 15) / 16 * 4];
        IMPULSE_INLINE T operator()(int j) const {
            cell<T> item;
            std::memcpy(
                static_cast<void*>(&item),
                reinterpret_cast<const char*>(words[j / K]) + static_cast<std::size_t>(j % K) * sizeof(T),
                sizeof(T));
            return *item;
        }
        /// The same of several, which fill whole words and lie in one chunk.
        template <int Words>
        IMPULSE_INLINE void copy_words(std::uint32_t (&to)[Words], int first) const
            requires(K * sizeof(T) % (4 * Words) == 0) {
            const int at = first % K * static_cast<int>(sizeof(T)) / 4;
            // fault: words-of-pack
            IMPULSE_UNROLL
            for (int w = 0; w < Words; ++w) to[w] = words[first / K][at + w];
        }
    };

    template <int K, int C, class Warp>
    IMPULSE_INLINE loaded<K, C> load([[maybe_unused]] const Warp& warp, index_t origin, index_t i,
                                     index_t stride) const {
        const T* const from = first + (origin + i);
        loaded<K, C> items;
#if defined(__CUDA_ARCH__)
        on_device::load_chunks<K * sizeof(T), alignof(T)>(warp, from, stride * index_t{sizeof(T)}, first,
                                                          first + count, items.words);
#else
        for (int c = 0; c < C; ++c)
            std::memcpy(items.words[c], static_cast<const void*>(from + c * stride), K * sizeof(T));
#endif
        return items;
    }
    /// C chunks of K consecutive items, `stride` apart, by each lane for itself; all of them begin at 16-byte boundaries.
    template <int K, int C>
    IMPULSE_INLINE loaded<K, C> load_words(index_t origin, index_t i, index_t stride) const {
        static_assert(K * sizeof(T) % 16 == 0);
        const T* const from = first + (origin + i);
        loaded<K, C> items;
        IMPULSE_UNROLL
        for (int c = 0; c < C; ++c) {
#if defined(__CUDA_ARCH__)
            on_device::load_elements<K * sizeof(T), 16>(reinterpret_cast<const char*>(from + c * stride),
                                                        K * sizeof(T), items.words[c]);
#else
            if (reinterpret_cast<std::uintptr_t>(from + c * stride) % 16 != 0) std::abort();
            std::memcpy(items.words[c], static_cast<const void*>(from + c * stride), K * sizeof(T));
#endif
        }
        return items;
    }
    template <int K, int C>
    IMPULSE_INLINE loaded<K, C> load_some(index_t origin, index_t i, index_t stride, int left) const {
        const T* const from = first + (origin + i);
        loaded<K, C> items{};  // else what is not loaded would be a register kept from before
#if defined(__CUDA_ARCH__)
        on_device::load_some_chunks<K * sizeof(T), alignof(T)>(
            from, static_cast<int>(stride) * int{sizeof(T)}, left * int{sizeof(T)}, items.words);
#else
        for (int c = 0; c < C; ++c) {
            const index_t here = left - c * stride;
            if (here > 0)
                std::memcpy(items.words[c], static_cast<const void*>(from + c * stride),
                            static_cast<std::size_t>(here < K ? here : K) * sizeof(T));
        }
#endif
        return items;
    }

    template <class Visit>
    void memory(const char* argument, const Visit& visit) const {
        visit(static_cast<const void*>(first), count, argument);
    }
    template <class Any>
    IMPULSE_DEVICE void name_calls(const Any*) const {}
};

namespace detail {

/// Whether a source can send for items before they are read.
template <class Source>
inline constexpr bool source_asks_ahead = requires(const Source& source) {
    source.ask_ahead(index_t{0}, index_t{0}, index_t{0});
};

template <class Source>
inline constexpr bool is_contiguous = false;
template <class T>
inline constexpr bool is_contiguous<contiguous_source<T>> = true;

/// Items of a source from one on.
template <class Source>
struct items_from {
    const Source& source;
    index_t origin;
    index_t first;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE decltype(auto) operator[](int j) const { return source.at(origin, first + j); }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE decltype(auto) operator()(int j) const { return source.at(origin, first + j); }
    /// Several, which fill whole words.
    template <int Words>
    IMPULSE_INLINE void copy_words(std::uint32_t (&to)[Words], int j) const
        requires(is_contiguous<std::remove_const_t<Source>>) {
        std::memcpy(to, static_cast<const void*>(source.first + (origin + first + j)), sizeof(to));
    }
};

}  // namespace detail

/// The `count` items at `first`, as a source.
template <class T>
IMPULSE_SHARED constexpr contiguous_source<T> contiguous(const T* first, index_t count) {
    return {first, count};
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
