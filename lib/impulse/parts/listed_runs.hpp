// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of equal keys that are too long for where they are found: on a list, which is a layout.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/aggregate.hpp>
#include <impulse/parts/atomics.hpp>
#include <impulse/parts/cell.hpp>
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
    /// By one thread, when nobody asks any more how many there are.
    IMPULSE_SHARED void leave_zero() const { store_relaxed(&shared->runs, 0); }
};

/// Of listed runs the results go where they belong, and their places on the list are left zero.
template <class Sink>
struct listed_runs_sink {
    Sink sink;
    listed_run* runs;

    template <class Layout>
    IMPULSE_SHARED void begin(const Layout&) const {}
    IMPULSE_NO_EXEC_CHECK
    template <class Acc, class Op>
    IMPULSE_SHARED void finish(index_t r, index_t n, cell<Acc>& total, const joining<Acc, Op>& join) const {
        const index_t number = runs[r].number;
        runs[r] = {{0, 0}, 0};
        sink.finish(number, n, total, join);
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
