// SPDX-License-Identifier: Apache-2.0
/// \file
/// `leaves`: the items of one result as the tree takes them in, accumulators already.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/tree.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/op/selecting.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
/// How the lanes of a warp take leaves in, a tile at a time: `vector_loads` loads of `leaves` consecutive
/// leaves a lane, in up to so many `rounds`. All are powers of two.
struct tile_shape {
    int leaves;
    int vector_loads;
    int rounds = 1;
    int few_vector_loads = 1;  ///< that a warp takes where there are so few leaves that it takes them once
    IMPULSE_SHARED constexpr int per_lane() const { return leaves * vector_loads; }  ///< of a round
    IMPULSE_SHARED constexpr int few() const { return leaves * few_vector_loads; }   ///< likewise, of few
};

namespace detail {

IMPULSE_SHARED constexpr int power_within(int most) {
    int power = 1;
    while (2 * power <= most) power *= 2;
    return power;
}

/// Leaves that lie side by side are taken by whole 16-byte words, one from each of the coalesced vector
/// loads; where they do not divide a word, by as many words as hold a power of two of them. A lane takes
/// `in_flight` bytes, from all of its `arrays`, or less where so many items would make too many instructions,
/// or their accumulators too many registers.
IMPULSE_SHARED constexpr tile_shape tile_shape_for(int item_bytes, int leaf, int acc_bytes, int arrays,
                                                   int in_flight) {
    const int bytes = item_bytes * leaf;
    constexpr int word = 16;
    constexpr int max_items = 64;
    int group = 1;
    while (group * bytes % word != 0) group *= 2;
    if (bytes == word) group = 2;    // their join needs no exchange
    constexpr int max_joined = 384;  // bytes of accumulators that a lane joins without exchange
    while (acc_bytes > bytes && group * bytes < 2 * acc_bytes && 2 * group * acc_bytes <= max_joined)
        group *= 2;
    if (group * bytes > in_flight) return {power_within(in_flight / bytes), 1};
    const int held = acc_bytes == bytes ? in_flight / acc_bytes : in_flight / 2 / acc_bytes;
    int vector_loads = in_flight / (group * bytes * arrays);
    if (vector_loads > held) vector_loads = held;
    return {group, power_within(vector_loads < max_items / (group * leaf) ? vector_loads
                                                                          : max_items / (group * leaf))};
}

/// Bytes that a lane loads at once: few warps that load much are faster than many. Of results that one warp
/// takes, less.
inline constexpr int in_flight = 256;
inline constexpr int in_flight_of_segmented = 128;

/// Of items that may differ in cost, where blocks fetch subtrees: at the end all wait for the warp of the
/// dearest ones, so a warp takes few at a time. A tile is 256 of most types.
inline constexpr int in_flight_of_uneven = 32;

/// Of tiles that are staged, in memory that a warp shares: nothing is loaded into a lane.
inline constexpr int in_flight_staged = 0;

/// Of leaves that words do not help a lane takes one from each vector load; where accumulators are larger, up
/// to eight side by side, with as many bytes as one of them, for their joins need no exchange. Of two arrays,
/// which are read together, a lane holds what is made of both.
IMPULSE_SHARED constexpr tile_shape scattered_shape_for(int item_bytes, int read_bytes, int leaf,
                                                        int acc_bytes, int loaded_bytes) {
    const int counted = leaf * (item_bytes < read_bytes / 2 ? read_bytes / 2 : item_bytes);
    const int bytes = counted < 4 ? 4 : counted;
    const bool is_capped = leaf > 1 || acc_bytes > 16 || loaded_bytes < 128;
    const int at_once = is_capped && loaded_bytes != in_flight_of_uneven ? 128 : loaded_bytes;
    int group = 1;
    while (group < 8 && group * bytes < acc_bytes && 2 * group * bytes <= at_once) group *= 2;
    return {group, power_within(at_once / (group * bytes))};
}

/// How many rounds a tile may have whose accumulators are larger than an item, so that lanes exchange fewer
/// of them: as far as there is room for 256 bytes of nodes a lane.
IMPULSE_SHARED constexpr int max_rounds_for(int vector_loads, int item_bytes, int acc_bytes) {
    const int rounds = 256 / (acc_bytes * vector_loads);
    if (acc_bytes <= 16 || acc_bytes <= item_bytes || rounds < 1) return 1;
    return power_within(rounds < 8 ? rounds : 8);
}

/// How tiles are staged: each lane has a run of so many consecutive leaves in each of some buffers. 0: they
/// are not.
struct staging {
    int leaves = 0;
    int buffers = 0;
    bool needs_255_registers = false;  ///< whether a lane needs many registers
};

/// Wide items are, and leaves that are taken in whole, of which no two lanes' words would share a line of
/// memory; and items of large accumulators, which a lane has no registers to load ahead.
template <class Acc, class Source, class Op>
consteval staging staging_of() {
    using item = typename Source::item_type;
    constexpr int leaf = leaf_length<Acc, std::remove_const_t<Op>, item>();
    if (!is_contiguous<std::remove_const_t<Source>> || alignof(item) < 4 || !copies_as_bytes_v<item>)
        return {};
    constexpr int bytes = sizeof(item) * leaf;
    if (leaf > 1)  // of more bytes half as many warps would have room
        return takes_packs<Acc, std::remove_const_t<Op>, item> && bytes > 16 && bytes <= 128 ? staging{1, 2}
                                                                                             : staging{};
    if (bytes > 32 && bytes <= 256 && sizeof(Acc) == sizeof(item))
        return {power_within(384 / bytes), 2, true};
    if (sizeof(Acc) > 16 && sizeof(Acc) > sizeof(item) && bytes <= 16 &&
        !selects_items<std::remove_const_t<Op>> && freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree)
        return {power_within(64 / bytes), 2};
    return {};
}

/// What a lane loads at once of a subtree.
template <class Acc, class Source, class Op>
inline constexpr int in_flight_of_subtree = staging_of<Acc, Source, Op>().leaves > 0 ? in_flight_staged
                                                                                     : in_flight;

/// The same under a schedule whose blocks fetch subtrees, or not.
template <class Acc, class Source, class Op, bool Fetches>
inline constexpr int in_flight_under =
    Fetches && !costs_alike<std::remove_const_t<Source>> ? in_flight_of_uneven
                                                         : in_flight_of_subtree<Acc, Source, Op>;

/// Bytes of a leaf that a lane holds until it joins it: its accumulator's, but its items' where an operator
/// selects among them.
template <class Acc, class Source, class Op>
consteval int held_bytes() {
    if constexpr (selects_items<Op>)
        return Source::item_bytes;
    else
        return static_cast<int>(sizeof(Acc));
}

/// Leaf k of a result holds its items [k Length, (k + 1) Length), the last one perhaps fewer. `Source` may be
/// const. A lane loads up to `InFlight` bytes at once: 256 want 128 registers a thread.
template <class Acc, class Source, class Op, int InFlight>
class leaves {
  public:
    using item_type = typename Source::item_type;
    using accumulator = Acc;
    template <class OtherAcc, class OtherOp>
    using by = leaves<OtherAcc, Source, OtherOp, InFlight>;  ///< those of another operator
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, item_type>();
    static constexpr bool has_whole_tiles = true;
    static constexpr bool may_be_few =
        InFlight != in_flight_staged && InFlight != in_flight_of_uneven &&
        InFlight < in_flight;  ///< a subtree of few leaves is taken in another way
    static constexpr staging staged =
        InFlight == in_flight_staged ? staging_of<Acc, Source, Op>() : staging{};
    static constexpr tile_shape shape = [] {
        constexpr bool packs = takes_packs<Acc, std::remove_const_t<Op>, item_type>;  // each as one item
        constexpr int held = held_bytes<Acc, Source, std::remove_const_t<Op>>();
        constexpr int as_one = packs ? length : 1;
        tile_shape s = staged.leaves > 0 ? tile_shape{staged.leaves, 1}
                       : Source::arrays == 0
                           ? scattered_shape_for(Source::item_bytes * as_one, Source::read_bytes * as_one,
                                                 length / as_one, held, InFlight)
                           : tile_shape_for(Source::item_bytes * as_one, length / as_one, held,
                                            Source::arrays, InFlight);
        const bool has_smem = staged.leaves > 0 || InFlight == in_flight;
        if (has_smem && freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree)
            s.rounds = max_rounds_for(s.vector_loads, Source::item_bytes, static_cast<int>(sizeof(Acc)));
        if (held <= 8 && s.vector_loads > 4) s.few_vector_loads = s.vector_loads / 4;  // else joins are long
        return s;
    }();
    IMPULSE_SHARED leaves(Source& source, const op_adaptor<Acc, Op>& join, interval items)
        : source_(source), join_(join), origin_(items.begin), items_(items.size()) {}

    /// How many there are.
    IMPULSE_SHARED index_t count() const {
        return length == 1 ? items_ : items_ / length + (items_ % length != 0 ? 1 : 0);
    }

    /// Whether the leaf before `end` has fewer items than others.
    IMPULSE_SHARED bool ends_short(index_t end) const { return length > 1 && end * length > items_; }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED Acc operator[](index_t k) const {
        if constexpr (length == 1) {
            return join_.lift(source_.at(origin_, k));
        } else {
            const index_t first = k * length;
            const index_t remaining = items_ - first;
            // fault: last-leaf
            return detail::fold_leaf<length, Acc>(join_, items_from<Source>{source_, origin_, first}, 0,
                                                  remaining < length ? static_cast<int>(remaining) : length);
        }
    }

    /// Sends for leaves that come after the `n` from k on.
    void ask_ahead(index_t k, index_t n) const requires(source_asks_ahead<std::remove_const_t<Source>>) {
        source_.ask_ahead(origin_, k * length, n * length);
    }

    /// Loads vector loads of PerLane leaves, loaded together: the leaf j of them is `loaded(j)`.
    template <int PerLane, class Items>
    struct loaded {
        Items items;
        const op_adaptor<Acc, Op>* join;
        int remaining;  ///< items from the first vector load's first on
        int stride;     ///< from vector load to vector load, in items
        /// Whether those that are not there may be asked for.
        static constexpr bool has_zeros =
            length == 1 && op_adaptor<Acc, Op>::template lifts_freely<item_type> && requires {
            requires Items::has_zeros;
        };

        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE Acc operator()(int j) const {
            if constexpr (length == 1) {
                return join->lift(items(j));
            } else {
                const int most = remaining - j / PerLane * stride - j % PerLane * length;
                const int count = most < length ? most : length;
                return detail::fold_leaf<length, Acc>(*join, items, j * length, count);
            }
        }
    };

    /// Consecutive items as loaded leaves, which are all there.
    template <class Items>
    IMPULSE_INLINE auto of(const Items& items) const {
        return loaded<shape.leaves, Items>{items, &join_, shape.per_lane() * length, 0};
    }

    /// The vector loads at the leaves k, k + stride, ...: all of their items are there, and of those of the
    /// other lanes.
    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load(const Warp& warp, index_t k, index_t stride) const {
        // fault: leaves-from-origin
        auto items =
            source_.template load<PerLane * length, Loads>(warp, origin_, k * length, stride * length);
        return loaded<PerLane, decltype(items)>{items, &join_, PerLane * Loads * length, 0};
    }
    /// The same where only the first `valid` from k on are there (none, if it is negative): others are not
    /// loaded, and must not be asked for but where `has_zeros`.
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t k, int stride, int valid) const {
        const int safe_leaves = (Loads - 1) * stride + PerLane;
        int remaining = (length > 1 && valid > safe_leaves ? safe_leaves : valid) * length;
        if (length > 1 && k * length + remaining > items_) remaining = static_cast<int>(items_ - k * length);
        auto items = source_.template load_valid<PerLane * length, Loads>(origin_, k * length,
                                                                          stride * length, remaining);
        return loaded<PerLane, decltype(items)>{items, &join_, remaining, stride * length};
    }

    IMPULSE_SHARED const op_adaptor<Acc, Op>& join() const { return join_; }
    IMPULSE_SHARED Source& source() const { return source_; }
    IMPULSE_SHARED index_t origin() const { return origin_; }
    IMPULSE_SHARED index_t items() const { return items_; }

  private:
    Source& source_;
    const op_adaptor<Acc, Op>& join_;
    index_t origin_;
    index_t items_;
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
