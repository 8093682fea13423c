// SPDX-License-Identifier: Apache-2.0
/// \file
/// The leaves of adjacent strided results, for a CPU thread: one leaf at a time, or the leaves of several
/// columns.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The begins of adjacent results. A type of its own, so that the compiler knows that they are adjacent.
struct adjacent_begins {
    index_t first;
    constexpr index_t operator()(int result) const { return first + result; }
};

/// Whether the array under a source can be prefetched.
template <class Source>
inline constexpr bool array_asks_ahead = requires(const Source& source) {
    source.beneath().source.prefetch(index_t{0}, index_t{0}, index_t{0});
};

/// Whether rows may be adjacent in memory and can be joined as vectors. (The items after a row are joined
/// too, and their sums dropped, so no such sum may be undefined behavior.)
template <class Source, class Acc, class Op>
inline constexpr bool may_be_dense = false;
template <class Type, class Acc, class Op>
inline constexpr bool may_be_dense<strided_source<contiguous_source<Type>, 1>, Acc, Op> =
    copies_as_bytes_v<Type>&& folds_by_simd<Acc, op_adaptor<Acc, Op>> &&
    (!std::is_integral_v<Acc> || std::is_unsigned_v<Acc> || wraps_around<Acc, std::remove_const_t<Op>>);

/// The leaves of results of a source; result r begins at begins(r).
template <class Acc, class Source, class Op, class Begins>
struct rows_of_items {
    Source& source;
    const op_adaptor<Acc, Op>& join;
    index_t items;  ///< of each result
    Begins begins;

    static constexpr bool are_in_memory = is_in_memory<std::remove_const_t<Source>>;
    static constexpr bool are_neighbours = std::is_same_v<Begins, adjacent_begins>;
    static constexpr bool asks_ahead = are_neighbours && array_asks_ahead<Source>;

    /// Whether a vector of so many lanes reads a row and the items that follow it.
    bool fill_vectors(int results, int lanes) const
        requires(are_neighbours&& may_be_dense<std::remove_const_t<Source>, Acc, Op>) {
        return lanes / 4 < results && results <= lanes && source.along.fastest().stride == results;
    }

    /// Whether the array has at least so many bytes, so that it is not in a cache.
    bool asks(index_t least) const requires(asks_ahead) {
        return source.beneath().source.count * index_t{Source::item_bytes} >= least;
    }
    /// Prefetches `n` leaves from leaf k on, if so many exist, of `results` results from `first` on.
    void prefetch(index_t k, index_t n, int first, int results) const requires(asks_ahead) {
        constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
        const index_t begin = k * length, end = (k + n) * length, row = begins(first);
        if (end > items) return;
        const auto& rows = source.beneath();
        const index_t stride = rows.along.fastest().stride;
        if (results <= stride && stride < 2 * results && rows.goes_on(static_cast<int>(end - begin)))
            rows.source.prefetch(row, rows.offset(begin), (end - begin) * stride);  // nearly contiguous
        else
            for (index_t i = begin; i < end; ++i) rows.source.prefetch(row, rows.offset(i), results);
        asm volatile("");  // no code; otherwise g++ removes the call, which only prefetches
    }

    Acc leaf(int result, index_t k) const {
        const index_t begin = begins(result);
        return detail::leaves_in<kernel_tuning::in_flight>(source, join, {begin, begin + items})[k];
    }
    /// Leaf k of as many results as a vector has lanes, if the items in memory are the accumulators. Written
    /// out, because clang++ reads single items.
    template <class Vec>
    Vec vector(int first, index_t k) const
        requires(are_neighbours&& are_in_memory&&
                     std::is_same_v<std::remove_const_t<typename Source::item_type>, Acc>&&
                         op_adaptor<Acc, Op>::template lifts_freely<Acc>) {
        Vec v;
        // fault: vector-of-row
        std::memcpy(&v, source.source.first + (begins(first) + source.offset(k)), sizeof v);
        return v;
    }
};

/// Runs of items as leaves, up to item `end`, for several operators (`together`): each folds a run by itself,
/// which is faster than joining accumulators of all of them.
template <class Acc, class Source, class Op, class Begins>
struct rows_of_runs : rows_of_items<Acc, Source, Op, Begins> {
    using base = rows_of_items<Acc, Source, Op, Begins>;
    static constexpr index_t length = divide_up(64, index_t{sizeof(typename Source::item_type)});
    static constexpr bool are_there = [] {
        if constexpr (requires { requires bare<std::remove_const_t<Op>>::type::several; })
            return freedom_v<std::remove_const_t<Op>, Acc> != grouping::tree &&
                   leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>() == 1;
        else
            return false;
    }();
    index_t end;

    rows_of_runs(const base& rows, index_t last) : base(rows), end(last) {}

    void prefetch(index_t k, index_t n, int first, int results) const requires(base::asks_ahead) {
        base::prefetch(k * length, n * length, first, results);
    }
    Acc leaf(int result, index_t k) const {
        const index_t first = k * length;
        // fault: run-of-rows
        const index_t remaining = end - first;
        return detail::fold_leaf<int{length}, Acc>(
            this->join, items_from<Source>{this->source, this->begins(result), first}, 0,
            remaining < length ? static_cast<int>(remaining) : int{length});
    }
};

/// The leaves of adjacent results. Leaves of several columns are computed at once and kept until they are
/// used.
template <class Acc, class Source, class Op, class Begins>
struct rows_of_neighbours : rows_of_items<Acc, Source, Op, Begins> {
    using base = rows_of_items<Acc, Source, Op, Begins>;
    using by = leaves_across<Acc, std::remove_const_t<Op>, std::remove_const_t<Source>>;
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    static constexpr int rows_kept = cpu_tuning::rows_of_few;
    struct kept_leaves {
        index_t of;  ///< which leaf is kept
        int first;   ///< the first result
        uninitialized<Acc> leaf[std::size_t{by::columns}];
    };
    int results;
    mutable kept_leaves kept[std::size_t{rows_kept}];

    rows_of_neighbours(const base& rows, int n) : base(rows), results(n) {
        for (kept_leaves& each : kept) each.of = -1;
    }

    Acc leaf(int result, index_t k) const {
        const int first = result / by::columns * by::columns;
        if (first + by::columns > results || (k + 1) * length > this->items) return base::leaf(result, k);
        kept_leaves& some = kept[k % rows_kept];
        if (some.of != k || some.first != first) {
            by::of(this->source, this->begins(first), k * length, some.leaf);
            some.of = k, some.first = first;
        }
        return *some.leaf[result - first];
    }
};

}  // namespace impulse::detail
