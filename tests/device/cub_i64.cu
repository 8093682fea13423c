// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for int64.
#include "cub_oracle.cuh"

TEST_CASE("CUB: int64") {
    gpu::compare_numbers<std::int64_t>(gpu::some_sizes(28),
                                       gpu::make_integer<std::int64_t>{support::seed(), -100'000, 100'000});
}
