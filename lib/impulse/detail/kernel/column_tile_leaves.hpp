// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a warp, and a lane of it, reads for a column tile: leaves of its results, or partials of subtrees.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/column_stages.hpp>
#include <impulse/detail/kernel/thread_tile.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/tree/register_tree.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Which results of a column tile a lane of a warp works on, and which of their leaves.
template <int Width>
struct column_tile_lane {
    int lanes;
    int columns_per_lane;
    int log2_columns_per_lane;
    int log2_others;  ///< 2^log2_others lanes share the same results
    int other;        ///< the rank of this lane among them
    bool idle;        ///< a surplus lane, which has no result
    loading loads;
    int first;  ///< the first result, and the distance from one column to the next
    int apart;
    int results;

    IMPULSE_INLINE column_tile_lane(int rank, const column_tile& by, loading how, int count)
        : lanes(by.lanes),
          columns_per_lane(by.columns_per_lane),
          log2_columns_per_lane(log2_floor(by.columns_per_lane)),
          log2_others(log2_floor(Width / by.lanes)),
          other(rank / by.lanes),
          idle(other >> log2_others != 0),
          loads(how),
          first(rank % lanes * (loads == loading::across ? columns_per_lane : 1)),
          // fault: slots-apart
          apart(loads == loading::across ? 1 : lanes),
          results(count) {
        if (idle) other = 0;
    }
    /// Whether the lanes that share a result take its leaves in turn, if they may.
    IMPULSE_INLINE bool takes_turns() const {
        return loads == loading::items && log2_others >= kernel_tuning::log2_lanes_in_turn;
    }
    /// The result in column s, and whether this lane has its value in the end.
    IMPULSE_INLINE int result(int s) const { return first + apart * s; }
    IMPULSE_INLINE bool has_value(int s) const {
        // fault: slot-has-value
        return !idle && other == 0 && s < columns_per_lane && result(s) < results;
    }
};

/// The leaves of a source's results.
template <class Acc, class Source, class Op, class Layout>
struct column_tile_of_items {
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    static constexpr lane_share share = lane_share_for(Source::item_bytes * length, int{sizeof(Acc)});
    using loaded = thread_tile<Acc, Source, Op, share.each>;
    /// Whether a lane can load its items of adjacent results, or of each result, as 16-byte words.
    static constexpr bool in_memory = is_in_memory<array_of<Source>>;
    static constexpr bool words_across = in_memory && length == 1 && share.sets * Source::item_bytes == 16;
    static constexpr bool words_along = in_memory && share.each * length * Source::item_bytes % 16 == 0;

    /// Whether items are leaves in memory, all of a step the same distance apart, that no function takes.
    static constexpr bool are_plain = in_memory && array_of<Source>::is_linear && loaded::is_leaf &&
                                      std::is_same_v<array_of<Source>, std::remove_cvref_t<Source>>;
    /// Whether lanes that share a result may take its leaves in turn. H200; docs/notes/columns.md, "Rows in
    /// turn".
    static constexpr bool may_take_turns =
        are_plain && Source::item_bytes == kernel_tuning::item_taken_in_turn;
    /// Whether a warp may copy rows to its shared memory.
    static constexpr bool may_be_staged =
        are_plain && kernel_tuning::max_staged_columns(Source::item_bytes) > 0;

    Source& source;
    const Layout& layout;
    index_t first;  ///< the first result
    index_t items;  ///< of each result

    /// The leaves of the results from another one on.
    IMPULSE_INLINE column_tile_of_items after(int result) const {
        return {source, layout, first + result, items};
    }
    IMPULSE_INLINE index_t origin(int result) const { return layout.items(first + result).begin; }
    IMPULSE_INLINE void load(loaded& to, index_t origin, index_t k, index_t end) const {
        const index_t last = end * length < items ? end * length : items;
        to.load(source, origin, k, last);
    }
    /// Whether `load_whole` may load all leaves before `end`.
    IMPULSE_SHARED bool are_whole(index_t end) const {
        return (length == 1 || end * length <= items) && source.beneath().goes_on(share.each * length);
    }
    /// How items can be loaded, for the strides that the plan knows.
    IMPULSE_SHARED loading loads(loading planned) const {
        if constexpr (in_memory) {
            // fault: array-at-word
            const bool aligned = (reinterpret_cast<std::uintptr_t>(source.beneath().source.first) & 15) == 0;
            if (aligned &&
                ((words_across && planned == loading::across) || (words_along && planned == loading::along) ||
                 (may_be_staged && copies_rows && planned == loading::staged)))
                return planned;
        }
        return loading::items;
    }
    /// Where `load_whole` starts: the origin of a result; if all steps have the same distances, plus the
    /// offset of leaf `within` of a step.
    IMPULSE_INLINE index_t from(int result, int within, loading loads) const {
        return origin(result) + beyond(within, loads);
    }
    /// The origin, computed from the result of from().
    IMPULSE_INLINE index_t origin_of(index_t from, int within, loading loads) const {
        return from - beyond(within, loads);
    }
    /// As `load`, but whole leaves for all sets; for set s from leaf at + within(s) on.
    IMPULSE_INLINE void load_whole(loaded (&to)[static_cast<std::size_t>(share.sets)],
                                   const index_t (&from)[static_cast<std::size_t>(share.sets)], index_t at,
                                   loading loads, const auto& within) const {
        const auto& array = source.beneath();
        const auto item_of = [&](int s) { return (at + within(s)) * length; };
        // fault: words-of-step
        const index_t step = steps_are_alike(loads) ? array.offset(at * length) : 0;
        const auto place = [&](int s) {
            return from[s] + (steps_are_alike(loads) ? step : array.offset(item_of(s)));
        };
        if constexpr (words_across) {
            if (loads == loading::across) {
                const auto words = array.template words_across<share.sets, share.each>(place(0));
                IMPULSE_UNROLL
                for (int s = 0; s < share.sets; ++s)
                    to[s].take_whole(source.over(words.column(s), item_of(s)));
                return;
            }
        }
        IMPULSE_UNROLL
        for (int s = 0; s < share.sets; ++s) {
            if constexpr (words_along) {
                if (loads == loading::along) {
                    constexpr int each = share.each * length;
                    to[s].take_whole(source.over(array.template words_along<each>(place(s)), item_of(s)));
                    continue;
                }
            }
            to[s].take_whole(source.over(array.from(place(s)), item_of(s)));
        }
    }

    /// The same where `lane` takes the leaves of its columns in turn with the lanes that share them, so that
    /// these read adjacent rows at a time.
    IMPULSE_INLINE void load_in_turn(loaded (&to)[static_cast<std::size_t>(share.sets)],
                                     const index_t (&from)[static_cast<std::size_t>(share.sets)], index_t at,
                                     const auto& lane) const {
        IMPULSE_UNROLL
        for (int s = 0; s < share.sets; ++s) {
            const int before = ((s >> lane.log2_columns_per_lane) * share.each) << lane.log2_others;
            // fault: turn-of-lane
            auto rows = source.from(from[s] + source.offset(at + before + lane.other));
            rows.stride <<= lane.log2_others;
            to[s].take_whole(rows);
        }
    }

    /// Where dense rows begin.
    IMPULSE_INLINE const void* rows() const { return source.source.first + origin(0); }

  private:
    /// Whether the leaves of each step have the same distances from its first leaf, although items have
    /// several axes.
    IMPULSE_SHARED static bool steps_are_alike(loading loads) {
        return !array_of<Source>::is_linear && loads != loading::items;
    }
    IMPULSE_INLINE index_t beyond(int within, loading loads) const {
        return steps_are_alike(loads) ? source.beneath().offset(index_t{within} * length) : 0;
    }
};

/// The partials of the subtrees of a column tile, as leaves. A reader polls each.
template <class Acc, int Sets, class Block>
struct column_tile_of_partials {
    static constexpr int polls = flagged_value<Acc>::words * Sets;
    static constexpr lane_share share = {polls <= 4 ? 4 : polls <= 8 ? 2 : 1, Sets};
    static constexpr bool may_take_turns = false;
    static constexpr bool may_be_staged = false;

    flagged_value<Acc>* targets;
    int width;
    Block& block;

    /// The words read so far, of up to `each` partials.
    struct loaded {
        typename flagged_value<Acc>::poll seen[static_cast<std::size_t>(share.each)];
        flagged_value<Acc>* first;
        int width;
        Block* block;
        int valid;
        int remaining;

        IMPULSE_INLINE void look() {
            IMPULSE_UNROLL
            for (int j = 0; j < share.each; ++j)
                if (j < valid) seen[j].at(first[j * width]);
        }
        IMPULSE_INLINE bool has_all() const {
            bool all = true;
            IMPULSE_UNROLL
            for (int j = 0; j < share.each; ++j) all = all && (j >= valid || seen[j].has_all());
            return all;
        }
        template <bool, class Join>
        IMPULSE_INLINE uninitialized<Acc> node(const Join& join) {
            // fault: await-cell
            for (; !has_all(); look()) block->pause();
            uninitialized<Acc> part[static_cast<std::size_t>(share.each)];
            IMPULSE_UNROLL
            for (int j = 0; j < share.each; ++j)
                if (j < valid) part[j] = seen[j].take(first[j * width]);
            detail::join_registers(part, join, [&](int j) { return j < valid; });
            return part[0];
        }
    };

    IMPULSE_INLINE column_tile_of_partials after(int result) const {
        return {targets + result, width, block};
    }
    IMPULSE_INLINE index_t origin(int result) const { return result; }
    IMPULSE_INLINE void load(loaded& to, index_t origin, index_t k, index_t end) const {
        const index_t remaining = end - k;
        to.first = targets + k * width + origin;
        to.width = width;
        to.block = &block;
        to.remaining = static_cast<int>(remaining < 0 ? 0 : remaining < 1 << 20 ? remaining : 1 << 20);
        to.valid = to.remaining < share.each ? to.remaining : share.each;
        to.look();
    }
    IMPULSE_SHARED static bool are_whole(index_t) { return false; }  // each partial is read once
    IMPULSE_SHARED static loading loads(loading) { return loading::items; }
    IMPULSE_INLINE static index_t from(int result, int, loading) { return result; }
    IMPULSE_INLINE static index_t origin_of(index_t from, int, loading) { return from; }
    IMPULSE_INLINE static void load_whole(loaded (&)[std::size_t{Sets}], const index_t (&)[std::size_t{Sets}],
                                          index_t, loading, const auto&) {}
};

}  // namespace impulse::detail
