// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of subtrees on a GPU, as plain data, by compute capability.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/device.cuh>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/plan/plan.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// Measured on an H200 (compute capability 9.0) and the same on an H100; docs/notes/single_results.md. The
/// tile of a warp is 8 KiB of most types. Up to 64 KiB one block takes all; then there are small blocks, as
/// many as are resident, and larger ones for larger inputs. A subtree has one tile for each warp, or more:
/// the plan chooses by rounds.
inline constexpr tuning tuned_90 = {.rows = 5,
                                    .row = {{64 << 10, 8 << 10, 8},
                                            {1 << 20, 8 << 10, 2},
                                            {4 << 20, 8 << 10, 4},
                                            {264 << 20, 8 << 10, 8},
                                            {0, 8 << 10, 16}},
                                    .fetched_bytes = 32 << 10,
                                    .listed_bytes = 256 << 10,
                                    .least_item_bytes = 4,
                                    .max_meeting_warps = 8,
                                    .filling_bytes = 224 << 10,
                                    .single_launch_bytes = 256 << 20,
                                    .lost_bytes = 24 << 10,
                                    .max_subtree_bytes = 1 << 20};

/// Other cards have the same tuning until one is measured.
constexpr const tuning& tuning_for([[maybe_unused]] int compute_capability) { return tuned_90; }

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
