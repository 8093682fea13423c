// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default shapes of grids on a GPU, as plain data.
#pragma once

#include <impulse/config.hpp>

namespace impulse::inline IMPULSE_ABI::on_device {

struct tuning {
    int threads;                     ///< of a block
    int blocks_per_multiprocessor;   ///< at most; fewer where fewer fit
};

/// Inputs up to this size are read by one block: the ticket would cost more than it saves.
inline constexpr index_t one_block_bytes = 64 * 1024;

/// Measured on an H200 (compute capability 9.0), of which newer cards are assumed to be like.
constexpr tuning tuning_for(index_t bytes) {
    if (bytes <= 8 * 1024 * 1024) return {256, 8};
    return {512, 4};
}

/// What a block of the work queue fetches at a time.
inline constexpr index_t queue_bytes = 128 * 1024;

}  // namespace impulse::inline IMPULSE_ABI::on_device
