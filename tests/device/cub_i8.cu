// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for int8.
#include "cub_oracle.cuh"

TEST_CASE("CUB: int8") {
    gpu::compare_numbers<std::int64_t>(gpu::some_sizes(28),
                                       gpu::make_integer<std::int8_t>{support::seed(), -127, 126});
}
