// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items that are read one by one, because they are not contiguous in memory: items of iterators, and of
/// sources that compute an address for each item.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/iterators.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// Vector loads without loading ahead: each item is read when it is used.
template <int PerLane, class Source>
struct read_late {
    const Source* source;
    index_t origin;
    index_t begin;
    index_t stride;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED auto operator()(int j) const {
        return source->at(origin, begin + j / PerLane * stride + j % PerLane);
    }
};

/// The values of read(j) for j below Count. On several lanes with enough registers all are read at once,
/// otherwise each when it is used.
IMPULSE_NO_EXEC_CHECK
template <class Warp, int Count, class Read>
IMPULSE_INLINE auto read_single(const Read& read) {
    using item = std::decay_t<decltype(read(0))>;
    constexpr int of_each = sizeof(item) < 4 ? 4 : static_cast<int>(sizeof(item));
    if constexpr (Warp::width > 1 && std::is_trivially_copyable_v<item> && Count * of_each <= 256) {
        return asked_first<item, Count, Read, all_valid>(read, all_valid{});
    } else {
        return read;
    }
}

/// The most bytes that whole tiles can read at once without further registers.
inline constexpr int few_bytes = 64;

/// The same for Loads vector loads of PerLane items, `stride` apart, of which only the first `remaining`
/// items are valid; all at once if they are few.
IMPULSE_NO_EXEC_CHECK
template <int PerLane, int Loads, class Read>
IMPULSE_INLINE auto read_some(const Read& read, index_t stride, int remaining) {
    using item = std::decay_t<decltype(read(0))>;
    constexpr int of_each = sizeof(item) < 4 ? 4 : static_cast<int>(sizeof(item));
    if constexpr (std::is_trivially_copyable_v<item> && PerLane * Loads * of_each <= few_bytes) {
        const auto is_valid = [&](int j) { return j / PerLane * stride + j % PerLane < remaining; };
        return asked_first<item, PerLane * Loads, Read, decltype(is_valid)>(read, is_valid);
    } else {
        return read;
    }
}

/// Base of sources that compute for each item an address in another source, `Source`; the derived class
/// `Self` has `at`.
template <class Self, class Source>
struct addressed_items {
    using item_type = typename Source::item_type;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr int read_bytes = Source::read_bytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = Source::in_place;

    Source source;

    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load(const Warp&, index_t origin, index_t i, index_t stride) const {
        return detail::read_single<Warp, PerLane * Loads>(late<PerLane>(origin, i, stride));
    }
    template <int PerLane, int Loads>
    IMPULSE_SHARED auto load_valid(index_t origin, index_t i, index_t stride, int) const {
        return late<PerLane>(origin, i, stride);
    }

    void memory(const char* argument, const auto& visit) const { source.memory(argument, visit); }
    IMPULSE_DEVICE void check_device_callable(const auto* any) const { source.check_device_callable(any); }

  private:
    template <int PerLane>
    IMPULSE_SHARED read_late<PerLane, Self> late(index_t origin, index_t i, index_t stride) const {
        return {static_cast<const Self*>(this), origin, i, stride};
    }
};

}  // namespace detail

/// Items of any random-access iterator, read one by one. If an iterator computes its values, they get a
/// contraction barrier.
template <class It>
struct iterator_source {
    using item_type = std::iter_value_t<It>;
    static constexpr int item_bytes = sizeof(item_type);
    static constexpr int read_bytes = item_bytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = true;

    It first;
    std::uint32_t zero = 0;  ///< opaque_zero()

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED constexpr item_type at(index_t origin, index_t i) const {
        const auto n = static_cast<std::iter_difference_t<It>>(origin + i);
        if constexpr (std::is_reference_v<decltype(first[n])>)
            return first[n];
        else
            return detail::contraction_barrier<item_type>(static_cast<item_type>(first[n]), zero);
    }

    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load(const Warp&, index_t origin, index_t i, index_t stride) const {
        return detail::read_single<Warp, PerLane * Loads>(late<PerLane>(origin, i, stride));
    }
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t origin, index_t i, index_t stride, int remaining) const {
        return detail::read_some<PerLane, Loads>(late<PerLane>(origin, i, stride), stride, remaining);
    }

    void memory(const char*, const auto&) const {}  // the memory of an iterator is unknown
    IMPULSE_DEVICE void check_device_callable(const auto*) const {
        if constexpr (requires { first.check_device_callable(); })
            first.check_device_callable();
        else
            static_cast<void>(first[0]);
    }

  private:
    /// Returns items that are read when they are used. If reading takes some computation, they are read by an
    /// iterator to the first item.
    template <int PerLane>
    IMPULSE_INLINE auto late(index_t origin, index_t i, index_t stride) const {
        using difference = std::iter_difference_t<It>;
        if constexpr (detail::goes_there_first<It>)
            return read_from<PerLane>{{first + static_cast<difference>(origin + i), zero}, stride};
        else
            return detail::read_late<PerLane, iterator_source>{this, origin, i, stride};
    }
    template <int PerLane>
    struct read_from {
        iterator_source from;
        index_t stride;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_SHARED auto operator()(int j) const { return from.at(0, j / PerLane * stride + j % PerLane); }
    };
};

}  // namespace impulse
