// SPDX-License-Identifier: Apache-2.0
/// \file
/// The records that kernels keep in a workspace, whose size the plan must know: subtrees of long results, and
/// ends of runs.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/place.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>

#include <cstdint>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

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

/// A subtree on the list; the first one of a result also has the ticket of its workers. All zero between
/// calls.
struct listed_subtree {
    subtree at;
    std::uint64_t ticket;
};

/// The ends of runs in a tile: how many, and the position of the last one.
struct run_ends {
    index_t count;
    index_t last;
    IMPULSE_SHARED friend run_ends operator+(const run_ends& a, const run_ends& b) {
        return {a.count + b.count, a.last > b.last ? a.last : b.last};
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
