// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for int32: powers of two and their neighbours.
#include "cub_oracle.cuh"

namespace {

const gpu::make_integer<std::int32_t> make{support::seed(), -10'000, 10'000};

}  // namespace

TEST_CASE("CUB: int32") { gpu::compare_numbers<std::int64_t>(gpu::powers_of_two(28), make); }

TEST_CASE("CUB: int32, a functor of cuda::std that is not plus") {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(28);
    const auto x = gpu::made(sizes.back(), make);
    gpu::compare_reduce(with, x, sizes, std::int32_t{-17}, cuda::std::bit_xor<>{}, cuda::std::bit_xor<>{});
}
