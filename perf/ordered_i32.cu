// SPDX-License-Identifier: Apache-2.0
//
// The sum of int32 in order, although int32 sums do not need it.
#include <cuda/std/functional>
#include <ordered.cuh>
#include <rows.hpp>

namespace perf {

namespace {

std::vector<entrant> sides(std::int64_t n) {
    return ordered_sides<int>(n, 0, impulse::ordered(impulse::plus{}), impulse::plus{}, true,
                              cuda::std::plus<>{}, 0);
}

}  // namespace

rows ordered_sums() {
    return {compare<int>("gpu/ordered i32", timing::gpu, std::int64_t{1} << 28, sides),
            compare<int>("gpu/ordered i32", timing::gpu, std::int64_t{1} << 30, sides)};
}

}  // namespace perf
