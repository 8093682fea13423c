// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of pieces on a GPU, as plain data, by compute capability.
#pragma once

#include <impulse/config.hpp>
#include <impulse/plan.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// Measured on an H200 (compute capability 9.0); an H100 wants the same. A tile of a warp is 8 KiB of most types. One block up to 64 KiB;
/// then small blocks, which take more as the input grows: as many as run at the same time, and at last some thousand. Of tiles
/// that are staged the plan chooses pieces by their cost.
inline constexpr tuning tuned_90 = {9,
                                    {{64 << 10, 8 << 10, 8},
                                     {1 << 20, 8 << 10, 2},
                                     {5 << 20, 8 << 10, 4},
                                     {22 << 20, 8 << 10, 8},
                                     {44 << 20, 16 << 10, 8},
                                     {88 << 20, 32 << 10, 8},
                                     {176 << 20, 64 << 10, 8},
                                     {352 << 20, 128 << 10, 8},
                                     {0, 64 << 10, 16}},
                                    32 << 10,
                                    256 << 10,
                                    4,
                                    8,
                                    224 << 10,
                                    256 << 20};

/// Other cards are taken to be alike until one was measured.
constexpr const tuning& tuning_for([[maybe_unused]] int compute_capability) { return tuned_90; }

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
