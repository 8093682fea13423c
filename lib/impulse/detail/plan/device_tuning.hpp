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

/// Measured on an H200 (compute capability 9.0); an H100 wants the same. A tile of a warp is 8 KiB of most
/// types. One block up to 64 KiB; then small blocks, as many as run at the same time, and larger ones as the
/// input grows. Subtrees are a tile for each warp, or more: the plan chooses them by the rounds in which all
/// are done.
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

/// Other cards are taken to be alike until one was measured.
constexpr const tuning& tuning_for([[maybe_unused]] int compute_capability) { return tuned_90; }

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
