// SPDX-License-Identifier: Apache-2.0
/// \file
/// `single_block`: one block takes everything. No scratch memory, no meeting.
#pragma once

#include <impulse/policies/policy.hpp>
#include <impulse/tile.hpp>

namespace impulse::inline IMPULSE_ABI {

struct single_block_strategy {
    template <class Reduction>
    struct body {
        using accumulator = typename Reduction::accumulator;

        Reduction reduction;

        IMPULSE_NO_EXEC_CHECK
        template <class Block>
        IMPULSE_SHARED void operator()(Block& block) const {
            auto op = reduction.op;
            const auto total = reduce_run<accumulator>(block, reduction.source, {0, reduction.count}, op);
            if (block.rank() == 0) reduction.finish(total, op);
        }
    };

    template <class Executor, class Reduction>
    static grid plan(const Executor& on, const Reduction& r, const shape& by_hand) {
        return on.template one_block<body<Reduction>>(r, by_hand);
    }

    template <class Executor, class Reduction>
    static void run(Executor& on, const Reduction& r, const grid& g) {
        on.launch(body<Reduction>{r}, g);
    }
};

/// One block reduces the whole input. Best for small inputs, and for running many reductions side by side on
/// many streams.
inline constexpr policy<single_block_strategy> single_block{};

}  // namespace impulse::inline IMPULSE_ABI
