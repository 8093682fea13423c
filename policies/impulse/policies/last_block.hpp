// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block`: every block reduces its share, and the last block of a result joins the partials.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>

namespace impulse::inline IMPULSE_ABI {

struct last_block_schedule : detail::one_launch {
    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int) {
        bool last = false;
        detail::for_each_share(block, work, [&](const detail::subtree& at) {
            const last_block_guard guard(work.ticket(at), at.of);
            if constexpr (Work::may_wait) {
                // The block that *begins* last joins. So the round trips of its ticket and of its own items
                // overlap, and it can poll the partials of the other blocks, which have all started.
                std::uint32_t ticket = 0;
                if (at.of > 1) ticket = guard.take_ticket(block);
                work.take(block, at);
                last = at.of > 1 && guard.began_last(block, ticket);
            } else {
                // fault: take-before-ticket
                work.take(block, at);
                last = at.of > 1 && guard.is_last(block);
            }
            if constexpr (Work::has_many) {
                if (last) work.join(block, at);
            }
        });
        // For a single result: the subtree with the last ticket is also the block's last subtree, so the join
        // comes after the loop and the loop needs fewer registers.
        if constexpr (!Work::has_many) {
            if (last) work.join(block, work.locate(0));
        }
    }
};

/// One launch (and another one before it to find results of any length). A ticket tells which block is the
/// last one, and that block joins the partials.
///
/// Complexity: one launch for one result.
/// Memory: a counter for each result, and at most 65536 partials, as described at `reduce`.
inline constexpr policy<last_block_schedule> last_block{};

/// The fastest policy, and the default of calls that name none.
/// Otherwise the same as `last_block`.
inline constexpr policy<last_block_schedule> automatic{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
