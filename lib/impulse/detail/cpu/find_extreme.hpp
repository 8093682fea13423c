// SPDX-License-Identifier: Apache-2.0
/// \file
/// The position of an extreme item among contiguous numbers, by one CPU thread. Vectors find the extreme
/// value of each block; then the item is searched in the first block with that value.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(extrema.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/located.hpp>
#include <impulse/detail/op/positions.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/source/source.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The type of the numbers under a source of items with positions, or void.
template <class Source>
struct located_numbers {
    using type = void;
};
template <class Type, class Function>
requires(one_of<Function, locate, locate_pair>&& has_extreme_lanes<Type>) struct located_numbers<
    indexed_source<contiguous_source<Type>, Function>> {
    using type = Type;
};
template <class Type, class Function>
struct located_numbers<whole_indexed_source<contiguous_source<Type>, Function>>
    : located_numbers<indexed_source<contiguous_source<Type>, Function>> {};

/// The comparison of an operator that selects by the order of numbers, and which of equal items it selects.
template <class Op>
struct selects_by {
    using compare = void;
};
template <pick Which, class Compare>
struct selects_by<first_position<Which, Compare>> {
    using compare = Compare;
    static constexpr bool of_minimum = Which == pick::first_min, of_maximum = !of_minimum;
};
template <class Compare>
struct selects_by<first_minimum_last_maximum<Compare>> {
    using compare = Compare;
    static constexpr bool of_minimum = true, of_maximum = true;
};
template <class Op>
requires(has_own_members<Op>&& requires { typename Op::selects; }) struct selects_by<Op>
    : selects_by<typename Op::selects> {
};

/// Whether an operator on the leaves of a source is such a selection.
template <class Op, class Leaves>
consteval bool finds_extremes() {
    if constexpr (requires(const Leaves& leaves) { leaves.source(); }) {
        using type = typename located_numbers<
            std::remove_cvref_t<decltype(std::declval<const Leaves&>().source())>>::type;
        using compare = typename selects_by<Op>::compare;
        if constexpr (!std::is_void_v<type> && !std::is_void_v<compare>) return has_order_bits<type, compare>;
    }
    return false;
}

#if !IMPULSE_HAS_CUDA

/// The position of the first, or the last, of `count` items for which `is` is true. `is` is called with
/// vectors and with single items.
template <bool Last, class Type, class Is>
index_t find_in_lanes(const Type* from, index_t count, const Is& is) {
    using vectors = vectors_of<Type>;
    constexpr index_t each = 4 * vectors::lanes;
    const index_t whole = count / each;
    const auto among = [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) {
            const index_t at = Last ? end - 1 - (i - begin) : i;
            if (is(from[at])) return at;
        }
        return count;
    };
    if (Last)
        if (const index_t at = among(whole * each, count); at < count) return at;
    for (index_t k = 0; k < whole; ++k) {
        const index_t begin = (Last ? whole - 1 - k : k) * each;
        typename vectors::mask found{};
        for (int v = 0; v < 4; ++v)
            found |= (typename vectors::mask)is(vectors::read(from + begin + v * vectors::lanes));
        if (vectors::any(found)) return among(begin, begin + each);
    }
    return Last ? count : among(whole * each, count);
}

/// Finds the position of the minimum or maximum by a comparison: the first or the last of equal items.
template <pick Which, class Compare, class Type>
struct extreme_finder {
    static constexpr bool lower = Which == pick::first_min;
    static constexpr bool last = Which == pick::last_max;
    /// If NaN comes first in the order, a NaN is searched for. With `less` the position of NaN does not
    /// matter.
    static constexpr bool wants_nan =
        std::is_same_v<Compare, std::conditional_t<lower, nan_below, nan_above>>;
    using lanes = extreme_lanes<Type, lower ? side::lower : side::upper,
                                wants_nan ? nan_rule::keep : nan_rule::pass_over,
                                std::is_integral_v<Type> || std::is_same_v<Compare, less>>;

    index_t begin = 0;  ///< the block that has the extreme value
    index_t end = 0;
    Type value{};

    void take(const Type* from, index_t first, index_t count) {
        take(detail::take_in_lanes<lanes>(from + first, count), first, count);
    }
    /// The same with the lanes after these items.
    void take(const lanes& its, index_t first, index_t count) {
        const Type next = its.value();
        // fault: block-of-extreme
        if (end == 0 || detail::takes_place<Which>(next, value, Compare{})) {
            value = next;
            begin = first;
            end = first + count;
        }
    }
    index_t find(const Type* from) const {
        index_t at = 0;
        const index_t count = end - begin;
        if constexpr (std::is_floating_point_v<Type>) {
            if (detail::is_nan(value))  // all items are NaN, or a NaN is searched for
                at = detail::find_in_lanes<last>(from + begin, count,
                                                 [](const auto& item) { return item != item; });
            else if (value == 0 && !std::is_same_v<Compare, less>)
                // fault: position-of-zero
                at = find_zero(from + begin, count);
            else
                at = detail::find_in_lanes<last>(from + begin, count,
                                                 [&](const auto& item) { return item == value; });
        } else {
            using number = typename vectors_of<Type>::number;
            at = detail::find_in_lanes<last>(
                from + begin, count, [&](const auto& item) { return item == static_cast<number>(value); });
        }
        return at < count ? begin + at : begin;  // with `less` all items may be NaN
    }

  private:
    /// Finds a zero of the same sign, by comparing bits.
    index_t find_zero(const Type* from, index_t count) const {
        using word = typename lanes::vectors::word;
        const auto bits = __builtin_bit_cast(word, value);
        const auto is_it = [&]<class Item>(const Item& item) {
            if constexpr (std::is_same_v<Item, Type>)
                return __builtin_bit_cast(word, item) == bits;
            else
                return (typename lanes::mask)item == bits;
        };
        return detail::find_in_lanes<last>(from, count, is_it);
    }
};

/// Two finders that read items at the same time.
template <class First, class Second>
struct both_finders {
    First first;
    Second second;

    void take(const auto* from, index_t begin, index_t count) {
        using lanes = both_lanes<typename First::lanes, typename Second::lanes>;
        const lanes all = detail::take_in_lanes<lanes>(from + begin, count);
        first.take(all.first, begin, count);
        second.take(all.second, begin, count);
    }
};

/// Passes `size` numbers, at least one for each lane, to a finder block by block.
template <class Type, class Finder>
void show_blocks(const Type* from, index_t size, Finder& finder) {
    constexpr index_t block = cpu_tuning::block_bytes / index_t{sizeof(Type)};  // stays in cache
    for (index_t k = 0; k < size; k += block) {
        // The last block has at least one item for each lane; some are read a second time.
        // fault: last-block
        const index_t first = (std::min)(k, size - vectors_of<Type>::lanes);
        const index_t count = (std::min)(block, size - first);
        finder.take(from, first, count);
    }
}

/// The position that a finder finds among `size` numbers, at least one for each lane. This is not inlined, so
/// that a call with few items stays in registers.
template <class Finder, class Type>
[[gnu::noinline]] index_t position_by(const Type* from, index_t size) {
    Finder finder;
    detail::show_blocks(from, size, finder);
    return finder.find(from);
}
template <class Least, class Greatest, class Type>
[[gnu::noinline]] minmax_positions positions_by(const Type* from, index_t size) {
    both_finders<Least, Greatest> both;
    detail::show_blocks(from, size, both);
    return {both.first.find(from), both.second.find(from)};
}

/// The leaf of `range` that an operator selects, or the join of the two leaves.
template <class Acc, class Op, class Leaves, class Join>
[[gnu::always_inline]] inline Acc find_extreme(const Leaves& leaves, interval range, const Join& join) {
    using which = selects_by<Op>;
    using compare = typename which::compare;
    using type = typename located_numbers<std::remove_cvref_t<decltype(leaves.source())>>::type;
    if (range.size() < (std::max)(vectors_of<type>::lanes, 8))
        return detail::fold_in_order<Acc>(leaves, range, join);
    const type* const from = leaves.source().source.first + (leaves.origin() + range.begin);
    if constexpr (which::of_minimum && which::of_maximum) {
        const minmax_positions at =
            detail::positions_by<extreme_finder<pick::first_min, compare, type>,
                                 extreme_finder<pick::last_max, compare, type>>(from, range.size());
        return join(leaves[range.begin + at.min], leaves[range.begin + at.max]);
    } else {
        using finder = extreme_finder<which::of_minimum ? pick::first_min : pick::first_max, compare, type>;
        return leaves[range.begin + detail::position_by<finder>(from, range.size())];
    }
}

template <class Acc, class Op, class Leaves>
requires(finds_extremes<Op, Leaves>()) struct own_way<Acc, Op, Leaves> {
    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        return detail::find_extreme<Acc, Op>(leaves, range, join);
    }
};

/// Sets the position of an extreme, and the number of items, in its accumulator.
template <class Acc>
Acc of_place(Acc all, index_t at, index_t count) {
    // fault: place-of-extreme
    all.at = at;
    all.count = count;
    return all;
}

/// For operators whose accumulator has the extreme of numbers, its position and the number of items.
template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    Op::finds;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
    requires has_extreme_lanes<typename Leaves::item_type>;
}
struct own_way<Acc, Op, Leaves> {
    using type = typename Leaves::item_type;
    using finder = extreme_finder<Op::finds, typename Op::template order<type>, type>;

    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        const index_t first = range.begin * Leaves::length;
        const index_t count = (std::min)(leaves.items(), range.end * Leaves::length) - first;
        const type* const from = leaves.source().first + (leaves.origin() + first);
        if (count < 2 * vectors_of<type>::lanes) return fold(from, count, join);
        finder all;
        detail::show_blocks(from, count, all);
        return found(all, from, count, join);
    }
    /// The first of two steps, for blocks that are joined before the second step. Returns the extreme of
    /// `count` items, with the position from which the search must start.
    static Acc of_block(const type* from, index_t count, const auto& join) {
        if (count < 2 * vectors_of<type>::lanes) return fold(from, count, join);
        finder all;
        all.take(from, 0, count);
        return detail::of_place(join.lift(all.value), 0, count);
    }
    /// The second step: searches `block` items from that position on.
    static void find(Acc& all, const type* from, index_t block, const auto& join) {
        // fault: place-after-blocks
        const finder seen{all.at, (std::min)(all.at + block, all.count), all.value};
        all = found(seen, from, all.count, join);
    }

  private:
    static Acc fold(const type* from, index_t count, const auto& join) {
        Acc all = join.lift(from[0]);
        for (index_t i = 1; i < count; ++i) join.accumulate(all, from[i]);
        return all;
    }
    static Acc found(const finder& seen, const type* from, index_t count, const auto& join) {
        const index_t at = seen.find(from);
        return detail::of_place(join.lift(from[at]), at, count);
    }
};

#endif

}  // namespace impulse::detail
