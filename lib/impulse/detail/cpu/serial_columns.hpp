// SPDX-License-Identifier: Apache-2.0
/// \file
/// A column tile of adjacent strided results, by one CPU thread. It joins a few rows at a time, so that it
/// reads memory in order.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/nodes_of_columns.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/cpu/pairs_as_words.hpp>
#include <impulse/detail/cpu/rows_of_items.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/tree/fold.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// Rows of nodes. Each node is written before it is read, so trivial nodes are not initialized.
template <class Acc, std::size_t Rows, std::size_t Columns>
struct unwritten_nodes {
    uninitialized<Acc> rows[Rows][Columns];
};
template <class Acc, std::size_t Rows, std::size_t Columns>
requires(std::is_trivially_copyable_v<uninitialized<Acc>>) struct unwritten_nodes<Acc, Rows, Columns> {
    unwritten_nodes() {}
    union {
        uninitialized<Acc> rows[Rows][Columns];
    };
};

/// The values of columns with few rows. It takes some columns at a time, so that their waiting nodes stay in
/// the L1 cache.
template <class Acc, class Rows, class Op, class Give>
void give_few_rows(const Rows& rows, int results, interval range, const op_adaptor<Acc, Op>& join,
                   const Give& give) {
    constexpr int width = cpu_tuning::few_rows_bytes / static_cast<int>(sizeof(Acc));
    // A binary counter of pairs of rows, as in give_rows.
    constexpr auto levels = static_cast<std::size_t>(log2_floor(cpu_tuning::few_rows / 2) + 1);
    unwritten_nodes<Acc, levels, static_cast<std::size_t>(width)> memory;
    auto& waiting = memory.rows;
    // How many columns ahead the same rows are prefetched.
    const bool asks = detail::asks_rows(rows, cpu_tuning::cached_array);
    const int ahead = width * static_cast<int>(1 + asked_ahead / cpu_tuning::few_rows_bytes / range.size());
    for (int first = 0; first < results; first += width) {
        const int some = (std::min)(width, results - first);
        int top = 0;  // after the latest
        const auto join_latest = [&] {
            --top;
            for (int c = 0; c < some; ++c)
                waiting[top - 1][c] =
                    uninitialized<Acc>(join(std::move(*waiting[top - 1][c]), std::move(*waiting[top][c])));
        };
        const auto leaf = [&](int c, index_t k) { return rows.leaf(first + c, range.begin + k); };
        for (index_t k = 0; k < range.size(); k += 2) {
            const index_t read = (std::min)(index_t{2}, range.size() - k);
            if constexpr (requires { rows.asks(index_t{0}); })
                if (asks)
                    rows.prefetch(range.begin + k, read, first + ahead, (std::min)(width, results - first));
            auto* const to = waiting[top++];
            if (read == 2)
                for (int c = 0; c < some; ++c) to[c] = uninitialized<Acc>(join(leaf(c, k), leaf(c, k + 1)));
            else
                for (int c = 0; c < some; ++c) to[c] = uninitialized<Acc>(leaf(c, k));
            // fault: join-few-rows
            for (index_t j = k / 2; j % 2 != 0; j /= 2) join_latest();
        }
        while (top > 1) join_latest();
        give(first, some, waiting[0]);
    }
}

/// Calls give(first, count, values) with the values of `results` results over `range`, some at a time, by the
/// tree of this range alone. An empty range has no value. `rows.leaf(result, k)` is leaf k of a result. Needs
/// memory for log2(n) values of each result.
template <class Acc, class Rows, class Op, class Give>
void give_rows(const Rows& rows, int results, interval range, const op_adaptor<Acc, Op>& join,
               const Give& give) {
    if constexpr (sizeof(Acc) <= cpu_tuning::few_rows_bytes)  // the nodes are on the stack
        if (results >= cpu_tuning::few_columns && 0 < range.size() && range.size() <= cpu_tuning::few_rows)
            return detail::give_few_rows(rows, results, range, join, give);
    const row_nodes<Acc, Rows, op_adaptor<Acc, Op>> nodes{rows, join, results};
    const bool adjacent = nodes.are_adjacent;
    const int width = nodes.width();
    const index_t row_bytes = results * index_t{sizeof(Acc)};
    const bool asks =
        row_bytes <= cpu_tuning::row_in_turn &&
        detail::asks_rows(rows, adjacent ? cpu_tuning::cached_adjacent : cpu_tuning::cached_array);
    const index_t step = !adjacent ? rows_at_a_time<Acc, Rows, op_adaptor<Acc, Op>>(results, range.size())
                         : asks    ? cpu_tuning::rows_of_few
                                   : cpu_tuning::adjacent_rows;
    // The nodes of few steps are on the stack.
    constexpr std::size_t few = (std::max)(std::size_t{1}, cpu_tuning::few_rows_bytes / sizeof(Acc));
    unwritten_nodes<Acc, 1, few> on_stack;
    if (0 < range.size() && range.size() <= step && width <= int{few}) {
        nodes.fold(range, step, nullptr, on_stack.rows[0]);
        return give(0, results, on_stack.rows[0]);
    }
    const index_t count = divide_up(range.size(), step);
    // Short rows of a large array are prefetched, and are read alternately at several places, so many steps
    // apart, a power of two.
    constexpr int places = cpu_tuning::places_in_turn;
    const bool in_turn = asks && range.size() * row_bytes >= cpu_tuning::rows_in_turn;
    const index_t apart = in_turn ? floor_power(count) / places : 0;
    // For each place a binary counter of rows of nodes. The waiting rows are contiguous, the latest last.
    const index_t levels = apart > 0 ? log2_floor(apart) + 1 : 0;
    const index_t needed =
        width * (std::max)(places * levels, index_t{count > 0 ? log2_floor(count) + 1 : 1});
    std::vector<uninitialized<Acc>> allocated(needed <= index_t{few} ? 0 : static_cast<std::size_t>(needed));
    uninitialized<Acc>* const waiting = needed <= index_t{few} ? on_stack.rows[0] : allocated.data();
    const auto join_latest = [&](uninitialized<Acc>*& top) {
        top -= width;
        nodes.join_two(top - width, top);
    };
    const index_t ahead = asks ? step * divide_up(asked_ahead, step * row_bytes) : 0;
    // Step t of those from `first` on; `top` is after the latest row.
    const auto take = [&](index_t first, index_t t, uninitialized<Acc>*& top) {
        const index_t at = range.begin + (first + t) * step;
        const interval now{at, (std::min)(at + step, range.end)};
        if constexpr (requires { rows.asks(index_t{0}); })
            if (asks) rows.prefetch(at + ahead, step, 0, results);
        if (t % 2 == 0) {
            nodes.fold(now, step, nullptr, top);
            top += width;
        } else {
            // fault: fold-rows
            nodes.fold(now, step, top - width, top - width);
            // fault: join-rows
            for (index_t k = t / 2; k % 2 != 0; k /= 2) join_latest(top);
        }
    };
    uninitialized<Acc>* top = waiting;
    if (apart > 0) {
        uninitialized<Acc>* of[std::size_t{places}];
        // fault: nodes-of-places
        for (int p = 0; p < places; ++p) of[p] = top + p * levels * width;
        for (index_t t = 0; t < apart; ++t)
            for (int p = 0; p < places; ++p) take(p * apart, t, of[p]);
        // fault: columns-in-turn
        for (int beside = 1; beside < places; beside *= 2)
            for (int p = 0; p < places; p += 2 * beside)
                nodes.join_two(of[p] - width, of[p + beside] - width);
        top += width;
    }
    for (index_t t = places * apart; t < count; ++t) take(0, t, top);
    while (top > waiting + width) join_latest(top);
    give(0, results, waiting);
}

/// Whether rows of two such numbers may be words: the items in memory are the accumulators.
template <class Source, class Acc, class Op>
inline constexpr bool may_be_words = false;
template <class Type, class Acc, class Op>
requires(may_be_dense<strided_source<contiguous_source<Type>, 1>, Acc, Op> && sizeof(Acc) == 4 &&
         std::is_same_v<std::remove_const_t<Type>,
                        Acc>) inline constexpr bool may_be_words<strided_source<contiguous_source<Type>, 1>,
                                                                 Acc, Op> =
    op_adaptor<Acc, Op>::template lifts_freely<Acc>;

/// Calls give(first, count, values) for `results` results of a layout from `first` on, over `range`; each has
/// `items` items.
template <class Acc, class Source, class Op, class Layout, class Give>
void give_items(Source& source, const op_adaptor<Acc, Op>& join, const Layout& layout, index_t first,
                int results, index_t items, interval range, const Give& give) {
    const auto rows_by = [&](const auto& begins) {
        return rows_of_items<Acc, Source, Op, std::remove_cvref_t<decltype(begins)>>{source, join, items,
                                                                                     begins};
    };
    const auto give_all = [&](const auto& rows) {
        using runs = rows_of_runs<Acc, Source, Op, std::remove_cvref_t<decltype(rows.begins)>>;
        if constexpr (runs::are_there)
            if (range.begin % runs::length == 0)
                return detail::give_rows(runs(rows, range.end), results,
                                         {range.begin / runs::length, divide_up(range.end, runs::length)},
                                         join, give);
        detail::give_rows(rows, results, range, join, give);
    };
    const index_t begin = layout.items(first).begin;
    const index_t neighbours = layout.neighbours();
    if (first % neighbours + results <= neighbours) {
        const auto rows = rows_by(adjacent_begins{begin});
#if !IMPULSE_HAS_CUDA
        if constexpr (may_be_words<std::remove_const_t<Source>, Acc, Op>)
            if (results == 2 && source.along.fastest().stride == 2 && range) {
                using array = std::remove_cvref_t<decltype(source.source)>;
                const std::uint64_t node =
                    detail::fold_tree<std::uint64_t>(words_of_items<array>{source.source, begin}, range.begin,
                                                     range.end, join_words<Acc, op_adaptor<Acc, Op>>{});
                uninitialized<Acc> values[2];
                std::memcpy(static_cast<void*>(values), &node, sizeof node);
                return give(0, 2, values);
            }
#endif
        if constexpr (leaves_across<Acc, std::remove_const_t<Op>, std::remove_const_t<Source>>::columns > 0) {
            const rows_of_neighbours<Acc, Source, Op, std::remove_cvref_t<decltype(rows.begins)>>
                neighbouring{{rows}, results};
            return detail::give_rows(neighbouring, results, range, join, give);
        }
        return give_all(rows);
    }
    std::vector<index_t> all;
    for (int r = 0; r < results; ++r) all.push_back(layout.items(first + r).begin);
    give_all(rows_by([begins = all.data()](int r) { return begins[r]; }));
}

/// The partials of subtrees as leaves of results; each is read once.
template <class Acc>
struct rows_of_partials {
    uninitialized<Acc>* partials;
    int width;

    static constexpr bool are_in_memory = true;

    Acc leaf(int result, index_t k) const { return std::move(*partials[k * width + result]); }
};

}  // namespace impulse::detail
