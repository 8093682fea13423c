// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of subtrees on the host, as plain data.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(host.hpp)

#include <impulse/detail/plan/plan.hpp>

namespace impulse::inline IMPULSE_ABI::on_host {

/// Found on a CPU with AVX2; the tables of the rows are not on record, those of parts of results are
/// (docs/notes/host.md). What a thread takes at a time. Below 128 KiB in all it is not worth waking a second
/// thread. From memory large subtrees are faster, because a thread reads several streams of one at the same
/// time, and each must be long enough for the prefetcher (64 KiB: half the speed of 4 MiB). There are at
/// least four for each thread, for balance. Rows but the first are for one thread (tuning::shared_by).
inline constexpr tuning tuned = {.rows = 6,
                                 .row = {{128 << 10, 128 << 10, 1},
                                         {1 << 20, 64 << 10, 1},
                                         {4 << 20, 256 << 10, 1},
                                         {16 << 20, 1 << 20, 1},
                                         {64 << 20, 4 << 20, 1},
                                         {0, 16 << 20, 1}},
                                 .grouped_bytes = 1 << 20,  // docs/notes/host.md, "Rows and columns"
                                 .queued_blocks = 4,        // no measurement is on record
                                 .beside_bytes = 8 << 10};  // no measurement is on record

/// Up to so many bytes of a result a call wakes no threads that sleep. docs/notes/host.md, "Threads that
/// sleep".
inline constexpr index_t waking_bytes = 2 << 20;

/// The capacity of a place whose blocks are one thread each, which is known when a call is compiled.
struct capacity_of_threads : capacity {
    static constexpr int warp_width = 1;
    static constexpr int max_warps = 1;
};

}  // namespace impulse::on_host
