// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block`: every block reduces its share; the block that finishes last joins the cells.
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
        detail::take_share(block, work);
        if (work.meets && last_block_guard(&work.shared->ticket).is_last(block)) work.join_all(block, 0, 1);
    }
};

/// One launch: a ticket tells the block that finishes last, and that one joins the rest.
inline constexpr policy<last_block_schedule> last_block{};

/// What is fastest, in one kernel: the policy of calls that name none.
inline constexpr policy<last_block_schedule> automatic{};

}  // namespace IMPULSE_ABI
}  // namespace impulse
