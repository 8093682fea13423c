// SPDX-License-Identifier: Apache-2.0
//
// The tree by size: sums of float and double and products of 2×2 matrices, for every power of two n and for
// some sizes between. The rivals are the same call without order, and CUB, whose product of matrices is
// wrong.
#include <cuda/std/functional>
#include <items.cuh>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

/// The floors of the tree: 0.97 of CUB from 2^24 items on, 0.9 from 2^13 items on.
template <class T>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", impulse_side<T>(n, T{0}, impulse::plus{})},
                    entrant{"unordered", impulse_side<T>(n, T{0}, impulse::unordered(impulse::plus{}))},
                    entrant{"cub", cub_sum_side<T>(n),
                            n >= 1 << 24   ? 0.97
                            : n >= 1 << 13 ? 0.9
                                           : 0});
}

template <>
std::vector<entrant> sides<matrix>(std::int64_t n) {
    const matrix one{1, 0, 0, 1};
    return sides_of(
        entrant{"impulse", impulse_side<matrix>(n, one, multiply{})},
        entrant{"unordered", impulse_side<matrix>(n, one, impulse::unordered(multiply{})), 0, false},
        entrant{"cub", cub_reduce_side<matrix>(n, one, multiply{}),
                n >= 1 << 24   ? 0.97
                : n >= 1 << 13 ? 0.9
                               : 0,
                false});
}

template <class T>
void add_sizes(rows& all, const char* name, int largest) {
    for (int k = 8; k <= largest; ++k)
        all.push_back(compare<T>(name, timing::gpu, std::int64_t{1} << k, sides<T>));
    for (const int k : {14, 18, 22, 26})
        for (const std::int64_t n : {(std::int64_t{1} << k) + 1, (std::int64_t{1} << k) * 137 / 100})
            all.push_back(compare<T>(name, timing::gpu, n, sides<T>));
    for (int k = 20; k < largest; ++k)  // blocks run in waves, and the last wave may have only a few blocks
        for (const int percent : {104, 118, 137, 160, 185})
            if (k % 4 != 2 || percent != 137)
                all.push_back(
                    compare<T>(name, timing::gpu, (std::int64_t{1} << k) / 100 * percent, sides<T>));
}

}  // namespace

rows tree_by_size() {
    rows all;
    add_sizes<float>(all, "tree/f32", 30);
    add_sizes<double>(all, "tree/f64", 29);
    add_sizes<matrix>(all, "tree/2x2", 28);
    return all;
}

}  // namespace perf
