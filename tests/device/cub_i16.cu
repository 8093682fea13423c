// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for int16.
#include "cub_oracle.cuh"

TEST_CASE("CUB: int16") {
    gpu::compare_numbers<std::int64_t>(gpu::some_sizes(28),
                                       gpu::make_integer<std::int16_t>{support::seed(), -32'767, 32'766});
}
