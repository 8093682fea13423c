// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default sizes of subtrees on the host, as plain data.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(host.hpp)

#include <impulse/detail/plan/plan.hpp>

namespace impulse::inline IMPULSE_ABI::on_host {

/// The bytes that a thread takes at a time, measured on a CPU with AVX2. The tables of the rows are not on
/// record, those of parts of results are (docs/notes/host.md). Below 128 KiB in total it is not worth waking
/// a second thread. From memory large subtrees are faster, because a thread reads several streams of a
/// subtree at the same time, and each must be long enough for the prefetcher (64 KiB: half the speed of 4
/// MiB). For balance there are at least four subtrees for each thread. All rows except the first are for one
/// thread (tuning::shared_by).
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

/// A call for a result of at most so many bytes does not wake sleeping threads. docs/notes/host.md, "Threads
/// that sleep".
inline constexpr index_t waking_bytes = 2 << 20;

/// The capacity of a place whose blocks have one thread each; the compiler knows this for a call.
struct capacity_of_threads : capacity {
    static constexpr int warp_width = 1;
    static constexpr int max_warps = 1;
};

}  // namespace impulse::on_host
