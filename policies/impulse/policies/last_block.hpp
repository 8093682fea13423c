// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block`: every block reduces its share; the block that finishes last joins the partial results.
#pragma once

#include <impulse/guard.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/tile.hpp>

namespace impulse::inline IMPULSE_ABI {

struct last_block_strategy {
    template <class Reduction>
    struct body {
        using accumulator = typename Reduction::accumulator;

        tiled_run<accumulator, typename Reduction::operator_type> run;  // first: it is read first
        Reduction reduction;
        meeting_place<accumulator> meeting;
        even_split joining;

        IMPULSE_NO_EXEC_CHECK
        template <class Block>
        IMPULSE_SHARED void operator()(Block& block) const {
            auto op = reduction.op;
            auto total = reduce_run<accumulator>(block, reduction.source, run, first_warp(block), op);
            if (block.grid_size() > 1) {
                if (block.rank() == 0 && total.has_value())
                    meeting.slots[block.grid_rank()] = cell<accumulator>(*total);
                if (!last_block_guard(&meeting.shared->ticket).is_last(block)) return;
                total = join_cells<accumulator>(block, meeting.slots, joining, op);
            }
            if (block.rank() == 0) reduction.finish(total, op);
        }
    };

    template <class Executor, class Reduction>
    static grid plan(const Executor& on, const Reduction& r, const shape& by_hand) {
        return on.template even_grid<body<Reduction>>(r, by_hand);
    }

    template <class Executor, class Reduction>
    static void run(Executor& on, const Reduction& r, const grid& g) {
        auto scratch = on.template scratch<typename Reduction::accumulator>(g.slots);
        on.launch(body<Reduction>{on.split(r, g), r, scratch.view(), even_split::of(g.blocks, g.threads)}, g);
    }
};

/// One launch: a ticket tells the block that finishes last, and that one joins the rest.
inline constexpr policy<last_block_strategy> last_block{};

}  // namespace impulse::inline IMPULSE_ABI
