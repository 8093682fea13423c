// SPDX-License-Identifier: Apache-2.0
/// \file
/// `leaves`: the items of one result as leaves of the tree, already accumulators.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/later_items.hpp>
#include <impulse/detail/source/source.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {
/// How the lanes of a warp load leaves, one tile at a time: each lane makes `vector_loads` loads of `leaves`
/// consecutive leaves, in up to `rounds` rounds. All are powers of two.
struct tile_shape {
    int leaves;
    int vector_loads;
    int rounds = 1;
    int few_vector_loads = 1;  ///< if a warp takes so few leaves only once
    IMPULSE_SHARED constexpr int per_lane() const { return leaves * vector_loads; }  ///< of a round
    IMPULSE_SHARED constexpr int few() const {
        return leaves * few_vector_loads;
    }  ///< the same if there are few
};

namespace detail {

IMPULSE_SHARED constexpr int power_within(int most) {
    int power = 1;
    while (2 * power <= most) power *= 2;
    return power;
}

/// Contiguous leaves are loaded in 16-byte words, one from each of the coalesced vector loads; if a leaf does
/// not divide a word, in as many words as hold a power of two of them. A lane loads `in_flight` bytes, from
/// all of its `arrays` together, or less if so many items took too many instructions, or their accumulators
/// too many registers.
IMPULSE_SHARED constexpr tile_shape tile_shape_for(int item_bytes, int leaf, int acc_bytes, int arrays,
                                                   int in_flight) {
    const int bytes = item_bytes * leaf;
    constexpr int word = 16;
    int group = 1;
    while (group * bytes % word != 0) group *= 2;
    if (bytes == word) group = 2;  // their join needs no exchange
    while (acc_bytes > bytes && group * bytes < 2 * acc_bytes &&
           2 * group * acc_bytes <= kernel_tuning::max_joined)
        group *= 2;
    if (group * bytes > in_flight) return {power_within(in_flight / bytes), 1};
    const int held = acc_bytes == bytes ? in_flight / acc_bytes : in_flight / 2 / acc_bytes;
    int vector_loads = in_flight / (group * bytes * arrays);
    if (vector_loads > held) vector_loads = held;
    return {group, power_within(vector_loads < kernel_tuning::max_items / (group * leaf)
                                    ? vector_loads
                                    : kernel_tuning::max_items / (group * leaf))};
}

/// For tiles that are staged in shared memory: lanes load nothing.
inline constexpr int in_flight_staged = 0;

/// If leaves do not fit into words, a lane takes one leaf from each vector load. If accumulators are larger
/// than leaves, it takes up to eight adjacent leaves with as many bytes as one accumulator, because joining
/// those needs no exchange; of small items it takes pairs (`takes_pairs`). Two arrays are read together, and
/// a lane stores the items computed from both.
IMPULSE_SHARED constexpr tile_shape scattered_shape_for(int item_bytes, int read_bytes, int leaf,
                                                        int acc_bytes, int loaded_bytes, bool in_pairs) {
    const int counted = leaf * (item_bytes < read_bytes / 2 ? read_bytes / 2 : item_bytes);
    const int bytes = counted < 4 ? 4 : counted;
    const bool is_capped = leaf > 1 || acc_bytes > 16 || loaded_bytes < 128;
    const int at_once = is_capped && loaded_bytes != kernel_tuning::in_flight_of_uneven ? 128 : loaded_bytes;
    int group = in_pairs && leaf == 1 && loaded_bytes == kernel_tuning::in_flight ? 2 : 1;
    while (group < 8 && group * bytes < acc_bytes && 2 * group * bytes <= at_once) group *= 2;
    return {group, power_within(at_once / (group * bytes))};
}

/// The number of rounds of a tile if accumulators are larger than an item, so that lanes exchange fewer
/// accumulators. The space for the nodes of a lane limits it.
IMPULSE_SHARED constexpr int max_rounds_for(int vector_loads, int item_bytes, int acc_bytes) {
    const int rounds = kernel_tuning::max_kept / (acc_bytes * vector_loads);
    if (acc_bytes <= 16 || acc_bytes <= item_bytes || rounds < 1) return 1;
    return power_within(rounds < kernel_tuning::max_rounds ? rounds : kernel_tuning::max_rounds);
}

/// How tiles are staged: each lane has a run of `leaves` consecutive leaves in each of some buffers. 0: tiles
/// are not staged.
struct staging {
    int leaves = 0;
    int buffers = 0;
    bool needs_255_registers = false;
};

/// Three kinds are staged: wide items and leaves that are lifted as a whole, because the words of no two
/// lanes would share a memory line; and items of large accumulators, because a lane has no registers to load
/// ahead.
template <class Acc, class Source, class Op>
consteval staging staging_of() {
    using item = typename Source::item_type;
    constexpr int leaf = leaf_length<Acc, std::remove_const_t<Op>, item>();
    if (!is_contiguous<std::remove_const_t<Source>> || alignof(item) < 4 || !copies_as_bytes_v<item>)
        return {};
    constexpr int bytes = sizeof(item) * leaf;
    constexpr bool reads = reads_leaves<std::remove_const_t<Op>>;
    constexpr bool packs = takes_packs<Acc, std::remove_const_t<Op>, item>;
    constexpr int most = reads ? kernel_tuning::max_leaf_read_late : kernel_tuning::max_leaf;
    if (leaf > 1) return (packs || reads) && bytes > 16 && bytes <= most ? staging{1, 2} : staging{};
    if (bytes > 32 && bytes <= 256 && sizeof(Acc) == sizeof(item))
        return {power_within(kernel_tuning::staged_wide / bytes), 2, true};
    if (sizeof(Acc) > 16 && sizeof(Acc) > sizeof(item) && bytes <= 16 &&
        !selects_items<std::remove_const_t<Op>> && freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree)
        return {power_within(kernel_tuning::staged_narrow / bytes), 2};
    return {};
}

/// The bytes of a subtree that a lane loads at once.
template <class Acc, class Source, class Op>
inline constexpr int in_flight_of_subtree = staging_of<Acc, Source, Op>().leaves > 0
                                                ? in_flight_staged
                                                : kernel_tuning::in_flight;

/// The same with a schedule whose blocks fetch subtrees, or do not.
template <class Acc, class Source, class Op, bool Fetches>
inline constexpr int in_flight_under =
    Fetches && !costs_alike<std::remove_const_t<Source>> ? kernel_tuning::in_flight_of_uneven
                                                         : in_flight_of_subtree<Acc, Source, Op>;

/// The bytes that a lane stores for a leaf until it is joined: those of its accumulator, or of its items if
/// the operator selects among items.
template <class Acc, class Source, class Op>
consteval int held_bytes() {
    if constexpr (selects_items<Op>)
        return Source::item_bytes;
    else
        return static_cast<int>(sizeof(Acc));
}

/// Leaf k of a result has the items [k Length, (k + 1) Length); the last leaf may have fewer. `Source` may be
/// const. A lane loads up to `InFlight` bytes at once: 256 bytes need 128 registers for each thread.
template <class Acc, class Source, class Op, int InFlight>
class leaves {
  public:
    using item_type = typename Source::item_type;
    using accumulator = Acc;
    template <class OtherAcc, class OtherOp>
    using by = leaves<OtherAcc, Source, OtherOp, InFlight>;  ///< the leaves for another operator
    using operator_type = std::remove_const_t<Op>;
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, item_type>();
    static constexpr bool has_whole_tiles = true;
    static constexpr bool may_be_few =
        InFlight != in_flight_staged && InFlight != kernel_tuning::in_flight_of_uneven &&
        InFlight < kernel_tuning::in_flight;  ///< a subtree of few leaves has another shape
    static constexpr staging staged =
        InFlight == in_flight_staged ? staging_of<Acc, Source, Op>() : staging{};
    static constexpr tile_shape shape = [] {
        constexpr bool packs =
            takes_packs<Acc, std::remove_const_t<Op>, item_type>;  // each pack counts as one item
        constexpr int held = held_bytes<Acc, Source, std::remove_const_t<Op>>();
        constexpr int as_one = packs ? length : 1;
        tile_shape s = staged.leaves > 0 ? tile_shape{staged.leaves, 1}
                       : Source::arrays == 0
                           ? scattered_shape_for(Source::item_bytes * as_one, Source::read_bytes * as_one,
                                                 length / as_one, held, InFlight,
                                                 takes_pairs<Acc, Source, std::remove_const_t<Op>>)
                           : tile_shape_for(Source::item_bytes * as_one, length / as_one, held,
                                            Source::arrays, InFlight);
        const bool has_smem = staged.leaves > 0 || InFlight == kernel_tuning::in_flight;
        if (has_smem && freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree)
            s.rounds = max_rounds_for(s.vector_loads, Source::item_bytes, static_cast<int>(sizeof(Acc)));
        if (held <= 8 && s.vector_loads > 4)
            s.few_vector_loads = s.vector_loads / 4;  // otherwise joins take too long
        else if (held <= 8 && Source::arrays > 2)
            s.few_vector_loads = power_within((std::min)(kernel_tuning::few_of_arrays, s.vector_loads));
        return s;
    }();
    IMPULSE_SHARED constexpr leaves(Source& source, const op_adaptor<Acc, Op>& join, interval items)
        : source_(source), join_(join), origin_(items.begin), items_(items.size()) {}

    /// The number of leaves.
    IMPULSE_SHARED constexpr index_t count() const {
        return length == 1 ? items_ : items_ / length + (items_ % length != 0 ? 1 : 0);
    }

    /// Whether the leaf before `end` has fewer items than others.
    IMPULSE_SHARED bool ends_short(index_t end) const { return length > 1 && end * length > items_; }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED constexpr Acc operator[](index_t k) const {
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

    /// Prefetches leaves that come after the `n` from k on.
    void ask_ahead(index_t k, index_t n) const requires(source_asks_ahead<std::remove_const_t<Source>>) {
        source_.ask_ahead(origin_, k * length, n * length);
    }

    /// Loads vector loads of PerLane leaves, loaded together; `loaded(j)` is leaf j.
    template <int PerLane, class Items>
    struct loaded {
        Items items;
        const op_adaptor<Acc, Op>* join;
        int remaining;  ///< items from the begin of the first vector load on
        int stride;     ///< in items, from one vector load to the next
        /// Whether leaves that are not valid may be read.
        static constexpr bool has_zeros =
            length == 1 && op_adaptor<Acc, Op>::template lifts_freely<item_type> && zeroes_invalid<Items>;

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

    /// Whether nothing is loaded ahead, because a lane has no registers for a leaf: it folds items while it
    /// reads them.
    static constexpr bool are_read_later =
        reads_leaves<std::remove_const_t<Op>> && length * sizeof(item_type) > 64;

    /// Consecutive items as loaded leaves, all of them valid.
    template <class Items>
    IMPULSE_INLINE auto of(const Items& items) const {
        return loaded<shape.leaves, Items>{items, &join_, shape.per_lane() * length, 0};
    }

    /// The vector loads at the leaves k, k + stride, ...; all items of this lane and of the other lanes are
    /// valid.
    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load([[maybe_unused]] const Warp& warp, index_t k, index_t stride) const {
        if constexpr (are_read_later) {
            const later_items<Source, PerLane * length> items{{source_, origin_, k * length},
                                                              stride * length};
            return loaded<PerLane, decltype(items)>{items, &join_, PerLane * Loads * length, 0};
        } else {
            // fault: leaves-from-origin
            auto items =
                source_.template load<PerLane * length, Loads>(warp, origin_, k * length, stride * length);
            return loaded<PerLane, decltype(items)>{items, &join_, PerLane * Loads * length, 0};
        }
    }
    /// The same if only the first `valid` items from k on are valid (none, if negative). The others are not
    /// loaded, and may only be read if `has_zeros`.
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t k, int stride, int valid) const {
        const int safe_leaves = (Loads - 1) * stride + PerLane;
        int remaining = (length > 1 && valid > safe_leaves ? safe_leaves : valid) * length;
        if (length > 1 && k * length + remaining > items_) remaining = static_cast<int>(items_ - k * length);
        if constexpr (are_read_later) {
            const later_items<Source, PerLane * length> items{{source_, origin_, k * length},
                                                              index_t{stride} * length};
            return loaded<PerLane, decltype(items)>{items, &join_, remaining, stride * length};
        } else {
            auto items = source_.template load_valid<PerLane * length, Loads>(origin_, k * length,
                                                                              stride * length, remaining);
            return loaded<PerLane, decltype(items)>{items, &join_, remaining, stride * length};
        }
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

/// The same, with the types of the arguments.
template <int InFlight, class Source, class Acc, class Op>
IMPULSE_SHARED constexpr leaves<Acc, Source, Op, InFlight> leaves_in(Source& source,
                                                                     const op_adaptor<Acc, Op>& join,
                                                                     interval items) {
    return {source, join, items};
}

}  // namespace detail
}  // namespace impulse
