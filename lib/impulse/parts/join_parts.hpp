// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that puts parts together where they lie.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/aggregate.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/tree/forest.hpp>

#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// In place of a sink, where there are more parts to come.
struct to_be_continued {};

/// As it is called on every thread of a grid, of which one does the work: it appends `parts`, which follow one another, to
/// `whole`, and finishes the one result.
template <class Acc, class Op, class Sink>
struct join_parts {
    using accumulator = Acc;
    template <int Width>
    static constexpr int exchanged = 1;

    forest<Acc>* whole;
    const forest<Acc>* parts;
    int count;
    Op op;
    Sink sink;
    std::uint32_t zero;  ///< opaque_zero()

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        if (block.grid_rank() != 0 || block.rank() != 0) return;
        Op own = op;
        const joining<Acc, Op> join(own, zero);
        for (int i = 0; i < count; ++i) detail::append(*whole, parts[i], join);
        if constexpr (!std::is_same_v<Sink, to_be_continued>) {
            cell<Acc> total = detail::fold_nodes(*whole, join);
            sink.finish(0, whole->end, total, join);
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
