// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for __nv_bfloat16: integers up to 256 are exact, so few of the items are not zero.
#include "cub_oracle.cuh"

#include <cuda_bf16.h>

TEST_CASE("CUB: __nv_bfloat16") {
    const gpu::make_integer<__nv_bfloat16> make{support::seed(), -2, 2, 65'536};
    gpu::compare_numbers<float>(gpu::some_sizes(24), make);
}

TEST_CASE("CUB: __nv_bfloat16, added up in float") {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(28);
    const auto x = gpu::made(sizes.back(), gpu::make_integer<__nv_bfloat16>{support::seed(), -8, 8, 3});
    gpu::compare_reduce(with, x, sizes, 1.0f, cuda::std::plus<float>{}, cuda::std::plus<float>{});
}
