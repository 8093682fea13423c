// SPDX-License-Identifier: Apache-2.0
// CUB as the oracle for extremes and their first positions.
#include "cub_oracle.cuh"

#include <impulse/extrema.hpp>

#include <cub/device/device_reduce.cuh>

TEST_CASE_TEMPLATE("CUB: extremes and their positions", T, std::int8_t, std::uint16_t, std::int32_t) {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(26);
    const auto x = gpu::made(sizes.back(), gpu::make_small<T>{});
    const gpu::buffer<T> extreme(1);
    for (const index_t n : sizes) {
        const auto items = std::pair(x.data(), x.data() + n);
        with.compare<T>(
            "Min", n,
            [&](void* temporary, std::size_t& bytes, T* out, cudaStream_t s) {
                return cub::DeviceReduce::Min(temporary, bytes, x.data(), out, n, s);
            },
            [&](cudaStream_t s, T* out) {
                impulse::reduce_into(impulse::automatic.on(s), items.first, items.second, out,
                                     impulse::minimum{});
            });
        with.compare<index_t>(
            "ArgMin", n,
            [&](void* temporary, std::size_t& bytes, index_t* out, cudaStream_t s) {
                return cub::DeviceReduce::ArgMin(temporary, bytes, x.data(), extreme.data(), out, n, s);
            },
            [&](cudaStream_t s, index_t* out) {
                impulse::min_element_into(impulse::automatic.on(s), items.first, items.second, out);
            });
        with.compare<index_t>(
            "ArgMax", n,
            [&](void* temporary, std::size_t& bytes, index_t* out, cudaStream_t s) {
                return cub::DeviceReduce::ArgMax(temporary, bytes, x.data(), extreme.data(), out, n, s);
            },
            [&](cudaStream_t s, index_t* out) {
                impulse::max_element_into(impulse::automatic.on(s), items.first, items.second, out);
            });
    }
}
