// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for float: powers of two and their neighbours. Integers up to 2^24 are exact, so few of the items
/// are not zero: their squares add up to less.
#include "cub_oracle.cuh"

TEST_CASE("CUB: float") {
    gpu::compare_numbers<float>(gpu::powers_of_two(28),
                                gpu::make_integer<float>{support::seed(), -8, 8, 512});
}
