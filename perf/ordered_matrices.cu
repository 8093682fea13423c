// SPDX-License-Identifier: Apache-2.0
//
// A product of 2×2 matrices: an operator that does not commute. Without the order the product is different,
// but it takes the time of a commutative operator.
#include <items.cuh>
#include <ordered.cuh>
#include <rows.hpp>

namespace perf {

namespace {

std::vector<entrant> sides(std::int64_t n) {
    return ordered_sides<matrix>(n, {1, 0, 0, 1}, multiply{}, impulse::unordered(multiply{}), false,
                                 multiply{}, 6);
}

}  // namespace

rows ordered_matrices() {
    return {compare<matrix>("gpu/ordered 2x2", timing::gpu, std::int64_t{1} << 28, sides)};
}

}  // namespace perf
