// SPDX-License-Identifier: Apache-2.0
/// \file
/// `shape`: the size of a grid.
#pragma once

#include <impulse/config.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The size of a grid, for `.tune(shape)`. For a zero the library chooses. Sizes are rounded to what the tree
/// allows, and no result depends on them.
struct shape {
    /// The most blocks of the grid. Subtrees are made small enough that each block has one.
    index_t blocks = 0;
    /// The threads of a block on the GPU: a multiple of 32, at most 1024. The host ignores this.
    int threads = 0;
    /// The items of a subtree, which is what a block takes at a time; rounded up to a power of two.
    index_t items = 0;

    friend constexpr bool operator==(const shape&, const shape&) = default;
};

}  // namespace impulse
