// SPDX-License-Identifier: Apache-2.0
/// \file
/// `shape`: how large a grid is.
#pragma once

#include <impulse/config.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The size of a grid, for `.tune(shape)`; zero leaves a choice to the library. The shape is part of what the
/// grouping depends on: the same shape gives the same bits.
struct shape {
    /// Blocks of the grid (not above the number of tiles of the input). Ignored by `single_block`.
    index_t blocks = 0;
    /// Threads of a block on the GPU: a multiple of 32, at most 1024. The host ignores it.
    int threads = 0;
    /// Items that a block of `work_queue` fetches at a time; other policies ignore it.
    index_t items = 0;
};

}  // namespace impulse::inline IMPULSE_ABI
