// SPDX-License-Identifier: Apache-2.0
// CUB as the oracle for sums of integers of all widths.
#include "cub_oracle.cuh"

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

TEST_CASE_TEMPLATE("CUB: sums of integers", T, std::int8_t, std::uint16_t, std::int32_t, std::int64_t) {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(28);
    const auto x = gpu::made(sizes.back(), gpu::make_small<T>{});
    using total = decltype(T{} + T{});
    for (const index_t n : sizes) {
        const auto theirs = [&](void* temporary, std::size_t& bytes, total* out, cudaStream_t s) {
            return cub::DeviceReduce::Reduce(temporary, bytes, x.data(), out, n, cuda::std::plus<>{},
                                             total{5}, s);
        };
        with.compare<total>("Reduce", n, theirs, [&](cudaStream_t s, total* out) {
            impulse::reduce_into(impulse::automatic.on(s), x.data(), x.data() + n, out, total{5});
        });
    }
}
