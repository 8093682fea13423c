// SPDX-License-Identifier: Apache-2.0
/// \file
/// `uniform_segments`: groups of equal length whose items are contiguous, like batches and the rows of a
/// matrix.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/layout/layout.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

template <int Max>
struct uniform_segments {
    static constexpr bool has_many = true;

    axis_list<Max> groups;  ///< the first item of each group
    index_t length;

    IMPULSE_SHARED index_t results() const { return groups.length(); }
    IMPULSE_SHARED interval items(index_t r) const {
        const index_t begin = groups.offset(r);
        // fault: items-of-run
        return {begin, begin + length};
    }

    IMPULSE_SHARED index_t length_of_each() const { return length; }

    constexpr bool are_adjacent() const { return groups.are_every(length); }
    constexpr index_t max_results() const { return groups.length(); }
    constexpr index_t max_items() const { return groups.length() * length; }
    constexpr index_t longest() const { return length; }
    /// The span of memory from the first to the last item.
    constexpr index_t extent() const {
        return groups.span() == 0 || length == 0 ? 0 : groups.span() + length - 1;
    }
};

}  // namespace impulse::detail
