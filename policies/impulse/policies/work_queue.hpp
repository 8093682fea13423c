// SPDX-License-Identifier: Apache-2.0
/// \file
/// `work_queue`: as many blocks as fit on the GPU stay resident and fetch subtrees until none is left.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>

namespace impulse::inline IMPULSE_ABI {

struct work_queue_schedule : detail::one_launch {
    static constexpr bool fetches = true;

    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int) {
        const global_queue queue(&work.shared->next, work.iterations());
        IMPULSE_NO_UNROLL
        for (interval next = queue.fetch(block); next; next = queue.fetch(block)) {
            const detail::subtree at = work.locate(next.begin);
            if (!at.is_present()) continue;
            // fault: take-before-ticket-of-queue
            work.take(block, at);
            if (at.of > 1 && last_block_guard(work.ticket(at), at.of).is_last(block)) work.join(block, at);
        }
    }
};

/// Resident blocks fetch work from an atomic counter. Useful for items of very uneven cost, and for a GPU or
/// CPU that is busy with other work.
///
/// Complexity: one launch for one result, of as many blocks as fit; an atomic operation for each subtree.
/// Otherwise the same as `last_block`.
inline constexpr policy<work_queue_schedule> work_queue{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
