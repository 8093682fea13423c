// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of pieces on a GPU, as plain data, by compute capability.
#pragma once

#include <impulse/config.hpp>
#include <impulse/plan.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_device {

/// Measured on an H200 (compute capability 9.0). One block up to 64 KiB, of warps that take half a tile each where there
/// are too few tiles; then many small blocks, which take more as the input grows, so that it has some hundred blocks and
/// then thousands.
inline constexpr tuning tuned_90 = {9,
                                    {{16 << 10, 2 << 10, 8},
                                     {64 << 10, 4 << 10, 16},
                                     {512 << 10, 2 << 10, 8},
                                     {8 << 20, 4 << 10, 8},
                                     {16 << 20, 8 << 10, 8},
                                     {32 << 20, 16 << 10, 8},
                                     {64 << 20, 32 << 10, 8},
                                     {1 << 30, 32 << 10, 8},
                                     {0, 64 << 10, 8}}};

/// Other cards are taken to be alike until one was measured.
constexpr const tuning& tuning_for([[maybe_unused]] int compute_capability) { return tuned_90; }

}  // namespace on_device
}  // namespace IMPULSE_ABI
}  // namespace impulse
