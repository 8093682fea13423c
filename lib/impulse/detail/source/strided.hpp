// SPDX-License-Identifier: Apache-2.0
/// \file
/// A source with groups of strided items, along axes.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/source.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// Item i of a group is the item of another source at the group's origin plus the offset of position i of the
/// axes.
template <class Source, int Max>
struct strided_source : detail::addressed_items<strided_source<Source, Max>, Source> {
    using base = detail::addressed_items<strided_source, Source>;
    using typename base::item_type;
    static constexpr bool adds_up = false;

    detail::axis_list<Max> along;

    strided_source(Source of, const detail::axis_list<Max>& axes) : base{std::move(of)}, along(axes) {}

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) at(index_t origin, index_t i) const {
        return this->source.at(origin, along.offset(i));
    }

    /// The strided source under functions of items. (The sources of such functions have it too.)
    IMPULSE_SHARED const strided_source& beneath() const { return *this; }
    IMPULSE_NO_EXEC_CHECK
    template <class Items>
    IMPULSE_SHARED Items over(const Items& items, index_t) const {
        return items;
    }

    /// Items along the fastest axis.
    struct items_from {
        const Source& source;
        index_t at;
        index_t stride;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE decltype(auto) operator[](int j) const {
            if constexpr (detail::is_contiguous<std::remove_const_t<Source>>)
                return source.at_once(at, j * stride);
            else
                return source.at(at, j * stride);
        }
    };
    /// The offset of item i from its group's origin.
    IMPULSE_SHARED index_t offset(index_t i) const { return along.offset(i); }
    static constexpr bool is_linear = Max == 1;  ///< offset(i) is a multiple of i

    /// from(place)[j] is item i + j, for j below n, if `place` is the place of item i, i is a multiple of n,
    /// and `goes_on(n)`.
    IMPULSE_INLINE items_from from(index_t place) const {
        return {this->source, place, along.fastest().stride};
    }
    IMPULSE_SHARED bool goes_on(int n) const { return along.goes_on(n); }

    /// The same for n = Count if the items are 16-byte words.
    template <int Count>
    IMPULSE_INLINE auto words_along(index_t place) const {
        auto items = this->source.template load_words<Count, 1>(place, index_t{0}, 0);
        return column<decltype(items), 1>{items, 0};
    }
    /// For `Width` adjacent groups whose items are 16-byte words: column(s)[j] is item i + j of group s, for
    /// j below Count.
    template <int Width, int Count>
    IMPULSE_INLINE auto words_across(index_t place) const {
        auto items =
            this->source.template load_words<Width, Count>(place, index_t{0}, along.fastest().stride);
        return columns<decltype(items), Width>{items};
    }
    template <class Items, int Width>
    struct column {
        Items items;
        int s;
        // fault: column-of-word
        IMPULSE_INLINE item_type operator[](int j) const { return items(j * Width + s); }
    };
    template <class Items, int Width>
    struct columns {
        Items items;
        IMPULSE_INLINE auto column(int s) const { return strided_source::column<Items, Width>{items, s}; }
    };
};
template <class Source, int Max>
strided_source(Source, detail::axis_list<Max>) -> strided_source<Source, Max>;

namespace detail {

/// The strided source under a source.
template <class Source>
using array_of = std::remove_cvref_t<decltype(std::declval<const Source&>().beneath())>;

/// Whether the items of a source are bytes in memory.
template <class Source>
inline constexpr bool is_in_memory = false;
template <class Type, int Max>
inline constexpr bool is_in_memory<strided_source<contiguous_source<Type>, Max>> = copies_as_bytes_v<Type>;

}  // namespace detail
}  // namespace impulse

// `placed_source`: the items of a source along its own axes, combined with other such sources.
//
// Groups of several arrays are reduced together over *positions*: the indices of a matrix whose rows, or
// columns, are the groups. Each source computes its own address for a position, so the arrays may have any
// memory layout.

namespace impulse::inline IMPULSE_ABI::detail {

/// Computes the address of each position in one array, in which groups and items have their own axes.
template <int Kept, int Reduced>
struct placement {
    axis_list<Kept> groups;
    axis_list<Reduced> along;
    divisor faster;           ///< the number of positions along the faster axis
    bool items_are_adjacent;  ///< positions count up along a group first, and not across groups

    placement(const axis_list<Kept>& of_groups, const axis_list<Reduced>& of_items, bool adjacent)
        : groups(of_groups),
          along(of_items),
          faster(adjacent ? of_items.length() : of_groups.length()),
          items_are_adjacent(adjacent) {}

    IMPULSE_SHARED index_t operator()(index_t position) const {
        const index_t slower = faster.quotient(position);
        const index_t rest = position - slower * faster.by();
        // fault: place-of-position
        return items_are_adjacent ? groups.offset(slower) + along.offset(rest)
                                  : groups.offset(rest) + along.offset(slower);
    }
    /// The span of memory from the first to the last item.
    constexpr index_t extent() const {
        return groups.span() == 0 || along.span() == 0 ? 0 : groups.span() + along.span() - 1;
    }
};

/// Item i of a group at `origin` is the item of another source at the address of position origin + i.
template <class Source, class Place>
struct placed_source : addressed_items<placed_source<Source, Place>, Source> {
    using base = addressed_items<placed_source, Source>;
    static constexpr bool adds_up = true;

    Place place;

    placed_source(Source of, const Place& at) : base{std::move(of)}, place(at) {}

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) at(index_t origin, index_t i) const {
        return this->source.at(index_t{0}, place(origin + i));
    }
};

template <class Source, class Place>
inline constexpr bool costs_alike<placed_source<Source, Place>> = costs_alike<Source>;

}  // namespace impulse::detail
