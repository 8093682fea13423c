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

/// A launch of one warp, in which one lane does the work: it appends `parts`, which follow one another, to `whole`, and finishes the
/// one result. All lanes bring what that lane needs into the block's own memory first, for it would wait for each word.
template <class Acc, class Op, class Sink>
struct join_parts {
    using accumulator = Acc;
    template <int Width>
    static constexpr int exchanged = 1;
    using nodes = forest<Acc>;
    static constexpr int bytes_of_nodes = (static_cast<int>(sizeof(nodes)) + 15) / 16 * 16;
    template <int Width>
    static constexpr int room_bytes = 2 * bytes_of_nodes;

    nodes* whole;
    index_t leaf;  ///< of a whole that begins here, at item 0; 0: it has begun
    const void* parts;
    std::size_t stride;  ///< bytes from one part to the next
    int count;
    Op op;
    Sink sink;
    std::uint32_t zero;   ///< opaque_zero()
    std::size_t cleared;  ///< bytes from `whole` on that are zero in the end

    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        if (block.grid_rank() != 0) return;
        Op own = op;
        const joining<Acc, Op> join(own, zero);
        auto& all = *reinterpret_cast<nodes*>(block.room());
        auto& next = *reinterpret_cast<nodes*>(block.room() + bytes_of_nodes);
        if (leaf == 0) {
            bring(block, *whole, all, sizeof(nodes));
        } else if (block.rank() == 0) {
            all.begin = all.end = 0;
            all.leaf = leaf;
        }
        bool follow = true;
        for (int i = 0; i < count && follow; ++i) {
            bring(block,
                  *reinterpret_cast<const nodes*>(static_cast<const char*>(parts) +
                                                  static_cast<std::size_t>(i) * stride),
                  next, stride);
            follow = follows(all, next, i, block.rank() == 0);
            if (follow && block.rank() == 0) detail::append(all, next, join);
            block.sync();
        }
        if (block.rank() == 0 && follow) finish(all, join);
        if (cleared > 0) {
            block.sync();
            for (auto at = static_cast<std::size_t>(block.rank()); at < cleared / sizeof(std::uint64_t);
                 at += static_cast<std::size_t>(block.size()))
                reinterpret_cast<std::uint64_t*>(whole)[at] = 0;
        }
    }

  private:
    /// All that there is of a forest of at most so many bytes: the first of them before its nodes are counted.
    template <class Block>
    IMPULSE_SHARED static void bring(Block& block, const nodes& from, nodes& to, std::size_t most) {
        constexpr std::size_t early = 1024;
        copy(block, from, to, 0, most < early ? most : early);
        block.sync();
        const std::size_t used =
            sizeof(nodes) - static_cast<std::size_t>(most_nodes - to.size()) * sizeof(cell<Acc>);
        if (used <= early) return;
        copy(block, from, to, early, used < most ? used : most);
        block.sync();
    }
    template <class Block>
    IMPULSE_SHARED static void copy(Block& block, const nodes& from, nodes& to, std::size_t begin,
                                    std::size_t end) {
        using word = std::uint64_t;
        for (auto at = begin / sizeof(word) + static_cast<std::size_t>(block.rank());
             at < (end + sizeof(word) - 1) / sizeof(word); at += static_cast<std::size_t>(block.size()))
            reinterpret_cast<word*>(&to)[at] = reinterpret_cast<const word*>(&from)[at];
    }

    /// Whether a part follows; if it does not, the sink is told, by one thread.
    IMPULSE_SHARED bool follows(const nodes& all, const nodes& part, int i, bool tells) const {
        if constexpr (requires { sink.tell(parts_gap{}); }) {
            const bool is_empty = part.begin == part.end && part.begin >= 0;
            if (is_empty || part.begin == all.end) return true;
            if (tells) sink.tell({i, part.begin, all.end});
            return false;
        } else {
            return true;
        }
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void finish(const nodes& all, const joining<Acc, Op>& join) const {
        if constexpr (std::is_same_v<Sink, to_be_continued>) {
            whole->begin = all.begin;
            whole->end = all.end;
            whole->leaf = all.leaf;
            for (int i = 0; i < all.size(); ++i) whole->nodes[i] = all.nodes[i];
        } else {
            cell<Acc> total = detail::fold_nodes(all, join);
            sink.finish(0, all.end, total, join);
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
