// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block`: every block reduces its share; the block that comes last joins the cells.
#pragma once

#include <impulse/guard.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {

struct last_block_schedule : detail::one_launch {
    IMPULSE_NO_EXEC_CHECK
    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int) {
        const last_block_guard guard(&work.shared->ticket);
        if constexpr (Work::may_wait) {
            // The block that *begins* last joins: the ways to memory of its ticket and of its own items are one way, and
            // for the cells of blocks that have begun it can wait.
            std::uint32_t ticket = 0;
            if (work.meets) ticket = guard.take_ticket(block);
            detail::take_share(block, work);
            if (work.meets && guard.is_last(block, ticket)) work.join_all(block, 0, 1);
        } else {
            detail::take_share(block, work);
            if (work.meets && guard.is_last(block)) work.join_all(block, 0, 1);
        }
    }
};

/// One launch: a ticket tells the block that comes last, and that one joins the cells.
inline constexpr policy<last_block_schedule> last_block{};

/// What is fastest, in one kernel: the policy of calls that name none.
inline constexpr policy<last_block_schedule> automatic{};

}  // namespace IMPULSE_ABI
}  // namespace impulse
