// SPDX-License-Identifier: Apache-2.0
/// \file
/// Leaves in any order, by one CPU thread.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/tree/lanes.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

// Independent accumulators hide the latency of the operator, and the compiler makes vector registers of them: eight of AVX2,
// for fewer leave the adders waiting.
template <class Acc>
inline constexpr int side_by_side = std::is_arithmetic_v<Acc> ? 256 / int{sizeof(Acc)} : 8;

/// Order dropped: two halves are read at the same time, as two streams of memory (5 to 11% faster than one on two
/// cores); of each, accumulator l takes the leaves l, l + L, l + 2L and so on. Written out, because a loop over the
/// halves is not made vectors of.
template <class Acc, class Leaves, class Join>
Acc fold_striped_by_arrays(const Leaves& leaves, interval range, const Join& join) {
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

#if !IMPULSE_HAS_CUDA
/// Leaves as rows of lanes: lane l of the row at k has leaf k + l.
template <class Leaves>
struct leaf_rows {
    const Leaves& leaves;
    auto leaf(int l, index_t k) const { return leaves[k + l]; }
};

/// The same, to the bit, by vectors, which a compiler would keep in memory were they arrays of numbers.
template <class Acc, class Leaves, class Join>
Acc fold_striped_by_lanes(const Leaves& leaves, interval range, const Join& join) {
    const leaf_rows<Leaves> lanes{leaves};
    using rows_type = lane_rows<Acc, leaf_rows<Leaves>, Join>;
    using vec = typename rows_type::vec;
    const rows_type rows{lanes};
    constexpr int W = rows_type::lanes;
    constexpr int L = side_by_side<Acc> / 2;
    constexpr int V = L / W;
    const index_t half = range.size() / (2 * L) * L;
    const index_t middle = range.begin + half;
    vec a[V], b[V];
    for (int v = 0; v < V; ++v) a[v] = rows[range.begin + v * W], b[v] = rows[middle + v * W];
    for (index_t i = L; i < half; i += L)
        for (int v = 0; v < V; ++v) {
            a[v] = rows(a[v], rows[range.begin + i + v * W]);
            b[v] = rows(b[v], rows[middle + i + v * W]);
        }
    for (int v = 0; v < V; ++v) a[v] = rows(a[v], b[v]);
    for (int distance = V / 2; distance > 0; distance /= 2)
        for (int v = 0; v < distance; ++v) a[v] = rows(a[v], a[v + distance]);
    Acc last[W];
    std::memcpy(last, a, sizeof last);
    for (int distance = W / 2; distance > 0; distance /= 2)
        for (int l = 0; l < distance; ++l) last[l] = join(std::move(last[l]), std::move(last[l + distance]));
    for (index_t i = range.begin + 2 * half; i < range.end; ++i)
        last[0] = join(std::move(last[0]), leaves[i]);
    return last[0];
}

/// Whether it pays: a vector of 16 bytes is slowly made of items that are converted first.
template <class Acc, class Leaves, class Join>
consteval bool stripes_by_lanes() {
    if constexpr (!folds_by_lanes<Acc, Join>)
        return false;
    else if constexpr (lane_rows<Acc, leaf_rows<Leaves>, Join>::lanes * sizeof(Acc) > 16)
        return true;
    else if constexpr (requires { typename Leaves::item_type; })
        return std::is_same_v<typename Leaves::item_type, Acc>;
    else
        return true;
}
#endif

/// The value of leaves whose order is dropped, of which there are 2 `side_by_side` at least.
template <class Acc, class Leaves, class Join>
Acc fold_striped(const Leaves& leaves, interval range, const Join& join) {
#if !IMPULSE_HAS_CUDA
    if constexpr (stripes_by_lanes<Acc, Leaves, Join>())
        return detail::fold_striped_by_lanes<Acc>(leaves, range, join);
    else
#endif
        return detail::fold_striped_by_arrays<Acc>(leaves, range, join);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
