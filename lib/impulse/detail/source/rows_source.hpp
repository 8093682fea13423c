// SPDX-License-Identifier: Apache-2.0
/// \file
/// A source of a few rows, each of which may be anywhere in memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace impulse::inline IMPULSE_ABI::detail {

/// The most rows, because the parameters of a kernel contain their addresses.
inline constexpr int max_rows = 16;

/// Item i of the group at `origin` is item `origin` of row i.
template <class Type>
struct rows_source {
    using item_type = Type;
    static constexpr int item_bytes = sizeof(Type);
    static constexpr int read_bytes = item_bytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = false;

    const Type* rows[max_rows];

    IMPULSE_SHARED const Type& at(index_t origin, index_t i) const { return rows[i][origin]; }

    template <int Items, int Rows>
    using loaded = typename contiguous_source<Type>::template loaded<Items, Rows>;
    /// The bytes of a word for `Items` items.
    template <int Items>
    static constexpr int word = [] {
        int align = 16;
        while (Items * int{sizeof(Type)} % align != 0) align /= 2;
        return align;
    }();

    /// Loads `Items` items of each of the first `valid` rows from row i on; they begin at words.
    template <int Items, int Rows>
    IMPULSE_INLINE loaded<Items, Rows> load_words(index_t origin, index_t i, int valid) const {
        loaded<Items, Rows> items;
        IMPULSE_UNROLL
        for (int c = 0; c < Rows; ++c) {
            if (c >= valid) continue;
            const auto* const from = reinterpret_cast<const char*>(rows[i + c] + origin);
#if defined(__CUDA_ARCH__)
            on_device::load_elements<Items * sizeof(Type), word<Items>>(from, Items * sizeof(Type),
                                                                        items.words[c]);
#else
            if (reinterpret_cast<std::uintptr_t>(from) % word<Items> != 0) std::abort();
            std::memcpy(items.words[c], from, Items * sizeof(Type));
#endif
        }
        return items;
    }
    IMPULSE_DEVICE void check_device_callable(const auto*) const {}
};

template <class Source>
inline constexpr bool is_rows_source = is_a<Source, rows_source>;
/// Whether a source reads rows in memory, perhaps under functions.
template <class Source>
inline constexpr bool has_rows_beneath = false;
template <class Source>
requires requires(const Source& source) { source.beneath().source; }
inline constexpr bool has_rows_beneath<Source> =
    is_rows_source<std::remove_cvref_t<decltype(std::declval<const Source&>().beneath().source)>>;

}  // namespace impulse::detail
