// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for double.
#include "cub_oracle.cuh"

TEST_CASE("CUB: double") {
    gpu::compare_numbers<double>(gpu::some_sizes(28),
                                 gpu::make_integer<double>{support::seed(), -100'000, 100'000});
}
