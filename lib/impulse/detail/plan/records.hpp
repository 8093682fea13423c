// SPDX-License-Identifier: Apache-2.0
/// \file
/// What kernels keep in a workspace, of which the plan must know the size: subtrees of long results,
/// and ends of runs.
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

/// An aligned node of a result's own tree: subtree `position` of the `of` that it has; `number` among those
/// of all results. A result without items has one subtree, which is empty. One that has none is no subtree at
/// all.
struct subtree {
    index_t result;
    index_t number;
    std::uint32_t position;
    std::uint32_t of;
    interval items = {0, 0};  ///< of the whole result, where its layout will be gone

    /// The number of its result's first subtree.
    IMPULSE_SHARED constexpr index_t first() const { return number - position; }
    IMPULSE_SHARED constexpr bool is_present() const { return position < of; }
};

/// How many subtrees of 2^log2 leaves a result of n leaves is.
// fault: pieces-of-result
IMPULSE_SHARED constexpr index_t subtrees_of(index_t n, int log2) { return n > 0 ? shift_up(n, log2) : 1; }

/// A subtree on the list, and at the first of a result the ticket with which its workers meet. All zero
/// between calls.
struct listed_subtree {
    subtree at;
    std::uint64_t ticket;
};

/// The ends of runs among some items: how many, and where the last of them is.
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
