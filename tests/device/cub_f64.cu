// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for double. Integers up to 2^53 are exact: squares add up to less.
#include "cub_oracle.cuh"

TEST_CASE("CUB: double") {
    gpu::compare_numbers<double>(gpu::some_sizes(28),
                                 gpu::make_integer<double>{support::seed(), -1000, 1000});
}
