// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for int32.
#include "cub_oracle.cuh"

namespace {

const std::vector<gpu::index_t> sizes = gpu::powers_of_two(28);
const gpu::make_integer<std::int32_t> make{support::seed(), -100'000, 100'000};

}  // namespace

TEST_CASE("CUB: int32, Reduce by every policy") {
    gpu::oracle with;
    const auto x = gpu::made(sizes.back(), make);
    gpu::compare_reduce(with, x, sizes, std::int32_t{-17}, impulse::plus{}, cuda::std::plus<>{});
    gpu::compare_reduce(with, x, sizes, std::int32_t{-17}, cuda::std::bit_xor<>{}, cuda::std::bit_xor<>{});
}

TEST_CASE("CUB: int32, Sum, Min, Max, ArgMin, ArgMax, TransformReduce") {
    gpu::oracle with;
    const auto x = gpu::made(sizes.back(), make);
    gpu::compare_sum(with, x, sizes);
    gpu::compare_extremes(with, x, sizes);
    gpu::compare_positions(with, x, sizes);
    gpu::compare_transform_reduce<std::int64_t>(with, x, sizes, gpu::square_as<std::int64_t>{});
}
