// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces short segments, by the lanes of a warp.
///
/// detail/kernel/segmented_reduce_uniform.hpp takes segments of equal lengths and few items. For others, one
/// lane takes a segment of a few leaves, and longer segments are packed onto the lanes
/// (detail/kernel/segmented_reduce_by_fragments.hpp). Or all are packed and their items are staged: the next
/// items are copied while some are reduced. The whole warp takes segments that are still too long, one after
/// another.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/cpu/serial_segments.hpp>
#include <impulse/detail/kernel/fragment_batches.hpp>
#include <impulse/detail/kernel/segmented_reduce_uniform.hpp>
#include <impulse/detail/kernel/thread_tile.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/staged.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// A group's bounds as loads in flight, if the layout has them in memory; otherwise its number.
template <class Layout>
IMPULSE_INLINE auto send_for_group(const Layout& layout, index_t r) {
    if constexpr (has_bounds<Layout>)
        return layout.bounds(r);
    else
        return r;
}

/// A warp's state. All lanes call `fallback` with the number and the items of a group that the whole warp
/// must take.
template <class Acc, class Layout, class Sink, class Fallback, class Warp, class Source, class Op,
          segmented_way Way>
struct segmented_reduce_by_thread : fragment_batches<Acc, Layout, Sink, Warp, Source, Op, Way> {
    using base = fragment_batches<Acc, Layout, Sink, Warp, Source, Op, Way>;
    using base::joins;
    using base::sink;
    using base::source;
    using base::take_batch;
    using base::warp;
    using base::warp_smem;
    using typename base::packed;
    using typename base::staged_groups;
    static constexpr int width = Warp::width;
    static constexpr int length = base::traits::length;
    static constexpr lane_share share = lane_share_for(Source::item_bytes * length, int{sizeof(Acc)});
    static constexpr int sets = share.sets;  ///< groups that a lane takes at once
    /// The most items of a group for one lane, and of a group that is packed.
    static constexpr int of_lane = share.each * length;
    static constexpr int most = packed::possible ? packed::fragment * width : of_lane;
    /// Whether a warp first packs all its groups and takes the too long groups afterwards. A call in between
    /// would use registers that accumulators of several words need.
    static constexpr bool long_ones_last = sizeof(Acc) > 4;

    const Layout& layout;
    const Fallback& fallback;
    int batch_size;  ///< adjacent groups that are a set: at most the lanes of a warp, unless it has one

    /// Reduces the share of one of `warps` warps. `others(first)` must call `take_others`, in a separate
    /// function to save registers.
    template <class Others>
    IMPULSE_INLINE void take(index_t rank, index_t warps, index_t results, const Others& others) const {
        if constexpr (width == 1) {
            const serial_segments<Acc, Layout, Sink, Fallback, Warp, Source, Op> all{
                layout, sink, fallback, batch_size, warp, source, joins};
            all.take(rank, warps, results);
        } else {
            if constexpr (has_equal_lengths<Layout>) {
                const segmented_reduce_uniform<Acc, Layout, Sink, Warp, Source, Op> few{layout, sink, warp,
                                                                                        source, joins};
                if (few.take(rank, warps, results)) return;
            }
            const index_t step = warps * sets * batch_size;
            index_t first = rank * sets * batch_size;
            if (first >= results) return;  // there is nothing to load
            found_type next[std::size_t{sets}];
            const auto look_ahead = [&](const iteration& at) {
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) next[s] = send_for(at, s);
            };
            look_ahead(iteration_at(first, results));
            IMPULSE_NO_UNROLL
            for (; first < results; first += step) {
                const iteration at = iteration_at(first, results);
                some_groups now;
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) now.of[s] = look_at(at, s, next[s]);
                take_by_lane(first, now, [&] { look_ahead(iteration_at(first + step, results)); });
                if (now.any(warp, of_lane + 1, most + 1)) others(first);
            }
        }
    }
    /// Reduces the groups of an iteration, from `first` on, that are too long for a lane: as many at once as
    /// there are lanes.
    IMPULSE_INLINE void take_others(index_t first, index_t results) const {
        const iteration at = iteration_at(first, results);
        [[maybe_unused]] auto* const others = reinterpret_cast<int*>(warp_smem.groups());
        [[maybe_unused]] const std::uint32_t lanes_before = (std::uint32_t{1} << warp.rank()) - 1;
        int count = 0;
        IMPULSE_NO_UNROLL
        for (int s = 0; s < sets; ++s) {
            one_group now = look_at(at, s, send_for(at, s));
            leave_to_warp(first + s * batch_size, now);
            if constexpr (packed::possible) {
                const bool is_other = now.size > of_lane;
                const std::uint32_t some = warp.ballot(is_other);
                if (count + detail::count_bits(some) > width) count = take_collected(first, count);
                if (is_other)
                    others[count + detail::count_bits(some & lanes_before)] = s * batch_size + warp.rank();
                // fault: groups-together
                count += detail::count_bits(some);
            }
        }
        if (count > 0) take_collected(first, count);
    }

    /// Reduces the share of one of `warps` warps, packed.
    IMPULSE_INLINE void take_by_fragments(index_t rank, index_t warps, index_t results) const {
        const index_t step = warps * batch_size;
        const index_t first = rank * batch_size;
        if (first >= results) return;
        staged_groups waiting{};
        [[maybe_unused]] bool some_are_long = false;
        for_batches(first, step, results, [&](index_t at, one_group& now) {
            if constexpr (long_ones_last) {
                some_are_long = some_are_long || now.size > most;
                if (now.size > most) now.size = -1;
            } else {
                leave_to_warp(at, now);
            }
            take_batch(at + warp.rank(), now.begin, now.size, waiting);
        });
        // fault: take-last-groups
        this->template take_waiting<0>(waiting);
        if constexpr (long_ones_last) {
            // fault: long-groups
            if (warp.ballot(some_are_long) == 0) return;
            for_batches(first, step, results, [&](index_t at, one_group& now) { leave_to_warp(at, now); });
        }
    }

  private:
    /// The items of a group. A missing group has a negative size, and a group that is too long has the limit
    /// + 1.
    struct one_group {
        index_t begin;
        int size;
    };
    /// One group of each set.
    struct some_groups {
        one_group of[std::size_t{sets}];
        /// Whether a lane of the warp has a group of `low` to `high` items.
        IMPULSE_INLINE bool any(const Warp& lanes, int low, int high) const {
            bool mine = false;
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) mine = mine || (low <= of[s].size && of[s].size <= high);
            return lanes.ballot(mine) != 0;
        }
    };

    /// The groups from `first` on, of which some remain. (The count beyond one iteration does not matter.)
    struct iteration {
        index_t first;
        int remaining;
    };
    IMPULSE_INLINE static iteration iteration_at(index_t first, index_t results) {
        constexpr int enough = 1 << 16;
        return {first, results - first < enough ? static_cast<int>(results - first) : enough};
    }

    /// The loads for each set, and the bounds when they have arrived. A lane without a group loads the bounds
    /// of the last group, so that no load waits for a condition.
    using found_type = decltype(detail::send_for_group(std::declval<const Layout&>(), index_t{}));
    IMPULSE_INLINE found_type send_for(const iteration& at, int batch) const {
        const int i = batch * batch_size + warp.rank();
        return detail::send_for_group(layout, at.first + (i < at.remaining ? i : at.remaining - 1));
    }

    IMPULSE_INLINE one_group look_at(const iteration& at, int batch, const found_type& found) const {
        const int i = batch * batch_size + warp.rank();
        interval items{0, -1};
        if (warp.rank() < batch_size && i < at.remaining) {
            if constexpr (has_bounds<Layout>)
                items = layout.items(at.first + i, found);
            else
                items = layout.items(at.first + i);
        }
        return {items.begin, items.size() <= most ? static_cast<int>(items.size()) : most + 1};
    }

    /// Calls visit(at, now) for the sets at `first`, `first + step`, ...; the next set is loaded while one is
    /// reduced.
    template <class Visit>
    IMPULSE_INLINE void for_batches(index_t first, index_t step, index_t results, const Visit& visit) const {
        found_type next = send_for(iteration_at(first, results), 0);
        IMPULSE_NO_UNROLL
        for (; first < results; first += step) {
            const found_type found = next;
            next = send_for(iteration_at(first + step, results), 0);
            one_group now = look_at(iteration_at(first, results), 0, found);
            visit(first, now);
        }
    }

    /// Calls `fallback` for groups that are too long, and marks them as missing.
    IMPULSE_INLINE void leave_to_warp(index_t first, one_group& now) const {
        std::uint32_t others = warp.ballot(now.size > most);
        if (now.size > most) now.size = -1;
        IMPULSE_NO_UNROLL
        while (others != 0) {
            const index_t r = first + detail::lowest_bit(others);
            others &= others - 1;
            if (others != 0) send_to_cache(layout.items(first + detail::lowest_bit(others)));
            fallback(warp, r, layout.items(r));
        }
    }
    /// Fetches the group that the warp takes next into a cache, if it has fewer bytes than a warp loads at
    /// once. H200; docs/notes/segments.md, "Two classes of length, and three more ways": longer groups lose.
    IMPULSE_INLINE void send_to_cache([[maybe_unused]] const interval& next) const {
#if defined(__CUDA_ARCH__)
        if constexpr (is_contiguous<std::remove_const_t<Source>>) {
            const index_t bytes = next.size() * index_t{Source::item_bytes};
            if (bytes < width * kernel_tuning::in_flight_of_segmented && warp.rank() == 0)
                on_device::send_to_cache(source.first + next.begin, static_cast<int>(bytes));
        }
#endif
    }
    /// Reduces groups of up to `each` leaves; `meanwhile()` is called while they are loaded.
    template <class Meanwhile>
    IMPULSE_INLINE void take_by_lane(index_t first, const some_groups& now,
                                     const Meanwhile& meanwhile) const {
        constexpr int few = share.each < 2 ? share.each : 2;
        if (now.any(warp, few * length + 1, of_lane))
            take_by_lane<share.each>(first, now, meanwhile);
        else if (now.any(warp, 0, few * length))
            take_by_lane<few>(first, now, meanwhile);
        else
            meanwhile();
    }
    template <int Max, class Meanwhile>
    IMPULSE_INLINE void take_by_lane(index_t first, const some_groups& now,
                                     const Meanwhile& meanwhile) const {
        thread_tile<Acc, Source, Op, Max> loaded[std::size_t{sets}];
        bool mine[std::size_t{sets}];
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) {
            mine[s] = now.of[s].size >= 0 && now.of[s].size <= of_lane;
            loaded[s].load(source, now.of[s].begin, 0, mine[s] ? now.of[s].size : 0);
        }
        meanwhile();
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) {
            if (!mine[s]) continue;
            uninitialized<Acc> total = loaded[s].node(joins);
            sink.finish(first + s * batch_size + warp.rank(), loaded[s].valid, total, joins);
        }
    }

    /// Reduces the `count` collected groups, packed; returns 0, their new count.
    IMPULSE_INLINE int take_collected(index_t first, int count) const {
        warp.sync();
        interval items{0, -1};
        if (warp.rank() < count) {
            first += reinterpret_cast<const int*>(warp_smem.groups())[warp.rank()];
            items = layout.items(first);
        }
        staged_groups none{};
        take_batch(first, items.begin, static_cast<int>(items.size()), none);
        warp.sync();
        return 0;
    }
};

}  // namespace impulse::detail
