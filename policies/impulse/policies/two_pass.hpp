// SPDX-License-Identifier: Apache-2.0
/// \file
/// `two_pass`: every block reduces its share, and a second launch joins the partials.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/standard.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>

namespace impulse::inline IMPULSE_ABI {

struct two_pass_schedule : detail::one_launch {
    /// The second launch exists if results have several subtrees. It has one block for each result.
    // fault: second-pass
    static constexpr int launches(const tile_plan& p) { return p.partials > 0 ? 2 : 1; }
    static constexpr index_t blocks(const tile_plan& p, int launch) {
        return launch == 0 ? p.blocks : (std::min)(p.results, p.blocks);
    }

    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int launch) {
        if (launch == 0)
            detail::for_each_share(block, work, [&](const detail::subtree& at) { work.take(block, at); });
        else
            // fault: second-pass-joins
            work.join_all(block, block.grid_rank(), block.grid_size());
    }
};

/// Two launches, with partials in memory between them: the classic scheme. It needs no counters, except for
/// the list of subtrees of many results.
///
/// Complexity: two launches for one result, or one if it is one subtree.
/// Memory: at most 65536 partials, as described at `reduce`.
inline constexpr policy<two_pass_schedule> two_pass{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
