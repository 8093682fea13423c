// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of subtrees on the host, as plain data.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/host.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/plan/plan.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace on_host {

/// What a thread takes at a time: below 128 KiB in all it is not worth waking another. Of what lies in memory
/// large subtrees come faster, for a thread reads several places of one at the same time, each of them long
/// enough to be foreseen (64 KiB came at half the speed of 4 MiB); yet there are four for each thread, or the
/// last ones would be waited for: rows but the first are of one thread (tuning::shared_by).
inline constexpr tuning tuned = {.rows = 6,
                                 .row = {{128 << 10, 128 << 10, 1},
                                         {1 << 20, 64 << 10, 1},
                                         {4 << 20, 256 << 10, 1},
                                         {16 << 20, 1 << 20, 1},
                                         {64 << 20, 4 << 20, 1},
                                         {0, 16 << 20, 1}},
                                 .grouped_bytes = 1 << 20};

}  // namespace on_host
}  // namespace IMPULSE_ABI
}  // namespace impulse
