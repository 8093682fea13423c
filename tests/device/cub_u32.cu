// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for uint32.
#include "cub_oracle.cuh"

TEST_CASE("CUB: uint32") {
    gpu::compare_numbers<std::int64_t>(gpu::some_sizes(28),
                                       gpu::make_integer<std::uint32_t>{support::seed(), 1, 100'000});
}
