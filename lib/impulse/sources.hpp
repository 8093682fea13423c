// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources: where the items of a reduction come from, in the one form that tiles take them in.
///
/// A source has `item_type`, `item_bytes` (what one item costs to read), `operator[](i)` and `load<K>(i)`:
/// K consecutive items as a chunk, from which `chunk[k]` takes one. Contiguous memory is loaded in 16-byte
/// words on a GPU; an iterator is read item by item; a mapped or zipped source loads as what lies beneath it.
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

/// K items, loaded together.
template <class T, int K>
struct chunk {
    alignas(16) unsigned char bytes[sizeof(T) * K];

    IMPULSE_SHARED const T& operator[](int k) const { return reinterpret_cast<const T*>(bytes)[k]; }
};

/// Items that lie side by side in memory.
template <class T>
struct contiguous_source {
    using item_type = T;
    static constexpr int item_bytes = sizeof(T);

    const T* first;
    index_t count;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED const T& operator[](index_t i) const { return first[i]; }

    template <int K>
    IMPULSE_SHARED chunk<T, K> load(index_t i) const {
        chunk<T, K> items;
#if defined(__CUDA_ARCH__)
        on_device::load_bytes<sizeof(T) * K, alignof(T)>(first + i, first, first + count, items.bytes);
#else
        std::memcpy(items.bytes, static_cast<const void*>(first + i), sizeof(items.bytes));
#endif
        return items;
    }
};

/// Items behind any random-access iterator, read one by one.
template <class It>
struct iterator_source {
    using item_type = std::iter_value_t<It>;
    static constexpr int item_bytes = sizeof(item_type);

    It first;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const {
        return first[static_cast<std::iter_difference_t<It>>(i)];
    }

    struct cursor {
        const iterator_source* source;
        index_t begin;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator[](int k) const { return (*source)[begin + k]; }
    };

    template <int K>
    IMPULSE_SHARED cursor load(index_t i) const {
        return {this, i};
    }
};

/// f(x) for each item x of another source; `f` is called through a const reference.
template <class Source, class F>
struct mapped_source {
    using item_type = std::decay_t<std::invoke_result_t<const F&, const typename Source::item_type&>>;
    static constexpr int item_bytes = Source::item_bytes;

    Source source;
    F f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const { return f(source[i]); }

    template <class Chunk>
    struct mapped_chunk {
        Chunk items;
        const F* f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator[](int k) const { return (*f)(items[k]); }
    };

    template <int K>
    IMPULSE_SHARED auto load(index_t i) const {
        using loaded = decltype(source.template load<K>(i));
        return mapped_chunk<loaded>{source.template load<K>(i), &f};
    }
};

/// f(x, y) for the items x and y at the same position of two sources.
template <class A, class B, class F>
struct zipped_source {
    using item_type = std::decay_t<
        std::invoke_result_t<const F&, const typename A::item_type&, const typename B::item_type&>>;
    static constexpr int item_bytes = std::max(A::item_bytes, B::item_bytes);

    A a;
    B b;
    F f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const { return f(a[i], b[i]); }

    template <class ChunkA, class ChunkB>
    struct zipped_chunk {
        ChunkA a;
        ChunkB b;
        const F* f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator[](int k) const { return (*f)(a[k], b[k]); }
    };

    template <int K>
    IMPULSE_SHARED auto load(index_t i) const {
        using chunk_a = decltype(a.template load<K>(i));
        using chunk_b = decltype(b.template load<K>(i));
        return zipped_chunk<chunk_a, chunk_b>{a.template load<K>(i), b.template load<K>(i), &f};
    }
};

/// f(x, i) for each item x of another source and its position i.
template <class Source, class F>
struct positioned_source {
    using item_type = std::decay_t<std::invoke_result_t<const F&, const typename Source::item_type&, index_t>>;
    static constexpr int item_bytes = Source::item_bytes;

    Source source;
    F f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type operator[](index_t i) const { return f(source[i], i); }

    template <class Chunk>
    struct positioned_chunk {
        Chunk items;
        index_t begin;
        const F* f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED item_type operator[](int k) const { return (*f)(items[k], begin + k); }
    };

    template <int K>
    IMPULSE_SHARED auto load(index_t i) const {
        using loaded = decltype(source.template load<K>(i));
        return positioned_chunk<loaded>{source.template load<K>(i), i, &f};
    }
};

}  // namespace impulse::inline IMPULSE_ABI
