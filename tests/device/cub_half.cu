// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for __half: integers up to 2048 are exact, so few of the items are not zero.
#include "cub_oracle.cuh"

#include <cuda_fp16.h>

TEST_CASE("CUB: __half") {
    const gpu::make_integer<__half> make{support::seed(), -3, 3, 16'384};
    gpu::compare_numbers<float>(gpu::some_sizes(24), make);
}

TEST_CASE("CUB: __half, added up in float") {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(28);
    const auto x = gpu::made(sizes.back(), gpu::make_integer<__half>{support::seed(), -8, 8, 3});
    gpu::compare_reduce(with, x, sizes, 1.0f, cuda::std::plus<float>{}, cuda::std::plus<float>{});
}
