// SPDX-License-Identifier: Apache-2.0
/// \file
/// The records that kernels store in a workspace, whose sizes a plan must know: the list of subtrees of long
/// results, and the ends of runs.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(place.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// An aligned node of a result's own tree: subtree `position` of its `of` subtrees, and `number` among those
/// of all results. An empty result has one empty subtree. `of` = 0: no subtree.
struct subtree {
    index_t result;
    index_t number;
    std::uint32_t position;
    std::uint32_t of;
    interval items = {0, 0};  ///< of the whole result, for a layout that is cleared before they are needed

    /// The number of the first subtree of its result.
    IMPULSE_SHARED constexpr index_t first() const { return number - position; }
    IMPULSE_SHARED constexpr bool is_present() const { return position < of; }
};

/// The number of subtrees of 2^log2 leaves of a result of n leaves.
// fault: pieces-of-result
IMPULSE_SHARED constexpr index_t subtrees_of(index_t n, int log2) { return n > 0 ? shift_up(n, log2) : 1; }

/// A subtree on the list. The first one of a result also has the ticket of the blocks that reduce it. All are
/// zero between calls.
struct listed_subtree {
    subtree at;
    std::uint64_t ticket;
};

/// The list of subtrees of results whose lengths only kernels know. Blocks of one launch write it, blocks of
/// the next launch read it.
struct subtree_list {
    listed_subtree* subtrees;
    index_t capacity;

    /// Reserves space for `count` more subtrees, whose numbers begin at `first`. Returns whether there is
    /// enough space; otherwise it fills the rest of the list with empty subtrees.
    IMPULSE_SHARED bool reserve(std::uint64_t* length, index_t count, index_t& first) const {
        first = static_cast<index_t>(detail::fetch_add_relaxed(length, static_cast<std::uint64_t>(count)));
        if (first + count <= capacity) return true;
        for (index_t i = first; i < capacity; ++i) subtrees[i].at = {0, i, 0, 0};
        return false;
    }
    /// Clears the first `count` subtrees, by `threads` threads, each with its rank.
    IMPULSE_SHARED void clear(index_t count, int rank, int threads) const {
        for (index_t i = rank; i < count; i += threads) subtrees[i] = {{0, 0, 0, 0, {0, 0}}, 0};
    }
    IMPULSE_SHARED index_t length(std::uint64_t* length) const {
        const auto n = static_cast<index_t>(detail::load_relaxed(length));
        return n < capacity ? n : capacity;
    }
};

/// The ends of runs in a tile: their number, and the position of the last end.
struct run_ends {
    index_t count;
    index_t last;
    IMPULSE_SHARED friend run_ends operator+(const run_ends& a, const run_ends& b) {
        return {a.count + b.count, a.last > b.last ? a.last : b.last};
    }
};

}  // namespace impulse::detail
