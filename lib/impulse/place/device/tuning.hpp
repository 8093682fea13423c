// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of pieces on a GPU, as plain data, by compute capability.
#pragma once

#include <impulse/config.hpp>
#include <impulse/plan.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// Measured on an H200 (compute capability 9.0). A tile of a warp is 2 KiB of most types. One block up to 64 KiB; then
/// many small blocks, which take more as the input grows, so that there are some hundred of them, and at last thousands.
inline constexpr tuning tuned_90 = {7,
                                    {{32 << 10, 2 << 10, 16},
                                     {64 << 10, 4 << 10, 16},
                                     {4 << 20, 2 << 10, 8},
                                     {16 << 20, 4 << 10, 8},
                                     {32 << 20, 8 << 10, 8},
                                     {128 << 20, 16 << 10, 8},
                                     {0, 32 << 10, 8}}};

/// Other cards are taken to be alike until one was measured.
constexpr const tuning& tuning_for([[maybe_unused]] int compute_capability) { return tuned_90; }

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
