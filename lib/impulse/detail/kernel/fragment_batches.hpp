// SPDX-License-Identifier: Apache-2.0
/// \file
/// Batches of short segments, one a lane, that are packed onto lanes as fragments: as many at a time as
/// shared memory has space for. With staging, the next batch is copied while one is reduced.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/segmented_reduce_by_fragments.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/staged.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// How a warp takes short results: each by a lane; cut into fragments that are packed onto lanes, with their
/// items staged; or, where they are equal and follow each other, so many that each lane has one fragment.
enum class segmented_way { lanes, fragments, tiles };

/// How short segments are packed.
template <class Acc, class Layout, class Source, class Op, segmented_way Way = segmented_way::lanes>
struct segmented_reduce_traits {
    using item_type = typename Source::item_type;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, item_type>();
    /// How other ways pack them, and how this one does.
    using packed_by_others = packing<Acc, length, item_bytes * length>;
    using packed = std::conditional_t<
        Way == segmented_way::tiles,
        packing<Acc, length, item_bytes * length, kernel_tuning::tile_fragment_bytes(item_bytes)>,
        packed_by_others>;
    using staged_type = typename staged_source_type<Source>::item_type;
    static constexpr bool stages = Way != segmented_way::lanes;
    /// The position of items for the reader: in the stage, or in the source.
    using position = std::conditional_t<stages, int, index_t>;
    template <int Width>
    using warp_smem =
        fragment_smem<Acc, packed, position, Width, std::conditional_t<stages, staged_type, char>,
                      stages ? Source::item_bytes : 0>;
    /// Whether equal ones that follow each other can be taken by tiles: of items of 4, 8 or 16 bytes in
    /// memory that no function transforms, and with accumulators as large. Others were not measured.
    static consteval bool has_tiles() {
        if constexpr (can_stage() && !is_cleared<Layout>)
            return is_contiguous<Source> && alignof(item_type) >= 4 && sizeof(Acc) == sizeof(item_type) &&
                   (item_bytes == 4 || item_bytes == 8 || item_bytes == 16) && length == 1 &&
                   (has_bounds<Layout> || requires(const Layout& layout) { layout.are_adjacent(); });
        else
            return false;
    }
    static consteval bool can_stage() {
        if constexpr (packed_by_others::possible && is_staged<staged_source_type<Source>>)
            return packed_by_others::fragment * static_cast<int>(sizeof(staged_type)) <= 64 &&
                   has_smem_for_warps<Acc,
                                      fragment_smem<Acc, packed_by_others, int, 32, staged_type, item_bytes>>;
        else
            return false;
    }
};

template <class Acc, class Layout, class Sink, class Warp, class Source, class Op, segmented_way Way>
struct fragment_batches {
    using join_type = op_adaptor<Acc, Op>;
    using traits = segmented_reduce_traits<Acc, Layout, Source, Op, Way>;
    using packed = typename traits::packed;
    using in_stage = staged_part<std::remove_const_t<Source>>;
    static constexpr bool copies_memory = is_contiguous<typename in_stage::source_type>;
    using smem_type = typename traits::template warp_smem<Warp::width>;

    const Sink& sink;
    Warp warp;
    Source& source;
    join_type joins;
    smem_type warp_smem;

    /// Segments that are being copied. A lane has result `r`, with `size` items (below 0: no segment) from
    /// position `begin` of the stage on; its fragments begin with number `at` of `all`.
    struct staged_groups {
        index_t r;
        int begin;
        int size;
        int at;
        int all;
        int stage;
        bool any;
    };

    /// Each lane has a segment, result `r`.
    IMPULSE_INLINE void take_batch(index_t r, index_t begin, int size, staged_groups& waiting) const {
        const int fragments = size > 0 ? fragments_type<Source>::fragments_of(size) : 0;
        int all = 0;
        const int before = detail::sum_before_in_warp(warp, fragments, all);
        int items_before = 0;  // used only with staging
        if constexpr (traits::stages && !copies_memory) {
            int all_items = 0;
            items_before = detail::sum_before_in_warp(warp, size > 0 ? size : 0, all_items);
        }
        std::uint32_t remaining = warp.ballot(size >= 0);
        IMPULSE_NO_UNROLL
        while (remaining != 0)
            remaining &= ~take_some(r, begin, size, fragments, before, items_before, all, remaining, waiting);
    }

    /// Takes as many of the `remaining` segments, from the first on, as there is space for, and returns
    /// which.
    IMPULSE_INLINE std::uint32_t take_some(index_t r, index_t begin, int size, int fragments, int before,
                                           [[maybe_unused]] int items_before, int all,
                                           std::uint32_t remaining, staged_groups& waiting) const {
        const int f = detail::lowest_bit(remaining);
        const int from = *warp.shuffle(uninitialized<int>(before), f);
        // fault: stage-has-room
        bool fits = before + fragments - from <= smem_type::fragments;
        index_t base = 0;
        if constexpr (traits::stages) {
            const std::uint32_t some = warp.ballot(fragments > 0) & remaining;
            base = smem_type::stage_type::line_begin(
                in_stage::of(source),
                *warp.shuffle(uninitialized<index_t>(begin), some != 0 ? detail::lowest_bit(some) : f));
            const index_t end = begin + size;
            // Items between segments and before them are staged too, if they are in memory; no function of
            // the caller gets them.
            const bool follows =
                copies_memory ||
                begin - base == items_before - *warp.shuffle(uninitialized<int>(items_before), f);
            fits = fits && (fragments == 0 || (begin >= base && end - base <= smem_type::items && follows));
        }
        const std::uint32_t behind = warp.ballot(!fits) & remaining;
        const std::uint32_t taken = behind != 0 ? remaining & ((behind & -behind) - 1) : remaining;
        const bool mine = (taken >> warp.rank() & 1) != 0;
        const std::uint32_t after = remaining & ~taken;
        const int until =
            after != 0 ? *warp.shuffle(uninitialized<int>(before), detail::lowest_bit(after)) : all;
        if constexpr (traits::stages) {
            // fault: place-in-stage
            const staged_groups next{r,
                                     mine && fragments > 0 ? static_cast<int>(begin - base) : 0,
                                     mine ? size : -1,
                                     before - from,
                                     until - from,
                                     1 - waiting.stage,
                                     true};
            const int items = detail::join_lanes<maximum>(warp, next.size > 0 ? next.begin + next.size : 0);
            auto stage = warp_smem.stage(next.stage);
            stage.base = base;
            stage.template fetch<kernel_tuning::copied_at_once>(warp, in_stage::of(source), items);
            take_waiting<1>(waiting);
            waiting = next;
        } else {
            using groups_type = fragments_type<Source>;
            groups_type{sink, warp, source, joins, warp_smem.nodes(), warp_smem.groups()}.take(
                r, begin, mine ? size : -1, before - from, until - from);
        }
        return taken;
    }

    /// Reduces the batch that was copied, if there is one; `Later` batches have been requested since.
    template <int Later>
    IMPULSE_INLINE void take_waiting(staged_groups& waiting) const {
        if constexpr (traits::stages) {
            if (!waiting.any) return;
            auto stage = warp_smem.stage(waiting.stage);
            stage.template arrive<Later>(warp);
            auto staged = in_stage::over(source, stage);
            using groups_type = fragments_type<decltype(staged)>;
            groups_type{sink, warp, staged, joins, warp_smem.nodes(), warp_smem.groups()}.take(
                waiting.r, waiting.begin, waiting.size, waiting.at, waiting.all);
            waiting.any = false;
        }
    }
    template <class From>
    using fragments_type =
        segmented_reduce_by_fragments<Acc, packed, typename traits::position, Sink, Warp, From, Op>;
};

/// A result of any length, in place, by one lane that loads `Each` leaves at once.
template <int Each, class Sink, class Source, class Acc, class Op>
IMPULSE_INLINE void reduce_by_lane(const Sink& sink, Source& source, const op_adaptor<Acc, Op>& joins,
                                   index_t r, const interval& items) {
    uninitialized<Acc> waiting[std::size_t{64}];
    uninitialized<Acc> value;
    std::uint64_t nodes = 0;
    const auto join_from = [&](int level) {
        value = uninitialized<Acc>(joins(Acc(*waiting[level]), std::move(*value)));
    };
    IMPULSE_NO_UNROLL
    for (index_t k = 0; k < items.size(); k += Each, ++nodes) {
        thread_tile<Acc, Source, Op, Each> loaded;
        loaded.load(source, items.begin, k, items.size());
        value = loaded.node(joins);
        int level = 0;
        IMPULSE_NO_UNROLL
        for (; (nodes >> level & 1) != 0; ++level) join_from(level);
        waiting[level] = value;
    }
    nodes &= nodes - 1;  // the last node is the one that waits at the lowest level
    IMPULSE_NO_UNROLL
    for (int level = 0; nodes >> level != 0; ++level)
        if ((nodes >> level & 1) != 0) join_from(level);
    sink.finish(r, items.size(), value, joins);
}

}  // namespace impulse::detail
