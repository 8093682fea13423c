// SPDX-License-Identifier: Apache-2.0
// A policy of your own, in one file: every block takes its iterations from the last to the first, and a
// second launch of a few blocks joins the partials.
#pragma once

#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>

namespace own {

struct backwards_schedule {
    static constexpr bool cuts = true;
    static constexpr bool fetches = false;

    static constexpr int launches(const impulse::tile_plan& p) { return p.partials > 0 ? 2 : 1; }
    static constexpr impulse::index_t blocks(const impulse::tile_plan& p, int launch) {
        return launch == 0 ? p.blocks : 3;
    }

    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int launch) {
        if (launch == 1) return work.join_all(block, block.grid_rank(), block.grid_size());
        for (impulse::index_t iteration = work.iterations() - 1 - block.grid_rank(); iteration >= 0;
             iteration -= block.grid_size())
            if (const auto subtree = work.locate(iteration); subtree.is_present()) work.take(block, subtree);
    }
};
static_assert(impulse::schedule<backwards_schedule>);

inline constexpr impulse::policy<backwards_schedule> backwards{};

}  // namespace own
