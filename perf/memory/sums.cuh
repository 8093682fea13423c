// SPDX-License-Identifier: Apache-2.0
// Rows of sums over GPU memory, and their expected values.
#pragma once

#include <measured_row.hpp>
#include <timing.cuh>

namespace perf {

template <class T>
__global__ void add_up_plainly(const T* items, std::int64_t n, std::int64_t stride, int width,
                               unsigned long long* sum) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    long long mine = 0;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        for (int j = 0; j < width; ++j) mine += items[i * stride + j];
    atomicAdd(sum, static_cast<unsigned long long>(mine));
}

/// The expected sum, by a kernel that is not the library's: `width` neighbours at each `stride`-th item.
struct expectation {
    std::int64_t n;
    std::int64_t stride = 1;
    int width = 1;
};

template <class T>
int expected_sum(const T* items, const expectation& of) {
    const device_memory sum(sizeof(long long));
    check(cudaMemset(sum.data(), 0, sum.bytes()), "clearing a sum");
    add_up_plainly<<<2048, 256>>>(items, of.n, of.stride, of.width, sum.data<unsigned long long>());
    check(cudaGetLastError(), "adding up");
    long long value = 0;
    check(cudaMemcpy(&value, sum.data(), sizeof(value), cudaMemcpyDefault), "adding up");
    return static_cast<int>(value);
}

/// Throws if a sum is wrong.
inline void require_equal(int sum, int expected) {
    if (sum != expected)
        throw std::runtime_error("WRONG: " + std::to_string(sum) + " instead of " + std::to_string(expected));
}

/// A row that sums items of the pool. `make(items, out)` gives the call that writes the sum to *out, which is
/// zero before.
template <class T>
row sum_row(std::string name, std::string lesson, const expectation& of, double useful_bytes,
            double touched_bytes, std::function<work(const T*, int*)> make, std::size_t offset = 0) {
    const auto measure = [=] {
        lab& on = lab::instance();
        const char* const pool = on.items(fill<int>) + offset;
        const std::int64_t extent = (of.n - 1) * of.stride + of.width;
        if (on.pool_bytes() / sizeof(T) < static_cast<std::size_t>(extent))
            throw std::runtime_error("the GPU has not enough memory for this row");
        const T* const items = reinterpret_cast<const T*>(pool);
        const device_memory out(2 * sizeof(int));
        check(cudaMemset(out.data(), 0, out.bytes()), "clearing a sum");
        const int expected = expected_sum(items, of);
        return gpu_seconds(make(items, out.data<int>()), [&] {
            int sum[2] = {};
            check(cudaMemcpy(sum, out.data(), sizeof(sum), cudaMemcpyDefault), "copying a sum");
            check(cudaMemset(out.data(), 0, sizeof(sum)), "clearing a sum");
            // The lab's stream does not wait for the default stream.
            check(cudaDeviceSynchronize(), "clearing a sum");
            require_equal(sum[0] + sum[1], expected);  // two calls write two sums
        });
    };
    return {std::move(name), std::move(lesson), of.n, useful_bytes, touched_bytes, measure};
}

}  // namespace perf
