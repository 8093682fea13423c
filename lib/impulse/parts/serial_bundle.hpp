// SPDX-License-Identifier: Apache-2.0
/// \file
/// A bundle of neighbouring results whose items are interleaved, by one CPU thread: a few rows at a time are joined column by
/// column, so that memory is read in the order in which it lies and the compiler makes vectors of columns.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/aggregate.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/sources/leaves.hpp>
#include <impulse/tree/fold.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Column `result` of rows, as fold_tree takes leaves.
template <class Rows, class Acc>
struct column_of_rows {
    const Rows& rows;
    int result;
    Acc operator[](index_t k) const { return rows.leaf(result, k); }
};

/// The values of `results` results over `range`, which is not empty; by the tree, the range's own. `rows.leaf(result, k)` is
/// leaf k of one. Memory for log2(n) values of each.
template <class Acc, class Rows, class Join>
std::vector<cell<Acc>> reduce_rows(const Rows& rows, int results, interval range, const Join& join) {
    constexpr index_t few = 8;
    const auto width = static_cast<std::size_t>(results);
    std::vector<cell<Acc>> row(width);
    std::vector<cell<Acc>> waiting;  // of each level of the tree a row
    index_t t = 0;
    for (index_t at = range.begin; at < range.end; at += few, ++t) {
        const index_t count = range.end - at < few ? range.end - at : few;
        if (count == few)
            for (int c = 0; c < results; ++c)
                row[static_cast<std::size_t>(c)] =
                    cell<Acc>(detail::fold_few<few, Acc>(column_of_rows<Rows, Acc>{rows, c}, at, join));
        else
            for (int c = 0; c < results; ++c)
                row[static_cast<std::size_t>(c)] = cell<Acc>(detail::fold_by_definition<Acc>(
                    column_of_rows<Rows, Acc>{rows, c}, at, at + count, join));
        const bool last = at + few >= range.end;
        std::size_t level = 0;
        for (; t >> level != 0; ++level) {
            if ((t >> level & 1) == 0) {
                if (last) continue;
                break;
            }
            cell<Acc>* const left = waiting.data() + level * width;
            for (std::size_t c = 0; c < width; ++c)
                row[c] = cell<Acc>(join(std::move(*left[c]), std::move(*row[c])));
        }
        if (last) break;
        if (waiting.size() < (level + 1) * width) waiting.resize((level + 1) * width);
        for (std::size_t c = 0; c < width; ++c) waiting[level * width + c] = std::move(row[c]);
    }
    return row;
}

/// give(r, value) for each of them; of an empty range there is no value.
template <class Acc, class Rows, class Op, class Give>
void give_rows(const Rows& rows, int results, interval range, const joining<Acc, Op>& join,
               const Give& give) {
    std::vector<cell<Acc>> values(static_cast<std::size_t>(results));
    if (range) values = detail::reduce_rows<Acc>(rows, results, range, join);
    for (int r = 0; r < results; ++r) give(r, values[static_cast<std::size_t>(r)]);
}

/// The leaves of a source's results: result r begins at begins(r).
template <class Acc, class Source, class Op, class Begins>
struct rows_of_items {
    Source& source;
    const joining<Acc, Op>& join;
    index_t items;  ///< of each
    Begins begins;

    Acc leaf(int result, index_t k) const {
        const index_t begin = begins(result);
        return leaves<Acc, Source, Op, in_flight>(source, join, {begin, begin + items})[k];
    }
};

/// The same for `results` results of a layout, from `first` on, of so many items each.
template <class Acc, class Source, class Op, class Layout, class Give>
void give_items(Source& source, const joining<Acc, Op>& join, const Layout& layout, index_t first,
                int results, index_t items, interval range, const Give& give) {
    const auto give_by = [&](const auto& begins) {
        using rows = rows_of_items<Acc, Source, Op, std::remove_cvref_t<decltype(begins)>>;
        detail::give_rows(rows{source, join, items, begins}, results, range, join, give);
    };
    std::vector<index_t> all;
    bool neighbours = true;
    for (int r = 0; r < results; ++r) {
        all.push_back(layout.items(first + r).begin);
        neighbours = neighbours && all.back() == all.front() + r;
    }
    if (neighbours)  // the compiler must see that they are
        give_by([begin = all.front()](int r) { return begin + r; });
    else
        give_by([begins = all.data()](int r) { return begins[r]; });
}

/// The cells that the pieces of results left, as leaves; each is read once.
template <class Acc>
struct rows_of_cells {
    cell<Acc>* cells;
    int width;
    Acc leaf(int result, index_t k) const { return std::move(*cells[k * width + result]); }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
