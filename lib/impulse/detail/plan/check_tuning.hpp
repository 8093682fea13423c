// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks the tuning of a caller's place.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/plan/plan.hpp>
#include <impulse/error.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// Throws if a number of a caller's tuning that must be positive is not; a plan divides by some of them.
inline void check_tuning(const tuning& t) {
    if (t.rows < 1 || t.rows > tuning::max_rows)
        detail::bad_argument(
            {"tuning.rows is ", t.rows, "; it must be between 1 and ", index_t{tuning::max_rows}});
    for (index_t i = 0; i < t.rows; ++i) {
        if (t.row[i].warp_bytes < 1)
            detail::bad_argument(
                {"tuning.row[", i, "].warp_bytes is ", t.row[i].warp_bytes, "; it must be 1 or more"});
        if (t.row[i].warps < 1)
            detail::bad_argument({"tuning.row[", i, "].warps is ", t.row[i].warps, "; it must be 1 or more"});
    }
    if (t.grouped_bytes < 8)
        detail::bad_argument({"tuning.grouped_bytes is ", t.grouped_bytes, "; it must be 8 or more"});
    if (t.least_following_bytes < 1)
        detail::bad_argument(
            {"tuning.least_following_bytes is ", t.least_following_bytes, "; it must be 1 or more"});
    const auto require = [](const char* name, int n) {
        // fault: tuning-in-range
        if (n < 1) detail::bad_argument({"tuning.", name, " is ", n, "; it must be 1 or more"});
    };
    require("parts_of_share", t.parts_of_share);
    require("max_meeting_warps", t.max_meeting_warps);
    require("max_uneven", t.max_uneven);
    require("least_fetched", t.least_fetched);
    require("queued_blocks", t.queued_blocks);
    require("following_blocks", t.following_blocks);
    require("listed_warps", t.listed_warps);
    require("column_warps", t.column_warps);
    require("column_begin", t.column_begin);
    require("column_join", t.column_join);
    require("clustered_warps", t.clustered_warps);
}

}  // namespace impulse::detail
