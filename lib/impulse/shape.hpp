// SPDX-License-Identifier: Apache-2.0
/// \file
/// `shape`: the size of a grid.
#pragma once

#include <impulse/config.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The size of a grid, for `.tune(shape)`; zero leaves a choice to the library. It is rounded to what the
/// tree allows, and no result depends on it.
struct shape {
    /// The most blocks of the grid: subtrees are small enough for one for each of them.
    index_t blocks = 0;
    /// Threads of a block on the GPU: a multiple of 32, at most 1024. The host ignores it.
    int threads = 0;
    /// Items of a subtree, which a block takes at a time; rounded up to a power of two.
    index_t items = 0;

    friend constexpr bool operator==(const shape&, const shape&) = default;
};

}  // namespace impulse
