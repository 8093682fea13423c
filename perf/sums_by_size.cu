// SPDX-License-Identifier: Apache-2.0
//
// The sum of n int32 by the automatic policy, for every power of two n, and for a few n that are no multiple
// of a tile.
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

/// The floors: 0.98 at sizes that represent large inputs; elsewhere at most 1.1 times CUB's time.
template <bool IsLarge>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", impulse_side<int>(n, 0, impulse::plus{})},
                    entrant{"cub", cub_sum_side<int>(n), IsLarge ? 0.98 : 1 / 1.1});
}

}  // namespace

rows sums_by_size() {
    rows all;
    for (int k = 0; k <= 30; ++k)
        all.push_back(compare<int>("gpu/i32", timing::gpu, std::int64_t{1} << k,
                                   k == 28 || k == 30 ? sides<true> : sides<false>));
    for (const std::int64_t n : {1000, 1'000'000, 10'000'000})
        all.push_back(compare<int>("gpu/i32", timing::gpu, n, sides<false>));
    for (const int k : {16, 20, 28})
        for (const int off : {-1, 1})
            all.push_back(compare<int>("gpu/i32", timing::gpu, (std::int64_t{1} << k) + off, sides<false>));
    return all;
}

}  // namespace perf
