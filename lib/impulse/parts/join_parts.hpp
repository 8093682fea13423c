// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that puts parts together where they lie.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/aggregate.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/tree/forest.hpp>

#include <cstddef>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// In place of a sink, where there are more parts to come.
struct to_be_continued {};

/// Where parts from elsewhere do not follow one another: the first that does not, where it begins, and where the one before it
/// ends. A part that begins at -1 could not be made.
struct parts_gap {
    int part = -1;  ///< -1: there is none
    index_t begin = 0;
    index_t expected = 0;
};

/// A sink for parts of which it is not known yet whether they follow one another: if they do not, no result is written. What was
/// found goes to `found`, unless that is null.
template <class Sink>
struct unless_gap {
    Sink result;
    parts_gap* found;

    IMPULSE_NO_EXEC_CHECK
    template <class Total, class Join>
    IMPULSE_SHARED void finish(index_t r, index_t n, Total& total, const Join& join) const {
        tell({});
        result.finish(r, n, total, join);
    }
    IMPULSE_SHARED void tell(const parts_gap& gap) const {
        if (found != nullptr) *found = gap;
    }
};

/// As it is called on every thread of a grid, of which one does the work: it appends `parts`, which follow one another, to
/// `whole`, and finishes the one result.
template <class Acc, class Op, class Sink>
struct join_parts {
    using accumulator = Acc;
    template <int Width>
    static constexpr int exchanged = 1;

    forest<Acc>* whole;
    index_t leaf;  ///< of a whole that begins here, at item 0; 0: it has begun
    const void* parts;
    std::size_t stride;  ///< bytes from one part to the next
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
        if (leaf > 0) {
            whole->begin = whole->end = 0;
            whole->leaf = leaf;
        }
        for (int i = 0; i < count; ++i) {
            const auto& next = *reinterpret_cast<const forest<Acc>*>(static_cast<const char*>(parts) +
                                                                     static_cast<std::size_t>(i) * stride);
            if constexpr (requires { sink.tell(parts_gap{}); }) {
                const bool is_empty = next.begin == next.end && next.begin >= 0;
                if (!is_empty && next.begin != whole->end) return sink.tell({i, next.begin, whole->end});
            }
            detail::append(*whole, next, join);
        }
        if constexpr (!std::is_same_v<Sink, to_be_continued>) {
            cell<Acc> total = detail::fold_nodes(*whole, join);
            sink.finish(0, whole->end, total, join);
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
