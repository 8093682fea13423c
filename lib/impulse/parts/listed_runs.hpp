// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of equal keys that are too long for where they are found: on a list, which is a layout.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/atomics.hpp>
#include <impulse/parts/share.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A run that is too long for the tile in which it ends.
struct listed_run {
    interval items;
    index_t number;
};

/// Those that were found, as a layout.
struct listed_runs {
    static constexpr bool has_many = true;

    listed_run* runs;
    index_t capacity;
    index_t all_items;
    counters* shared;

    IMPULSE_SHARED index_t results() const { return static_cast<index_t>(load_relaxed(&shared->runs)); }
    IMPULSE_SHARED interval items(index_t r) const { return runs[r].items; }

    constexpr index_t most_results() const { return capacity; }
    constexpr index_t most_items() const { return all_items; }
    constexpr index_t longest() const { return all_items; }

    /// Puts a run there; there is room for all.
    IMPULSE_SHARED void add(index_t number, interval items) const {
        runs[fetch_add_relaxed(&shared->runs, 1)] = {items, number};
    }
    /// Which result run r of the list is.
    IMPULSE_SHARED index_t result_of(index_t r) const { return runs[r].number; }

    /// When all that is needed of the list is known elsewhere; by thread `rank` of `of`.
    IMPULSE_SHARED void clear(index_t rank, index_t of) const {
        const index_t all = results();
        for (index_t r = rank; r < all; r += of) runs[r] = {{0, 0}, 0};
    }
    /// By one thread, when nobody asks any more how many there are.
    IMPULSE_SHARED void leave_zero() const { store_relaxed(&shared->runs, 0); }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
