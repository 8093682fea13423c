// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces groups of equal length: short ones each by one lane, and longer ones that follow each other by
/// tiles.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/fragment_batches.hpp>
#include <impulse/detail/kernel/thread_tile.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/plan/many_results.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/staged.hpp>
#include <impulse/detail/tree/fold.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// A warp's state. Each lane takes several short groups.
template <class Acc, class Layout, class Sink, class Warp, class Source, class Op>
struct segmented_reduce_uniform {
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    /// The bytes of an item in a lane.
    static constexpr int widest =
        detail::greatest(int{Source::item_bytes}, int{sizeof(typename Source::item_type)}, int{sizeof(Acc)});

    const Layout& layout;
    const Sink& sink;
    const Warp& warp;
    Source& source;
    const op_adaptor<Acc, Op>& joins;

    /// Reduces the share of one of `warps` warps; false if groups have no items, or too many for a lane.
    template <int Size = 1>
    IMPULSE_INLINE bool take([[maybe_unused]] index_t rank, [[maybe_unused]] index_t warps,
                             [[maybe_unused]] index_t results) const {
        constexpr int bytes = Size * widest;
        if constexpr (Size > kernel_tuning::max_uniform_items ||
                      bytes > kernel_tuning::in_flight_of_segmented) {
            return false;
        } else {
            if (layout.length_of_each() != Size) return take<Size + 1>(rank, warps, results);
            constexpr int most = kernel_tuning::max_uniform_segments;
            constexpr int fitting = kernel_tuning::in_flight_of_segmented / bytes;
            constexpr int at_once = power_within(fitting < most ? fitting : most);
            constexpr int of_iteration = at_once * Warp::width;
            IMPULSE_NO_UNROLL
            for (index_t first = rank * of_iteration; first < results; first += warps * of_iteration) {
                if (results - first >= of_iteration)
                    take_iteration<Size, at_once, true>(first, of_iteration);
                else
                    // fault: last-groups
                    take_iteration<Size, at_once, false>(first, static_cast<int>(results - first));
            }
            return true;
        }
    }

  private:
    /// The groups from `first` on, of which some remain.
    template <int Size, int AtOnce, bool Whole>
    IMPULSE_INLINE void take_iteration(index_t first, int remaining) const {
        constexpr int max_leaves = static_cast<int>(ceil_power(index_t{(Size + length - 1) / length}));
        thread_tile<Acc, Source, Op, max_leaves> loaded[std::size_t{AtOnce}];
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const int i = k * Warp::width + warp.rank();
            // fault: load-group
            if (Whole || i < remaining) loaded[k].load(source, layout.items(first + i).begin, 0, Size);
        }
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const int i = k * Warp::width + warp.rank();
            if (!Whole && i >= remaining) continue;
            uninitialized<Acc> total = loaded[k].node(joins);
            sink.finish(first + i, Size, total, joins);
        }
    }
};

// A tile has as many segments as there are lanes for their fragments: one fragment a lane, or two if more
// segments fit then. Its items are one interval of memory, which is copied while the tile before is reduced.
// Each lane knows from the length alone which fragments are its own, and the nodes of a segment are in
// adjacent lanes.

/// What a warp of `Width` lanes shares: two tiles, each with room for the widest gaps.
template <class Traits, int Width>
struct tile_smem {
    using place_type = uninitialized<typename Traits::staged_type>;
    template <gaps Gap>
    using stage_type = staged_source<typename Traits::staged_type, Traits::item_bytes, Gap>;
    /// Whether items are copied, and perhaps read, by words.
    static constexpr bool by_words = sizeof(place_type) == kernel_tuning::item_staged_by_words;
    static constexpr int fragment = Traits::packed::fragment;
    using widest = stage_type<by_words ? gaps::of_word : gaps_of_tiles<Traits::item_bytes>>;
    static constexpr int most = kernel_tuning::tile_room(Traits::item_bytes, Width);
    struct alignas(16) buffer {
        unsigned char
            staged[widest::room_for(most * fragment + widest::max_before, fragment) * sizeof(place_type)];
    };
    buffer* first;
    buffer* second;

    template <gaps Gap>
    IMPULSE_SHARED stage_type<Gap> stage(int which) const {
        return {reinterpret_cast<place_type*>(detail::shared(which == 0 ? first : second)->staged)};
    }
};

/// All results have `length` items (the last of a tile may have fewer) and follow each other. If bounds are
/// in memory they are compared with that, and from a tile's first other result on one lane reduces each.
template <class Acc, class Layout, class Sink, class Warp, class Source, class Op, class Traits>
struct segmented_reduce_by_tiles {
    using smem_type = tile_smem<Traits, Warp::width>;
    using packed = typename Traits::packed;
    using in_stage = staged_part<std::remove_const_t<Source>>;
    static constexpr int width = Warp::width;
    static constexpr int max_mixed = kernel_tuning::max_tiled_fragments * packed::fragment;

    const Sink& sink;
    Warp warp;
    Source& source;
    op_adaptor<Acc, Op> joins;
    smem_type warp_smem;
    const Layout& layout;
    int length;
    index_t results;

    /// The share of one of `warps` warps.
    IMPULSE_INLINE void take(index_t rank, index_t warps) const {
        const tile_split of =
            detail::split_tile(length, packed::fragment, smem_type::most, width, has_bounds<Layout>);
        const split by{of, warp.rank() / of.lanes, warp.rank() % of.lanes};
        const index_t tiles = detail::divide_up(results, by.results);
        if (rank >= tiles) return;
        bool has_others = false;
        if constexpr (!smem_type::by_words) {
            take_by<gaps_of_tiles<Traits::item_bytes>>(by, rank, warps, tiles, has_others);
        } else {
            // Words are read where those of neighbouring lanes lie in different banks, because of the gaps.
            constexpr int of_word = smem_type::widest::of_word;
            // fault: words-of-tile
            if (length % (length > max_mixed ? of_word : 2 * of_word) == 0)
                take_by<gaps::of_word>(by, rank, warps, tiles, has_others);
            else
                take_by<gaps::none>(by, rank, warps, tiles, has_others);
        }
        if constexpr (has_bounds<Layout>)
            if (has_others) take_others(by, rank, warps, tiles);
    }

  private:
    /// What is the same for all tiles. The lane is lane `number` of result `group`.
    struct split : tile_split {
        int group;
        int number;
    };
    /// A tile that is being copied: its first item's place in the stage, its results, the items of the last.
    struct tile {
        int begin;
        int count;
        int last;
    };

    template <gaps Gap>
    IMPULSE_INLINE void take_by(const split& by, index_t rank, index_t warps, index_t tiles,
                                bool& has_others) const {
        const auto next = [&](index_t t) { return bounds_of(by, t < tiles ? t : tiles - 1); };
        auto bounds = next(rank);
        tile waiting = send_for<Gap>(by, rank, 0, bounds, has_others);
        bounds = next(rank + warps);
        int stage = 0;
        index_t t = rank;
        IMPULSE_NO_UNROLL
        for (; t + warps < tiles; t += warps) {
            const tile later = send_for<Gap>(by, t + warps, 1 - stage, bounds, has_others);
            bounds = next(t + 2 * warps);
            smem_type::template stage_type<Gap>::template arrive<1>(warp);
            reduce<Gap>(by, t, waiting, stage);
            waiting = later;
            stage = 1 - stage;
        }
        smem_type::template stage_type<Gap>::template arrive<0>(warp);
        // fault: last-tile
        reduce<Gap>(by, t, waiting, stage);
    }

    /// The loads of the bounds of a tile's results, one a lane.
    IMPULSE_INLINE auto bounds_of(const split& by, index_t t) const {
        if constexpr (has_bounds<Layout>) {
            const index_t r = t * by.results + warp.rank();
            return layout.bounds(r < results ? r : results - 1);
        } else {
            return 0;
        }
    }
    /// How many results of a tile, from the first on, tiles can take. `left` are there.
    IMPULSE_INLINE int equal_of(const interval& items, index_t begin, int left) const {
        const bool is_short = warp.rank() == left - 1 && 0 < items.size() && items.size() < length;
        const bool is_equal =
            items.begin == begin + warp.rank() * length && (items.size() == length || is_short);
        // fault: equal-of-tile
        const std::uint32_t others = warp.ballot(!is_equal && warp.rank() < left);
        return others != 0 ? detail::lowest_bit(others) : left;
    }
    template <gaps Gap>
    IMPULSE_INLINE tile send_for(const split& by, index_t t, int which, [[maybe_unused]] const auto& bounds,
                                 [[maybe_unused]] bool& has_others) const {
        using stage_type = typename smem_type::template stage_type<Gap>;
        const index_t left = results - t * by.results;
        int count = left < by.results ? static_cast<int>(left) : by.results;
        int last = length;
        index_t begin = 0;
        if constexpr (has_bounds<Layout>) {
            const interval items = layout.items(t * by.results, bounds);
            begin = *warp.shuffle(uninitialized<index_t>(items.begin), 0);
            const int equal = equal_of(items, begin, count);
            if (equal == count)
                last = *warp.shuffle(uninitialized<int>(static_cast<int>(items.size())), count - 1);
            has_others = has_others || equal < count;
            count = equal;
        } else {
            begin = layout.items(t * by.results).begin;
        }
        stage_type stage = warp_smem.template stage<Gap>(which);
        stage.base = stage_type::line_begin(in_stage::of(source), begin);
        // Where no result begins at a word of memory, they do at one of the stage.
        // fault: begin-of-words
        if (Gap == gaps::of_word && (begin - stage.base) % stage_type::of_word != 0) stage.base = begin;
        const int before = static_cast<int>(begin - stage.base);
        stage.template fetch<kernel_tuning::copied_at_once>(warp, in_stage::of(source),
                                                            before + count * length - (length - last));
        return {before, count, last};
    }
    template <gaps Gap>
    IMPULSE_INLINE void reduce(const split& by, index_t t, const tile& now, int which) const {
        // fault: last-of-tile
        const int size = by.group == now.count - 1 ? now.last : length;
        const int fragments = static_cast<int>(static_cast<unsigned>(size - 1) / packed::fragment) + 1;
        const int first = by.number * by.each;
        const bool mine = by.group < now.count && first < fragments;
        uninitialized<Acc> value;
        if (mine) {
            const auto stage = warp_smem.template stage<Gap>(which);
            auto staged = in_stage::over(source, stage);
            IMPULSE_NO_UNROLL
            for (int k = first; k < first + by.each && k < fragments; ++k) {
                thread_tile<Acc, decltype(staged), Op, packed::each> loaded;
                loaded.load(staged, now.begin + by.group * length, k * packed::each, size);
                uninitialized<Acc> node = loaded.node(joins);
                // fault: second-fragment
                value = k == first ? node : uninitialized<Acc>(joins(std::move(*value), std::move(*node)));
            }
        }
        IMPULSE_NO_UNROLL
        for (int distance = 1; distance < by.lanes; distance *= 2) {
            uninitialized<Acc> other = warp.shuffle_down(value, distance);
            // fault: join-in-tile
            if (mine && (by.number & (2 * distance - 1)) == 0 && first + distance * by.each < fragments)
                value = uninitialized<Acc>(joins(std::move(*value), std::move(*other)));
        }
        if (mine && by.number == 0) sink.finish(t * by.results + by.group, size, value, joins);
    }
    /// The results that tiles cannot take.
    IMPULSE_INLINE void take_others(const split& by, index_t rank, index_t warps, index_t tiles) const {
        IMPULSE_NO_UNROLL
        for (index_t t = rank; t < tiles; t += warps) {
            const index_t left = results - t * by.results;
            const int count = left < by.results ? static_cast<int>(left) : by.results;
            const interval items = layout.items(0, bounds_of(by, t));
            const index_t begin = *warp.shuffle(uninitialized<index_t>(items.begin), 0);
            const int equal = equal_of(items, begin, count);
            if (equal <= warp.rank() && warp.rank() < count)
                reduce_by_lane<packed::each>(sink, source, joins, t * by.results + warp.rank(), items);
        }
    }
};

}  // namespace impulse::detail
