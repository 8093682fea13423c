// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default shapes of grids on a GPU, as plain data.
#pragma once

#include <impulse/config.hpp>

namespace impulse::inline IMPULSE_ABI::on_device {

struct tuning {
    int threads;                    ///< of a block
    int blocks_per_multiprocessor;  ///< at most
};

/// Inputs up to this size are read by one block: the ticket would cost more than it saves. In order, a tree a tile
/// makes a block slower.
constexpr index_t one_block_bytes(bool commutative) { return commutative ? 128 * 1024 : 32 * 1024; }

/// Measured on an H200 (compute capability 9.0); newer cards are taken to be alike. Small grids want many blocks with
/// little to do, then one block a multiprocessor (7% over two at 8 MiB), then as many as fit. Of a very large input,
/// several rounds of blocks even out what multiprocessors differ by (1% at 4 GiB).
constexpr tuning tuning_for(index_t bytes) {
    constexpr index_t mebibyte = 1024 * 1024;
    if (bytes <= 2 * mebibyte) return {256, 1};
    if (bytes <= 8 * mebibyte) return {512, 1};
    if (bytes <= 512 * mebibyte) return {512, 2};
    return {512, 8};
}

/// What a block of the work queue fetches at a time, and its threads.
inline constexpr index_t queue_bytes = 128 * 1024;
inline constexpr int queue_threads = 256;

}  // namespace impulse::inline IMPULSE_ABI::on_device
