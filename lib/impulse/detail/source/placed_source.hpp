// SPDX-License-Identifier: Apache-2.0
/// \file
/// `placed_source`: the items of a source along its own axes, combined with other such sources.
///
/// Groups of several arrays are reduced together over *positions*: the indices of a matrix whose rows, or
/// columns, are the groups. Each source computes its own address for a position, so the arrays may have any
/// memory layout.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/source.hpp>

#include <utility>

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
