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
    static constexpr int at_once = bytes_of_nodes < 2048 ? 4 : 1;  ///< parts
    template <int Width>
    static constexpr int room_bytes = (1 + at_once) * bytes_of_nodes;

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
        if (leaf == 0) {
            bring(block, whole, sizeof(nodes), 1, block.room());
        } else if (block.rank() == 0) {
            all.begin = all.end = 0;
            all.leaf = leaf;
        }
        bool follow = true;  // as the lane that works has found it
        for (int first = 0; first < count; first += at_once) {
            const int some = count - first < at_once ? count - first : at_once;
            unsigned char* const room = block.room() + bytes_of_nodes;
            bring(block, static_cast<const unsigned char*>(parts) + static_cast<std::size_t>(first) * stride,
                  stride, some, room);
            if (block.rank() == 0) {
                for (int i = 0; i < some && follow; ++i) {
                    const auto& next = *reinterpret_cast<const nodes*>(room + i * bytes_of_nodes);
                    follow = follows(all, next, first + i);
                    if (follow) detail::append(all, next, join);
                }
            }
            block.sync();
        }
        if (block.rank() == 0 && follow) finish(all, join);
        if (cleared > 0) {
            block.sync();
            for (auto at = static_cast<std::size_t>(block.rank()); at < cleared / sizeof(line);
                 at += static_cast<std::size_t>(block.size()))
                reinterpret_cast<line*>(whole)[at] = line{};
        }
    }

  private:
    using word = std::uint64_t;
    struct alignas(16) line {
        word words[2];
    };

    /// All that there is of some forests, `stride` bytes apart: the first of each before its nodes are counted.
    template <class Block>
    IMPULSE_SHARED static void bring(Block& block, const void* from, std::size_t stride, int some,
                                     unsigned char* room) {
        constexpr int most = static_cast<int>(sizeof(nodes) / sizeof(word));
        constexpr int early = most < 128 ? most : 128;
        const auto* const words = static_cast<const word*>(from);
        const int apart = static_cast<int>(stride / sizeof(word));
        const int first = apart < early ? apart : early;
        copy(block, 0, some * first, [&](int w) {
            const int of = w / first, at = w % first;
            return words_at{words + of * apart + at,
                            reinterpret_cast<word*>(room + of * bytes_of_nodes) + at};
        });
        block.sync();
        if constexpr (most > early) {
            for (int i = 0; i < some; ++i) {
                auto* const to = reinterpret_cast<word*>(room + i * bytes_of_nodes);
                const int lacking = most_nodes - reinterpret_cast<const nodes*>(to)->size();
                const int used =
                    most - lacking * static_cast<int>(sizeof(cell<Acc>)) / static_cast<int>(sizeof(word));
                copy(block, early,
                     lacking < 0    ? most
                     : used < apart ? used
                                    : apart,
                     [&](int w) {
                         return words_at{words + i * apart + w, to + w};
                     });
            }
            block.sync();
        }
    }

    struct words_at {
        const word* from;
        word* to;
    };
    /// Words [begin, end), each from one place to another: a lane asks for several before it waits for the first.
    template <class Block, class Where>
    IMPULSE_SHARED static void copy(Block& block, int begin, int end, const Where& where) {
        constexpr int in_flight = 8;
        for (int w = begin + block.rank(); w < end; w += in_flight * block.size()) {
            word kept[in_flight] = {};
            for (int k = 0; k < in_flight; ++k)
                if (w + k * block.size() < end) kept[k] = *where(w + k * block.size()).from;
            for (int k = 0; k < in_flight; ++k)
                if (w + k * block.size() < end) *where(w + k * block.size()).to = kept[k];
        }
    }

    /// Whether a part follows; if it does not, the sink is told.
    IMPULSE_SHARED bool follows(const nodes& all, const nodes& part, int i) const {
        if constexpr (requires { sink.tell(parts_gap{}); }) {
            const bool is_empty = part.begin == part.end && part.begin >= 0;
            if (is_empty || part.begin == all.end) return true;
            sink.tell({i, part.begin, all.end});
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
