// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduction`: the problem that a policy is given, whatever the call it came from.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/config.hpp>
#include <impulse/partial.hpp>
#include <impulse/share.hpp>
#include <impulse/tile.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// No initial value: of an empty input the operator says, by `nothing()`, what the result is.
struct no_init {};

/// init ∘ x0 ∘ x1 ∘ … ∘ xn-1 over the items of a source, written through `out`. `Init` is `Acc` or `no_init`.
template <class Acc, class Source, class Init, class Op, class Out>
struct reduction {
    using accumulator = Acc;
    using source_type = Source;
    using operator_type = Op;

    Source source;
    index_t count;
    Init init;
    Op op;
    Out out;

    /// All items, split among the warps of a grid.
    tiled_run<Acc, Op> split(int warp_width, index_t warps) const {
        return tile_run<Acc, Source, Op>({0, count}, warp_width, static_cast<int>(warps));
    }

    /// Joins init and the total, each exactly once, and writes what the operator's `finalize` makes of it. One
    /// thread calls this, once.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void finish(const partial<Acc>& total, Op& with) const {
        Out to = out;
        if constexpr (std::is_same_v<Init, no_init>) {
            if (total.has_value())
                *to = detail::finalize<Op, Acc>(with, *total);
            else
                *to = with.nothing();
        } else {
            if (total.has_value())
                *to = detail::finalize<Op, Acc>(with, static_cast<Acc>(with(init, *total)));
            else
                *to = detail::finalize<Op, Acc>(with, init);
        }
    }
};

}  // namespace impulse::inline IMPULSE_ABI
