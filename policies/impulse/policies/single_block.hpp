// SPDX-License-Identifier: Apache-2.0
/// \file
/// `single_block`: one block reduces a whole result, so no partials are joined. A single result needs no
/// scratch memory.
#pragma once

#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>

namespace impulse::inline IMPULSE_ABI {

struct single_block_schedule : detail::one_launch {
    static constexpr bool cuts = false;

    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int) {
        detail::for_each_share(block, work, [&](const detail::subtree& at) { work.take(block, at); });
    }
};

/// One block reduces the whole input, or for a layout each result. Best for small inputs, and for many
/// reductions at the same time on many streams.
///
/// Complexity: one launch; for each result one block, which is one multiprocessor of a GPU or one thread of a
/// CPU.
/// Memory: none for one result.
inline constexpr policy<single_block_schedule> single_block{};

}  // namespace impulse
