// SPDX-License-Identifier: Apache-2.0
/// \file
/// Leaves → one value, by one CPU thread: by the tree, one after the other where the operator is exact and takes items
/// in itself, or with their order dropped.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/joining.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/sources/leaves.hpp>
#include <impulse/sources/source.hpp>
#include <impulse/standard.hpp>
#include <impulse/tree/fold.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

// Independent accumulators hide the latency of the operator, and the compiler makes vector registers of them. 64 floats
// are eight AVX2 registers: fewer leave the adders waiting.
template <class Acc>
inline constexpr int side_by_side = std::is_arithmetic_v<Acc> ? 64 : 8;

/// Order dropped: two halves are read at the same time, as two streams of memory (5 to 11% faster than one on two
/// cores); of each, accumulator l takes the leaves l, l + L, l + 2L and so on. Written out, because a loop over the
/// halves is not made vectors of.
template <class Acc, class Leaves, class Join>
Acc fold_striped(const Leaves& leaves, interval range, const Join& join) {
    constexpr int L = side_by_side<Acc> / 2;
    const index_t half = range.size() / (2 * L) * L;
    Acc a[L];
    Acc b[L];
    for (int l = 0; l < L; ++l) a[l] = leaves[range.begin + l];
    for (int l = 0; l < L; ++l) b[l] = leaves[range.begin + half + l];
    for (index_t i = range.begin + L; i < range.begin + half; i += L) {
        for (int l = 0; l < L; ++l) a[l] = join(std::move(a[l]), leaves[i + l]);
        for (int l = 0; l < L; ++l) b[l] = join(std::move(b[l]), leaves[i + half + l]);
    }
    for (int l = 0; l < L; ++l) a[l] = join(std::move(a[l]), std::move(b[l]));
    for (int distance = L / 2; distance > 0; distance /= 2)
        for (int l = 0; l < distance; ++l) a[l] = join(std::move(a[l]), std::move(a[l + distance]));
    for (index_t i = range.begin + 2 * half; i < range.end; ++i) a[0] = join(std::move(a[0]), leaves[i]);
    return a[0];
}

/// Leaves as rows of lanes: lane l of the row at k has leaf k + l.
template <class Leaves>
struct leaf_rows {
    const Leaves& leaves;
    auto leaf(int l, index_t k) const { return leaves[k + l]; }
};

/// The same by vectors, which a compiler would keep in memory were they arrays of numbers.
template <class Acc, class Leaves, class Join>
Acc fold_striped_by_lanes(const Leaves& leaves, interval range, const Join& join) {
    const leaf_rows<Leaves> lanes{leaves};
    using rows_type = lane_rows<Acc, leaf_rows<Leaves>, Join>;
    using vec = typename rows_type::vec;
    const rows_type rows{lanes};
    constexpr int W = rows_type::lanes;
    constexpr int V = 4;
    const index_t half = range.size() / (2 * V * W) * (V * W);
    const index_t middle = range.begin + half;
    vec a[V], b[V];
    for (int v = 0; v < V; ++v) a[v] = rows[range.begin + v * W], b[v] = rows[middle + v * W];
    for (index_t i = V * W; i < half; i += V * W)
        for (int v = 0; v < V; ++v) {
            a[v] = rows(a[v], rows[range.begin + i + v * W]);
            b[v] = rows(b[v], rows[middle + i + v * W]);
        }
    for (int v = 0; v < V; ++v) a[v] = rows(a[v], b[v]);
    for (int distance = V / 2; distance > 0; distance /= 2)
        for (int v = 0; v < distance; ++v) a[v] = rows(a[v], a[v + distance]);
    Acc all = a[0][0];
    for (int l = 1; l < W; ++l) all = join(std::move(all), Acc(a[0][l]));
    for (index_t i = range.begin + 2 * half; i < range.end; ++i) all = join(std::move(all), leaves[i]);
    return all;
}

/// Whether an exact operator takes items in by a way of its own, without leaves: of packs only by runs, which are longer.
template <class Acc, class Op, class Leaves>
consteval bool goes_without_leaves() {
    if constexpr (requires(const Leaves& leaves) { leaves.source(); }) {
        using source = std::remove_cvref_t<decltype(std::declval<const Leaves&>().source())>;
        using item = typename Leaves::item_type;
        if constexpr (takes_packs<Acc, Op, item>)
            return is_contiguous<source> && accumulates_runs<Op, Acc, item>;
        else
            return names_accumulate<Op>;
    } else {
        return false;
    }
}

template <class Acc, class Leaves, class Op>
Acc accumulate_items(const Leaves& leaves, interval range, const joining<Acc, Op>& join) {
    using item = typename Leaves::item_type;
    const auto& source = leaves.source();
    const index_t origin = leaves.origin();
    const index_t begin = range.begin * Leaves::length;
    const index_t end = (std::min)(leaves.items(), range.end * Leaves::length);
    Acc acc = join.lift(source.at(origin, begin));
    if constexpr (is_contiguous<std::remove_cvref_t<decltype(source)>> &&
                  accumulates_runs<std::remove_const_t<Op>, Acc, item>)
        join.accumulate(acc, source.first + (origin + begin + 1), source.first + (origin + end));
    else
        for (index_t i = begin + 1; i < end; ++i) join.accumulate(acc, source.at(origin, i));
    return acc;
}

/// The value of the leaves of `range`, which is not empty; by the tree, the range's own.
template <class Acc, class Leaves, class Op>
Acc reduce_serially(const Leaves& leaves, interval range, const joining<Acc, Op>& join) {
    using op = std::remove_const_t<Op>;
    constexpr grouping free = freedom_v<op, Acc>;
    if constexpr (free != grouping::tree && goes_without_leaves<Acc, op, Leaves>()) {
        return detail::accumulate_items<Acc>(leaves, range, join);
    } else if constexpr (free == grouping::reorder && std::is_trivially_copyable_v<Acc> &&
                         std::is_default_constructible_v<Acc> && sizeof(Acc) <= 64) {
        if (range.size() >= 2 * side_by_side<Acc>) {
            if constexpr (folds_by_lanes<Acc, joining<Acc, Op>>)
                return detail::fold_striped_by_lanes<Acc>(leaves, range, join);
            else
                return detail::fold_striped<Acc>(leaves, range, join);
        }
        Acc acc = leaves[range.begin];
        for (index_t i = range.begin + 1; i < range.end; ++i) acc = join(std::move(acc), leaves[i]);
        return acc;
    } else {
        return detail::fold_tree<Acc>(leaves, range.begin, range.end, join);
    }
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
