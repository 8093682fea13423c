// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces leaves in any order, by one CPU thread.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

// The number of independent accumulators. They hide the latency of the operator, and the compiler keeps them
// in vector registers: eight registers of AVX2, because with fewer the adders wait.
template <class Acc>
inline constexpr int side_by_side = std::is_arithmetic_v<Acc> ? 256 / int{sizeof(Acc)} : 8;

/// The same for few leaves: two vectors, unless items are converted first. The number does not depend on
/// compiler flags, so that results have the same bits with all flags.
template <class Acc, class Leaves>
consteval int few_side_by_side() {
    if constexpr (requires { typename Leaves::item_type; })
        if constexpr (std::is_arithmetic_v<Acc> && std::is_same_v<typename Leaves::item_type, Acc>)
            return side_by_side<Acc> / 4;
    return side_by_side<Acc>;
}

/// Reduces in any order, with `Count` accumulators. It reads two halves at the same time, as two streams of
/// memory (5 to 11% faster than one stream on two cores). In each half, accumulator l takes the leaves l, l +
/// L, l + 2L and so on. The code names both halves, because a loop over them is not vectorized.
template <int Count, class Acc, class Leaves, class Join>
Acc unordered_fold_by_arrays(const Leaves& leaves, interval range, const Join& join) {
    constexpr int Lanes = Count / 2;
    const index_t half = range.size() / (2 * Lanes) * Lanes;
    Acc a[std::size_t{Lanes}];
    Acc b[std::size_t{Lanes}];
    for (int l = 0; l < Lanes; ++l) a[l] = leaves[range.begin + l];
    for (int l = 0; l < Lanes; ++l) b[l] = leaves[range.begin + half + l];
    for (index_t i = range.begin + Lanes; i < range.begin + half; i += Lanes) {
        if constexpr (asks_ahead<Leaves>)
            // Smaller ones lose by it in the first level of cache.
            if (sizeof(Acc) == 8 || half * index_t{sizeof(Acc)} >= index_t{32} << 10) {
                leaves.ask_ahead(i, Lanes);
                leaves.ask_ahead(half + i, Lanes);
            }
        for (int l = 0; l < Lanes; ++l) a[l] = join(std::move(a[l]), leaves[i + l]);
        for (int l = 0; l < Lanes; ++l) b[l] = join(std::move(b[l]), leaves[i + half + l]);
    }
    for (int l = 0; l < Lanes; ++l) a[l] = join(std::move(a[l]), std::move(b[l]));
    for (int distance = Lanes / 2; distance > 0; distance /= 2)
        for (int l = 0; l < distance; ++l) a[l] = join(std::move(a[l]), std::move(a[l + distance]));
    for (index_t i = range.begin + 2 * half; i < range.end; ++i) a[0] = join(std::move(a[0]), leaves[i]);
    return a[0];
}

#if !IMPULSE_HAS_CUDA
/// Leaves as rows of lanes; lane l of the row at k has leaf k + l.
template <class Leaves>
struct leaf_rows {
    const Leaves& leaves;
    auto leaf(int l, index_t k) const { return leaves[k + l]; }
};

/// Joins the vectors v, v + Step, ... of `Count` vectors: first each vector with the one Count / 2 behind it,
/// then half that distance, and so on.
template <int Count, int Step, class Rows, class Vec>
Vec join_far_halves(const Rows& rows, const Vec* v) {
    if constexpr (Step == Count)
        return *v;
    else
        // fault: far-halves
        return rows(detail::join_far_halves<Count, 2 * Step>(rows, v),
                    detail::join_far_halves<Count, 2 * Step>(rows, v + Step));
}

/// The same, to the bit, with explicit vectors. A compiler would keep arrays of numbers in memory, and might
/// not unroll the loop over `Index`.
template <class Acc, class Leaves, class Join, index_t... Index>
Acc unordered_fold_by_simd(const Leaves& leaves, interval range, const Join& join,
                           std::integer_sequence<index_t, Index...>) {
    const leaf_rows<Leaves> lanes{leaves};
    using rows_type = lane_rows<Acc, leaf_rows<Leaves>, Join>;
    using vec = typename rows_type::vec;
    const rows_type rows{lanes};
    constexpr int Width = rows_type::lanes;
    constexpr int Lanes = Width * sizeof...(Index);
    const index_t half = range.size() / (2 * Lanes) * Lanes;
    const index_t middle = range.begin + half;
    vec a[] = {rows[range.begin + Index * Width]...};
    vec b[] = {rows[middle + Index * Width]...};
    for (index_t i = Lanes; i < half; i += Lanes)
        // fault: halves-of-stripes
        ((a[Index] = rows(a[Index], rows[range.begin + i + Index * Width]),
          b[Index] = rows(b[Index], rows[middle + i + Index * Width])),
         ...);
    ((a[Index] = rows(a[Index], b[Index])), ...);
    const vec all = detail::join_far_halves<sizeof...(Index), 1>(rows, a);
    Acc last[std::size_t{Width}];
    std::memcpy(last, &all, sizeof last);
    for (int distance = Width / 2; distance > 0; distance /= 2)
        for (int l = 0; l < distance; ++l) last[l] = join(std::move(last[l]), std::move(last[l + distance]));
    for (index_t i = range.begin + 2 * half; i < range.end; ++i)
        // fault: tail-of-stripes
        last[0] = join(std::move(last[0]), leaves[i]);
    return last[0];
}

/// Whether explicit vectors are faster. Vectors of 16 bytes are slow if items are converted first.
template <class Acc, class Leaves, class Join>
consteval bool unordered_by_simd() {
    if constexpr (!folds_by_simd<Acc, Join>)
        return false;
    else if constexpr (lane_rows<Acc, leaf_rows<Leaves>, Join>::lanes * sizeof(Acc) > 16)
        return true;
    else if constexpr (requires { typename Leaves::item_type; })
        return std::is_same_v<typename Leaves::item_type, Acc>;
    else
        return true;
}
#endif

/// The value of leaves in any order; there are at least `Count` leaves.
template <int Count, class Acc, class Leaves, class Join>
Acc unordered_fold(const Leaves& leaves, interval range, const Join& join) {
#if !IMPULSE_HAS_CUDA
    if constexpr (unordered_by_simd<Acc, Leaves, Join>())
        return detail::unordered_fold_by_simd<Acc>(
            leaves, range, join,
            std::make_integer_sequence<index_t,
                                       Count / 2 / lane_rows<Acc, leaf_rows<Leaves>, Join>::lanes>());
    else
#endif
        return detail::unordered_fold_by_arrays<Count, Acc>(leaves, range, join);
}

}  // namespace impulse::detail
