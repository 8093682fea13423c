// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for complex numbers.
#include "cub_oracle.cuh"

#include <cuda/std/complex>

namespace {

using number = cuda::std::complex<float>;

struct make_complex {
    gpu::make_integer<float> part{support::seed(), -8, 8, 3};
    IMPULSE_SHARED number operator()(gpu::index_t i) const { return {part(2 * i), part(2 * i + 1)}; }
};

}  // namespace

TEST_CASE("CUB: cuda::std::complex<float>") {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(27);
    const auto x = gpu::made(sizes.back(), make_complex{});
    gpu::compare_reduce(with, x, sizes, number(1, -2), impulse::plus{}, cuda::std::plus<>{});
    gpu::compare_sum(with, x, sizes);
    gpu::compare_transform_reduce(with, x, sizes, number(3, 4), impulse::plus{}, cuda::std::plus<>{},
                                  gpu::square_as<number>{});
}
