// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of pieces on the host, as plain data.
#pragma once

#include <impulse/config.hpp>
#include <impulse/plan.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_host {

/// What a thread takes at a time: below 128 KiB in all it is not worth waking another.
inline constexpr tuning tuned = {2, {{128 << 10, 128 << 10, 1}, {0, 64 << 10, 1}}};

}  // namespace on_host
}  // namespace IMPULSE_ABI
}  // namespace impulse
