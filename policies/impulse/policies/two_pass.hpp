// SPDX-License-Identifier: Apache-2.0
/// \file
/// `two_pass`: every block reduces its share; a second launch of one block joins the partial results.
#pragma once

#include <impulse/policies/policy.hpp>
#include <impulse/tile.hpp>

#include <algorithm>

namespace impulse::inline IMPULSE_ABI {

struct two_pass_strategy {
    template <class Reduction>
    struct first_pass {
        using accumulator = typename Reduction::accumulator;

        tiled_run<accumulator, typename Reduction::operator_type> run;  // first: it is read first
        Reduction reduction;
        meeting_place<accumulator> meeting;

        IMPULSE_NO_EXEC_CHECK
        template <class Block>
        IMPULSE_SHARED void operator()(Block& block) const {
            auto op = reduction.op;
            const auto mine = reduce_run<accumulator>(block, reduction.source, run, first_warp(block), op);
            if (block.rank() == 0 && mine.has_value())
                meeting.slots[block.grid_rank()] = cell<accumulator>(*mine);
        }
    };

    template <class Reduction>
    struct second_pass {
        using accumulator = typename Reduction::accumulator;

        Reduction reduction;
        meeting_place<accumulator> meeting;
        even_split joining;

        IMPULSE_NO_EXEC_CHECK
        template <class Block>
        IMPULSE_SHARED void operator()(Block& block) const {
            auto op = reduction.op;
            const partial<accumulator> total = join_cells<accumulator>(block, meeting.slots, joining, op);
            if (block.rank() == 0) reduction.finish(total, op);
        }
    };

    template <class Executor, class Reduction>
    static grid plan(const Executor& on, const Reduction& r, const shape& by_hand) {
        grid g = on.template even_grid<first_pass<Reduction>>(r, by_hand);
        g.slots = std::max(g.slots, g.blocks);
        return g;
    }

    template <class Executor, class Reduction>
    static void run(Executor& on, const Reduction& r, const grid& g) {
        auto scratch = on.template scratch<typename Reduction::accumulator>(g.slots);
        on.launch(first_pass<Reduction>{on.split(r, g), r, scratch.view()}, g);
        on.launch(
            second_pass<Reduction>{r, scratch.view(), even_split::of(r.count > 0 ? g.blocks : 0, g.threads)},
            {1, g.threads, 0, 0});
    }
};

/// Two launches, which meet in memory: the classic, with no atomics at all.
inline constexpr policy<two_pass_strategy> two_pass{};

}  // namespace impulse::inline IMPULSE_ABI
