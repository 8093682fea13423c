// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces segments that are packed onto the lanes of a warp.
///
/// Segments are split into fragments of a few leaves, and each lane takes the next fragment of any segment.
/// So the lanes are balanced for any lengths. The nodes of fragments are written to the warp's shared memory.
/// There they are segments of nodes, which are reduced in the same way, until one lane can finish a segment.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/thread_tile.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/staged.hpp>
#include <impulse/detail/tree/register_tree.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The number of values of `bytes` bytes that a lane takes at once, if they have `all` bytes together.
constexpr int fragments_at_once(int bytes, int all = kernel_tuning::fragment_bytes) {
    return detail::power_within(bytes > all ? 1 : bytes < 4 ? kernel_tuning::small_values : all / bytes);
}

/// How segments are packed, for nodes of type `Acc` and leaves of `Length` items and `LeafBytes` bytes.
template <class Acc, int Length, int LeafBytes, int FragmentBytes = kernel_tuning::fragment_bytes>
struct packing {
    /// Larger nodes would need too much shared memory.
    static constexpr bool possible = sizeof(uninitialized<Acc>) <= 128;
    static constexpr int each = fragments_at_once((std::max)(LeafBytes, int{sizeof(Acc)}),
                                                  FragmentBytes);  ///< leaves of a fragment
    static constexpr int fragment = each * Length;                 ///< items of a fragment
    static constexpr int fan =
        (std::max)(2, fragments_at_once(int{sizeof(Acc)}));  ///< nodes that a lane takes at once
    /// The fragments at a time, for each lane. A segment has at most one for each lane. Leaves of many bytes
    /// are one fragment each; they are read late and not staged, so there is space for the nodes of several
    /// segments.
    static constexpr bool has_long_leaves = Length > 1 && LeafBytes > kernel_tuning::fragment_bytes;
    static constexpr int of_lane =
        has_long_leaves && sizeof(uninitialized<Acc>) <= kernel_tuning::max_node_of_long_leaves ? 4
        : sizeof(uninitialized<Acc>) <= 16                                                      ? 2
                                                                                                : 1;
    using node_stage = staged_source<Acc, int{sizeof(Acc)}>;
};

/// A segment, found by its first fragment.
template <class Position>
struct fragmented_segment {
    Position begin;
    int size;
};

/// The number of accumulators for each lane of a warp in one buffer of each of a block's warps. If five
/// blocks would be resident, it uses the most memory with which four blocks are resident on a multiprocessor
/// of 228 KB, because the plan counts on four. (With 164 KB three are resident.)
template <class Acc, int Width, class Buffer>
consteval int exchanged_for_warps() {
    constexpr std::size_t all = Width * sizeof(uninitialized<Acc>);
    constexpr std::size_t bytes = max_packing_warps * sizeof(Buffer);
    constexpr std::size_t of_four = (45 << 10) / 2;  // each of the two buffers
    constexpr std::size_t of_five = (37 << 10) / 2;
    constexpr std::size_t most = (48 << 10) / 2;  // see has_smem_for_warps
    constexpr std::size_t needed = (bytes + all - 1) / all;
    constexpr std::size_t padded = (std::min)((of_four + all - 1) / all, most / all);
    return static_cast<int>(bytes > of_five && bytes < of_four ? (std::max)(needed, padded) : needed);
}

/// Whether a block of a GPU has space for both buffers of its warps, which a kernel declares.
template <class Acc, class Smem>
inline constexpr bool has_smem_for_warps = 2 * 32 * exchanged_for_warps<Acc, 32, typename Smem::buffer>() *
                                               sizeof(uninitialized<Acc>) <=
                                           48 << 10;

/// The shared memory of a warp of `Width` lanes, in two buffers: nodes in one, segments in the other, and
/// staged items in both, so that some can be copied while others are reduced.
template <class Acc, class Packing, class Position, int Width, class Item, int ItemBytes>
struct fragment_smem {
    static constexpr bool stages = ItemBytes > 0;
    using stage_type = staged_source<Item, ItemBytes>;
    static constexpr int fragments = Packing::of_lane * Width;
    static constexpr int items = stages ? fragments * Packing::fragment + stage_type::max_before : 0;

    static constexpr std::size_t alignment =
        detail::greatest(std::size_t{16}, alignof(uninitialized<Acc>), alignof(uninitialized<Item>));
    struct alignas(alignment) buffer {
        alignas(alignment) unsigned char staged
            [stages ? (stage_type::room_for(items, Packing::fragment) * sizeof(Item) + 15) / 16 * 16 : 16];
        alignas(alignment) unsigned char others
            [Packing::possible ? (std::max)(Packing::node_stage::room_for(fragments, Packing::fan) *
                                                sizeof(uninitialized<Acc>),
                                            fragments * sizeof(fragmented_segment<Position>))
                               : 16];
    };
    buffer* with_nodes;
    buffer* with_groups;

    IMPULSE_SHARED uninitialized<Acc>* nodes() const {
        return reinterpret_cast<uninitialized<Acc>*>(detail::shared(with_nodes)->others);
    }
    IMPULSE_SHARED fragmented_segment<Position>* groups() const {
        return reinterpret_cast<fragmented_segment<Position>*>(detail::shared(with_groups)->others);
    }
    /// One of the two stages.
    IMPULSE_SHARED stage_type stage(int which) const {
        return {reinterpret_cast<uninitialized<Item>*>(
            detail::shared(which == 0 ? with_nodes : with_groups)->staged)};
    }
};

/// `Source` has the items.
template <class Acc, class Packing, class Position, class Sink, class Warp, class Source, class Op>
struct segmented_reduce_by_fragments {
    static constexpr int width = Warp::width;
    static constexpr int each = Packing::each;
    static constexpr int fan = Packing::fan;

    const Sink& sink;
    Warp warp;
    Source& source;
    const op_adaptor<Acc, Op>& joins;
    uninitialized<Acc>* nodes;
    fragmented_segment<Position>* groups;

    /// Reduces segments. Each lane has a segment, or none (`size` < 0): result `r`, with `size` items from
    /// `begin` on; its fragments begin with number `at` of `all`.
    IMPULSE_INLINE void take(index_t r, Position begin, int size, int at, int all) const {
        int count = size > 0 ? fragments_of(size) : 0;
        for_fragments(begin, count > 0 ? size : 0, at, all, [&](Position from, int k, int items) {
            thread_tile<Acc, Source, Op, each> loaded;
            loaded.load(source, from, k * each, items);
            return loaded.node(joins);
        });
        IMPULSE_NO_UNROLL
        while (warp.ballot(count > 2 * fan) != 0) {
            const int fewer = static_cast<int>((static_cast<unsigned>(count) + fan - 1) / fan);
            int all_fewer = 0;
            const int first = detail::sum_before_in_warp(warp, fewer, all_fewer);
            for_fragments(static_cast<Position>(at), count, first, all_fewer,
                          [&](Position from, int k, int size_of_its) {
                              return join_nodes<fan>(static_cast<int>(from) + k * fan, size_of_its - k * fan);
                          });
            count = fewer;
            at = first;
        }
        if (warp.ballot(count > few) == 0)
            finish<few>(r, size, at, count);
        else
            finish<fan>(r, size, at, count);
    }

    IMPULSE_SHARED static constexpr int fragments_of(int size) {
        return static_cast<int>((static_cast<unsigned>(size) + Packing::fragment - 1) / Packing::fragment);
    }

  private:
    /// The number of nodes that most segments have at the end. (They have at most twice `fan`.)
    static constexpr int few = fan < 4 ? fan : 4;

    template <int Max>
    IMPULSE_INLINE void finish(index_t r, int size, int at, int count) const {
        if (size < 0) return;
        uninitialized<Acc> total;
        // A loop has one copy of the code. The second part is all that is right of the root.
        IMPULSE_NO_UNROLL
        for (int k = 0; k < count; k += Max) {
            uninitialized<Acc> part = join_nodes<Max>(at + k, count - k);
            if (k == 0)
                total = part;
            else
                // fault: part-right-of-root
                total = uninitialized<Acc>(joins(std::move(*total), std::move(*part)));
        }
        sink.finish(r, size, total, joins);
    }

    /// The nodes from `at` on, at most `Max`.
    template <int Max>
    IMPULSE_INLINE uninitialized<Acc> join_nodes(int at, int count) const {
        uninitialized<Acc> part[std::size_t{Max}];
        const auto from = typename Packing::node_stage{nodes}.few_from(0, at);
        IMPULSE_UNROLL
        for (int j = 0; j < Max; ++j) part[j] = from[j];
        detail::join_registers(part, joins, [count](int j) { return j < count; });
        return part[0];
    }

    /// Computes the nodes of all fragments, in order; node(begin, k, size) returns the node of fragment k of
    /// a segment. Output may overwrite input, because fragment i reads nothing before position i.
    template <class Node>
    IMPULSE_INLINE void for_fragments(Position begin, int size, int at, int all, const Node& node) const {
        warp.sync();
        if (size > 0) groups[at] = {begin, size};
        warp.sync();
        const std::uint32_t up_to_me = (std::uint32_t{2} << warp.rank()) - 1;
        int open = 0;  // where the segment begins that continues from the previous round
        IMPULSE_NO_UNROLL
        for (int first = 0; first < all; first += width) {
            const bool begins_here = size > 0 && first <= at && at < first + width;
            const std::uint32_t begins = detail::join_lanes<bit_or>(
                warp, begins_here ? std::uint32_t{1} << (at - first) : std::uint32_t{0});
            const int i = first + warp.rank();
            const std::uint32_t before = begins & up_to_me;
            const int its = before != 0 ? first + highest_bit(before) : open;
            // fault: open-group
            if (begins != 0) open = first + highest_bit(begins);
            uninitialized<Acc> value;
            if (i < all) {
                const fragmented_segment<Position> group = groups[its];
                // fault: chunk-of-group
                value = node(group.begin, i - its, group.size);
            }
            warp.sync();
            // fault: put-node
            if (i < all) nodes[Packing::node_stage::place(i)] = value;
        }
        warp.sync();
    }
};

}  // namespace impulse::detail
