// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources: where the items of a reduction come from, in the one form that tiles take them in.
///
/// A source has `item_type`, `item_bytes` (what one item costs to read), `side_by_side` (whether memory lies beneath in
/// which neighbours are neighbours), `operator[](i)` and
/// `load<K, C>(i, stride)`: C chunks of K consecutive items, at i, i + stride, and so on, of which `loaded(j)`
/// is the j-th item. Contiguous memory is loaded in 16-byte words on a GPU, all at once; an iterator is read item
/// by item; a mapped, zipped or positioned source loads as what lies beneath it.
#pragma once

#include <impulse/config.hpp>

#include <algorithm>
#include <concepts>
#include <cstring>
#include <iterator>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/device/load.cuh>
#endif

namespace impulse::inline IMPULSE_ABI {

/// What an input's iterator must do. Weaker than std::random_access_iterator, which proxy references fail.
template <class It>
concept input_iterator = !std::is_integral_v<It> && requires(const It it, std::iter_difference_t<It> n) {
    typename std::iter_value_t<It>;
    { it + n } -> std::convertible_to<It>;
    { it - it } -> std::convertible_to<index_t>;
    it[n];
};

template <class S>
concept item_source = requires {
    typename S::item_type;
    S::item_bytes;
};

/// Items that lie side by side in memory.
template <class T>
struct contiguous_source {
    using item_type = T;
    static constexpr int item_bytes = sizeof(T);
    static constexpr bool side_by_side = true;

    const T* first;
    index_t count;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED const T& operator[](index_t i) const { return first[i]; }

    template <int K, int C>
    struct loaded {
        alignas(alignof(T) > 16 ? alignof(T) : 16) unsigned char bytes[C][(K * sizeof(T) + 15) / 16 * 16];
        IMPULSE_SHARED const T& operator()(int j) const {
            return reinterpret_cast<const T*>(bytes[j / K])[j % K];
        }
    };

    template <int K, int C>
    IMPULSE_SHARED loaded<K, C> load(index_t i, index_t stride) const {
        loaded<K, C> items;
#if defined(__CUDA_ARCH__)
        on_device::load_chunks<K * sizeof(T), alignof(T)>(first + i, stride * index_t{sizeof(T)}, first,
                                                          first + count, items.bytes);
#else
        for (int c = 0; c < C; ++c)
            std::memcpy(items.bytes[c], static_cast<const void*>(first + i + c * stride), K * sizeof(T));
#endif
        return items;
    }
};

/// Items behind any random-access iterator, read one by one.
template <class It>
struct iterator_source {
    using item_type = std::iter_value_t<It>;
    static constexpr int item_bytes = sizeof(item_type);
    static constexpr bool side_by_side = false;

    It first;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const {
        return first[static_cast<std::iter_difference_t<It>>(i)];
    }

    template <int K>
    struct loaded {
        const iterator_source& source;
        index_t begin;
        index_t stride;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator()(int j) const { return source[begin + j / K * stride + j % K]; }
    };

    template <int K, int C>
    IMPULSE_SHARED loaded<K> load(index_t i, index_t stride) const {
        return {*this, i, stride};
    }
};

/// f(x) for each item x of another source. `f` is mutable because what nvcc puts for a __device__ lambda on the host
/// can be called in no other way; it must not depend on what it changes.
template <class Source, class F>
struct mapped_source {
    using item_type = std::decay_t<std::invoke_result_t<F&, const typename Source::item_type&>>;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr bool side_by_side = Source::side_by_side;

    Source source;
    mutable F f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const { return f(source[i]); }

    template <class Items>
    struct loaded {
        Items items;
        F& f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator()(int j) const { return f(items(j)); }
    };

    template <int K, int C>
    IMPULSE_SHARED auto load(index_t i, index_t stride) const {
        auto items = source.template load<K, C>(i, stride);
        return loaded<decltype(items)>{items, f};
    }
};

/// f(x, y) for the items x and y at the same position of two sources.
template <class A, class B, class F>
struct zipped_source {
    using item_type =
        std::decay_t<std::invoke_result_t<F&, const typename A::item_type&, const typename B::item_type&>>;
    static constexpr int item_bytes = std::max(A::item_bytes, B::item_bytes);
    static constexpr bool side_by_side = A::side_by_side && B::side_by_side;

    A a;
    B b;
    mutable F f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const { return f(a[i], b[i]); }

    template <class ItemsA, class ItemsB>
    struct loaded {
        ItemsA a;
        ItemsB b;
        F& f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator()(int j) const { return f(a(j), b(j)); }
    };

    template <int K, int C>
    IMPULSE_SHARED auto load(index_t i, index_t stride) const {
        auto from_a = a.template load<K, C>(i, stride);
        auto from_b = b.template load<K, C>(i, stride);
        return loaded<decltype(from_a), decltype(from_b)>{from_a, from_b, f};
    }
};

/// f(x, i) for each item x of another source and its position i.
template <class Source, class F>
struct positioned_source {
    using item_type = std::decay_t<std::invoke_result_t<F&, const typename Source::item_type&, index_t>>;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr bool side_by_side = Source::side_by_side;

    Source source;
    mutable F f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const { return f(source[i], i); }

    template <int K, class Items>
    struct loaded {
        Items items;
        index_t begin;
        index_t stride;
        F& f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator()(int j) const {
            return f(items(j), begin + j / K * stride + j % K);
        }
    };

    template <int K, int C>
    IMPULSE_SHARED auto load(index_t i, index_t stride) const {
        auto items = source.template load<K, C>(i, stride);
        return loaded<K, decltype(items)>{items, i, stride, f};
    }
};

/// The `count` items at `first`, as a source.
template <class T>
IMPULSE_SHARED constexpr contiguous_source<T> contiguous(const T* first, index_t count) {
    return {first, count};
}

/// f(x) for each item x of a source.
IMPULSE_NO_EXEC_CHECK
template <item_source Source, class F>
IMPULSE_SHARED constexpr mapped_source<Source, F> mapped(const Source& source, const F& f) {
    return {source, f};
}

/// f(x, y) for the items x and y at the same position of two sources.
IMPULSE_NO_EXEC_CHECK
template <item_source A, item_source B, class F>
IMPULSE_SHARED constexpr zipped_source<A, B, F> zipped(const A& a, const B& b, const F& f) {
    return {a, b, f};
}

}  // namespace impulse::inline IMPULSE_ABI
