// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for iterators that count to 2^33.
#include "cub_oracle.cuh"

#include <thrust/iterator/counting_iterator.h>

TEST_CASE("CUB: counting iterators to 2^33, every policy") {
    gpu::oracle with;
    const thrust::counting_iterator<std::uint64_t> first(0);
    for (const gpu::index_t n :
         {(1LL << 31) - 1, 1LL << 31, (1LL << 32) - 1, 1LL << 32, (1LL << 32) + 1, 1LL << 33}) {
        const auto count = static_cast<std::uint64_t>(n);
        const std::uint64_t expected = count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            with.compare<std::uint64_t>(
                name, n,
                [&](void* temporary, std::size_t& bytes, std::uint64_t* out, cudaStream_t s) {
                    return cub::DeviceReduce::Sum(temporary, bytes, first, out, n, s);
                },
                [&](cudaStream_t s, std::uint64_t* out) {
                    impulse::sum_into(policy.on(s), first, first + n, out);
                });
            CHECK(impulse::sum(policy.on(impulse::device), first, first + n) == expected);
        });
    }
}
