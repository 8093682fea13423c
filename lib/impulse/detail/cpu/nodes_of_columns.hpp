// SPDX-License-Identifier: Apache-2.0
/// \file
/// The nodes of a few rows of adjacent columns, by one CPU thread: with vectors across columns, or column by
/// column.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstring>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether rows can be prefetched, and it is worth while: whether their array has at least so many bytes.
template <class Rows>
bool asks_rows(const Rows& rows, index_t least) {
    if constexpr (requires { rows.asks(least); })
        return rows.asks(least);
    else
        return false;
}

/// Column `result` of rows, as leaves for fold_tree.
template <class Rows, class Acc>
struct column_of_rows {
    const Rows& rows;
    int result;
    Acc operator[](index_t k) const { return rows.leaf(result, k); }
};

/// Whether columns are joined as vectors: numbers in memory whose join is one instruction.
template <class Acc, class Rows, class Join>
inline constexpr bool joins_by_vectors = Rows::are_in_memory&& folds_by_simd<Acc, Join>;

/// Whether a vector may read a row and the items that follow it (nodes of rows that are adjacent in memory).
template <class Rows>
concept may_be_adjacent = requires(const Rows& rows) {
    rows.fill_vectors(0, 0);
};

/// How many of `rows` rows are read at a time, a power of two. With vectors: enough rows that a node is worth
/// a call. Otherwise eight long rows, which are eight streams of memory; few short rows, which are read
/// almost one after another; and for few columns a node of many rows, which is worth a loop.
template <class Acc, class Rows, class Join>
constexpr index_t rows_at_a_time(int columns, index_t rows) {
    constexpr int few_columns = cpu_tuning::few_columns;
    constexpr int long_row = cpu_tuning::long_row_bytes / static_cast<int>(sizeof(Acc));
    index_t best = columns < few_columns ? cpu_tuning::rows_of_few
                   : columns < long_row  ? cpu_tuning::short_rows
                                         : cpu_tuning::long_rows;
    if constexpr (joins_by_vectors<Acc, Rows, Join>)
        if (columns >= lane_rows<Acc, Rows, Join>::lanes)
            best = detail::clamp(
                floor_power(cpu_tuning::node_bytes / (index_t{columns} * index_t{sizeof(Acc)}) + 1),
                cpu_tuning::long_rows, cpu_tuning::rows_of_few);
    return best < rows ? best : columns < few_columns && rows >= 8 ? 8 : 4;
}

/// A node of 64 leaves, in a loop.
template <class Acc, class Leaves, class Join>
Acc fold_64(const Leaves& leaves, index_t at, const Join& join) {
    if constexpr (folds_by_levels<Acc>) return detail::fold_node<64, Acc>(leaves, at, join);
    uninitialized<Acc> node[8];
    for (int k = 0; k < 8; ++k)
        node[k] = uninitialized<Acc>(detail::fold_few<8, Acc>(leaves, at + 8 * k, join));
    struct nodes {
        uninitialized<Acc>* from;
        Acc operator[](index_t k) const { return std::move(*from[k]); }
    };
    return detail::fold_few<8, Acc>(nodes{node}, 0, join);
}

/// The node of the last rows, which are fewer than are read at a time.
template <class Acc, class Leaves, class Join>
Acc fold_last(const Leaves& leaves, interval range, const Join& join) {
    if constexpr (folds_by_levels<Acc>)
        return detail::fold_levels<32, Acc>(leaves, range.begin, static_cast<int>(range.size()), join);
    if (range.size() < 8)
        return detail::fold_digits<4, Acc>(leaves, range.begin, static_cast<int>(range.size()), join);
    return detail::fold_by_definition<Acc>(leaves, range.begin, range.end, join);
}

/// The nodes of some rows, one for each column.
template <class Acc, class Rows, class Join>
struct row_nodes {
    const Rows& rows;
    const Join& join;
    int columns;
    bool are_adjacent = [&] {
        if constexpr (may_be_adjacent<Rows>)
            return rows.fill_vectors(columns, vectors::lanes);
        else
            return false;
    }();

    /// The numbers of a row of nodes; those after the columns are not used.
    int width() const {
        if constexpr (may_be_adjacent<Rows>)
            if (are_adjacent) return vectors::lanes;
        return columns;
    }
    /// Sets to[c] to the node of column c over `range`, which has at most `step` rows; with `from`, to
    /// from[c] joined with that node.
    void fold(interval range, index_t step, uninitialized<Acc>* from, uninitialized<Acc>* to) const {
        const index_t at = range.begin;
        if constexpr (may_be_adjacent<Rows>)
            if (are_adjacent)
                return by_vectors_of<vectors>(from, to,
                                              [&](int) { return adjacent_node(vectors{rows}, range); });
        // fault: last-rows
        if (range.size() < step)
            return by_columns(from, to,
                              [&](const auto& c) { return detail::fold_last<Acc>(c, range, join); });
        if constexpr (by_vectors)
            if (columns >= vectors::lanes) return fold_vectors<vectors>(at, step, from, to);
        if constexpr (by_vectors)
            if (columns >= short_vectors::lanes) return fold_vectors<short_vectors>(at, step, from, to);
        if (step == 4)
            by_columns(from, to, [&](const auto& c) { return detail::fold_node<4, Acc>(c, at, join); });
        else if (step == 8)
            by_columns(from, to, [&](const auto& c) { return detail::fold_node<8, Acc>(c, at, join); });
        else
            by_columns(from, to, [&](const auto& c) { return detail::fold_64<Acc>(c, at, join); });
    }
    void join_two(uninitialized<Acc>* left, uninitialized<Acc>* right) const {
        if constexpr (by_vectors)
            if (width() >= vectors::lanes)
                return by_vectors_of<vectors>(left, left,
                                              [right](int c) { return load<vectors>(right + c); });
        for (int c = 0; c < columns; ++c)
            left[c] = uninitialized<Acc>(join(std::move(*left[c]), std::move(*right[c])));
    }

  private:
    using vectors = lane_rows<Acc, Rows, Join>;
    using short_vectors = lane_rows<Acc, Rows, Join, 1>;
    static constexpr bool by_vectors = joins_by_vectors<Acc, Rows, Join>;

    template <class Vectors>
    void fold_vectors(index_t at, index_t step, uninitialized<Acc>* from, uninitialized<Acc>* to) const {
        const auto by = [&](const auto& node) {
            by_vectors_of<Vectors>(from, to, [&](int c) { return node(Vectors{rows, c}); });
        };
        if (step == 4) return by([at](const Vectors& v) { return v.template node<4>(at); });
        if (step == 8) return by([at](const Vectors& v) { return v.template node<8>(at); });
        return by([at, step](const Vectors& v) { return v.node(at, step); });
    }

    /// The node of adjacent rows: one vector reads a row and the items that follow it, which also belong to
    /// the call. The last rows are read item by item.
    template <class Vectors>
    typename Vectors::vec adjacent_node(const Vectors& v, interval range) const {
        const index_t at = range.begin, size = range.size();
        if ((rows.items - range.end) * columns >= Vectors::lanes - columns) {
            if (size >= 16 && is_power(size)) return v.node(at, size);
            if (size == 8) return v.template node<8>(at);
            if (size == 4) return v.template node<4>(at);
            if (size == 2) return v.template node<2>(at);
            if (size == 1) return v[at];
        } else if (size == 1) {
            return v.some(at, columns);
        }
        const index_t middle = at + floor_power(size - 1);
        const auto left = adjacent_node(v, {at, middle});
        // fault: adjacent-halves
        return v(left, adjacent_node(v, {middle, range.end}));
    }

    /// Sets to[c] to node(column c), or with `from` to from[c] joined with it.
    void by_columns(uninitialized<Acc>* from, uninitialized<Acc>* to, const auto& node_of) const {
        const auto node = [&](int c) { return node_of(column_of_rows<Rows, Acc>{rows, c}); };
        for (int c = 0; c < columns; ++c)
            if (from == nullptr)
                to[c] = uninitialized<Acc>(node(c));
            else
                to[c] = uninitialized<Acc>(join(std::move(*from[c]), node(c)));
    }
    /// The same with vectors of columns, for at least as many columns as a vector has lanes. The last vector
    /// overlaps the one before it, so it is computed before any column is written.
    template <class Vectors>
    void by_vectors_of(uninitialized<Acc>* from, uninitialized<Acc>* to, const auto& node) const {
        const auto value = [&](int c) {
            return from == nullptr ? node(c) : Vectors{rows}(load<Vectors>(from + c), node(c));
        };
        const int end = width() - Vectors::lanes;
        // fault: last-vector
        const auto last = value(end);
        for (int c = 0; c < end; c += Vectors::lanes) store(to + c, value(c));
        store(to + end, last);
    }
    template <class Vectors>
    static auto load(const uninitialized<Acc>* from) {
        typename Vectors::vec v;
        std::memcpy(&v, static_cast<const void*>(from), sizeof v);
        return v;
    }
    static void store(uninitialized<Acc>* to, const auto& v) {
        std::memcpy(static_cast<void*>(to), &v, sizeof v);
    }
};

}  // namespace impulse::detail
