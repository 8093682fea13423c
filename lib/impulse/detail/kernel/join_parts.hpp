// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that joins parts (forests) in GPU memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/forest.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Takes the place of a sink if more parts follow later.
struct to_be_continued {};

/// The first of several parts that is not adjacent to the previous part: where it begins, and where the
/// previous part ends. A begin of -1 means that the part could not be made.
struct parts_gap {
    int part = -1;  ///< -1: all are adjacent
    index_t begin = 0;
    index_t expected = 0;
};

/// A sink for parts that may not be adjacent. If they are not, no result is written. The gap is written to
/// `found`, unless that is null.
template <class Sink>
struct unless_gap {
    Sink result;
    parts_gap* found;

    IMPULSE_SHARED void finish(index_t r, index_t n, auto& total, const auto& join) const {
        tell({});
        result.finish(r, n, total, join);
    }
    IMPULSE_SHARED void tell(const parts_gap& gap) const {
        if (found != nullptr) *found = gap;
    }
};

/// A launch of one block, in which one lane does the work: it appends `parts`, which must be adjacent, to
/// `whole`, and finishes the result. Warps first copy the data of this lane into shared memory, because it
/// would wait for each word: the first warp copies the whole, the others a part each.
template <class Acc, class Op, class Sink>
struct join_parts {
    using accumulator = char;  // nothing is exchanged: the block's memory is split among the warps
    template <int Width>
    static constexpr int exchanged = 1;
    using nodes = forest<Acc>;
    template <int Width>
    static constexpr int warp_smem_bytes = (static_cast<int>(sizeof(nodes)) + 15) / 16 * 16;
    nodes* whole;
    index_t leaf;  ///< the leaf of a new whole, which begins at item 0; 0: the whole exists already
    void* parts;
    std::size_t stride;  ///< from one part to the next
    int count;
    Op op;
    Sink sink;
    std::uint32_t zero;   ///< opaque_zero()
    std::size_t cleared;  ///< bytes from `parts` on that are zero afterwards

    /// The threads of the block: a warp that joins, and a warp for each of up to four parts, if a block may
    /// have so much shared memory.
    int threads(index_t shared_bytes) const {
        const index_t warps = (shared_bytes - 1024) / warp_smem_bytes<32>;  // beside what they exchange
        const index_t most = (std::min)((std::max)(warps - 1, index_t{1}), index_t{4});
        return 32 * (1 + (std::min)(count, static_cast<int>(most)));
    }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        if (block.grid_rank() != 0) return;
        Op own = op;
        const op_adaptor<Acc, Op> join(own, zero);
        const auto warp = block.warp();
        const int others = block.warps() - 1, mine = block.warp_rank() - 1;
        auto& all = *reinterpret_cast<nodes*>(block.warp_smem());  // of the first warp
        int nodes_of_all = 0;
        if (block.rank() == 0 && leaf > 0) {
            all.begin = all.end = 0;
            all.leaf = static_cast<int>(leaf);
            all.keeps_items = keeps_items<Op, Acc>;
        } else if (mine < 0 && leaf == 0) {
            bring(warp, whole, sizeof(nodes), block.warp_smem());
            nodes_of_all = all.size();
        }
        // Other warps clear memory while one lane joins. One warp alone would take longer than all of them do
        // afterwards.
        const bool clears_beside = others > 1;
        bool follow = true;  // as the lane that joins has found
        for (int first = 0; first < count; first += others) {
            // fault: parts-are-joined
            if (first > 0) block.sync();  // the parts in their memory have been joined
            if (mine >= 0 && first + mine < count)
                bring(warp, static_cast<const char*>(parts) + static_cast<std::size_t>(first + mine) * stride,
                      stride, block.warp_smem());
            // fault: parts-are-there
            block.sync();
            if (block.rank() == 0) {
                for (int i = 0; i < others && first + i < count && follow; ++i) {
                    // fault: part-in-turn
                    const auto& next = *reinterpret_cast<const nodes*>(
                        block.warp_smem() + (i + 1) * warp_smem_bytes<Block::warp_width>);
                    follow = follows(all, next, first + i);
                    if (follow) detail::append(all, nodes_of_all, next, join);
                }
            }
            if (clears_beside && mine >= 0 && first + others >= count)  // nothing is read any more
                clear(block.rank() - warp.size(), block.size() - warp.size());
        }
        if (!clears_beside || count == 0) {
            if (count > 0) block.sync();
            clear(block.rank(), block.size());
        }
        if (block.rank() == 0 && follow) finish(all, nodes_of_all, join);
    }

  private:
    struct alignas(16) line {
        std::uint64_t words[2];
    };

    IMPULSE_SHARED void clear(int rank, int threads) const {
        for (auto at = static_cast<std::size_t>(rank); at < cleared / sizeof(line);
             at += static_cast<std::size_t>(threads))
            // fault: clear-parts
            static_cast<line*>(parts)[at] = line{};
    }

    /// Copies a forest, by a warp. It counts the nodes only if they may be too many for the first loads.
    IMPULSE_SHARED static void bring(const auto& warp, const void* from, std::size_t most,
                                     unsigned char* warp_smem) {
        constexpr int all = lines_of(sizeof(nodes)), early = 128;
        const int valid = most < sizeof(nodes) ? lines_of(most) : all;
        auto* const to = reinterpret_cast<line*>(warp_smem);
        copy(warp, static_cast<const line*>(from), to, 0, valid < early ? valid : early);
        warp.sync();
        if (valid <= early) return;
        const int lacking = forest_room<Acc> - reinterpret_cast<const nodes*>(warp_smem)->size();
        const int used = lines_of(sizeof(nodes) - static_cast<std::size_t>(lacking < 0 ? 0 : lacking) *
                                                      sizeof(uninitialized<Acc>));
        copy(warp, static_cast<const line*>(from), to, early, lacking < 0 || used > valid ? valid : used);
        warp.sync();
    }
    IMPULSE_SHARED static constexpr int lines_of(std::size_t bytes) {
        return static_cast<int>((bytes + sizeof(line) - 1) / sizeof(line));
    }
    /// Copies the lines [begin, end). A lane has several loads in flight.
    template <class Warp>
    IMPULSE_SHARED static void copy(const Warp& warp, const line* from, line* to, int begin, int end) {
        constexpr int at_once = 4;
        for (int at = begin + warp.rank(); at < end; at += at_once * Warp::width) {
            line kept[at_once] = {};
            for (int k = 0; k < at_once; ++k)
                if (at + k * Warp::width < end) kept[k] = from[at + k * Warp::width];
            for (int k = 0; k < at_once; ++k)
                if (at + k * Warp::width < end) to[at + k * Warp::width] = kept[k];
        }
    }

    /// Whether a part is adjacent; otherwise tells the sink.
    IMPULSE_SHARED bool follows(const nodes& all, const nodes& part, int i) const {
        if constexpr (requires { sink.tell(parts_gap{}); }) {
            const bool is_empty = part.begin == part.end && part.begin >= 0;
            // fault: part-follows
            if (is_empty || part.begin == all.end) return true;
            sink.tell({i, part.begin, all.end});
            return false;
        } else {
            return true;
        }
    }
    IMPULSE_SHARED void finish(const nodes& all, int nodes_of_all, const op_adaptor<Acc, Op>& join) const {
        if constexpr (std::is_same_v<Sink, to_be_continued>) {
            whole->begin = all.begin;
            whole->end = all.end;
            whole->leaf = all.leaf;
            whole->keeps_items = all.keeps_items;
            for (int i = 0; i < nodes_of_all; ++i) whole->nodes[i] = all.nodes[i];
        } else {
            uninitialized<Acc> total = detail::fold_nodes(all, nodes_of_all, join);
            sink.finish(0, all.end, total, join);
        }
    }
};

}  // namespace impulse::detail
