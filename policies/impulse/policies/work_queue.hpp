// SPDX-License-Identifier: Apache-2.0
/// \file
/// `work_queue`: as many blocks as fit stay resident and fetch runs of items until none is left.
#pragma once

#include <impulse/guard.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/queue.hpp>
#include <impulse/tile.hpp>

namespace impulse::inline IMPULSE_ABI {

struct work_queue_strategy {
    template <class Reduction>
    struct body {
        using accumulator = typename Reduction::accumulator;

        Reduction reduction;
        meeting_place<accumulator> meeting;
        index_t items;
        index_t slots;
        even_split joining;

        IMPULSE_NO_EXEC_CHECK
        template <class Block>
        IMPULSE_SHARED void operator()(Block& block) const {
            auto op = reduction.op;
            const global_queue queue(&meeting.shared->next, slots);
            // Stored by position, not by who fetched it: the grouping does not depend on who came first.
            for (interval next = queue.fetch(block); next.begin < next.end; next = queue.fetch(block)) {
                const index_t begin = next.begin * items;
                const index_t left = reduction.count - begin;
                const auto mine = reduce_run<accumulator>(block, reduction.source,
                                                          {begin, begin + (left < items ? left : items)}, op);
                if (block.rank() == 0 && mine.has_value())
                    meeting.slots[next.begin] = cell<accumulator>(*mine);
            }
            if (!last_block_guard(&meeting.shared->ticket).is_last(block)) return;
            const partial<accumulator> total = join_cells<accumulator>(block, meeting.slots, joining, op);
            if (block.rank() == 0) {
                queue.reset();
                reduction.finish(total, op);
            }
        }
    };

    template <class Executor, class Reduction>
    static grid plan(const Executor& on, const Reduction& r, const shape& by_hand) {
        return on.template queue_grid<body<Reduction>>(r, by_hand);
    }

    template <class Executor, class Reduction>
    static void run(Executor& on, const Reduction& r, const grid& g) {
        auto scratch = on.template scratch<typename Reduction::accumulator>(g.slots);
        const index_t filled = r.count > 0 ? g.slots : 0;
        on.launch(body<Reduction>{r, scratch.view(), g.items, filled, even_split::of(filled, g.threads)}, g);
    }
};

/// Resident blocks fetch work from an atomic counter: for items of very uneven cost, and for a GPU or CPU that
/// is busy with other work.
inline constexpr policy<work_queue_strategy> work_queue{};

}  // namespace impulse::inline IMPULSE_ABI
