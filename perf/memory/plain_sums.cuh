// SPDX-License-Identifier: Apache-2.0
// Sums with which the books measure loads, without optimizations: of items at an offset, at a stride, and of
// the fields of records and of arrays.
#pragma once

#include "../ladder/block_sum.cuh"

namespace perf {

/// The places of an array's items: the first at `offset`, then every `stride`-th.
struct placement {
    std::int64_t offset;
    std::int64_t stride;
    __host__ __device__ std::int64_t at(std::int64_t i) const { return offset + i * stride; }
};

/// Adds to *out the `Fields` neighbours at each place: 4-byte loads, in the order of threads.
template <int Fields>
__global__ void sum_placed(const int* from, placement where, int n, int* out) {
    const int step = gridDim.x * blockDim.x;
    int total = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        for (int field = 0; field < Fields; ++field) total += from[where.at(i) + field];
    total = ladder::block_sum(total);
    if (threadIdx.x == 0) atomicAdd(out, total);
}

/// The same for `Fields` arrays that follow each other in memory.
template <int Fields>
__global__ void sum_arrays(const int* from, int n, int* out) {
    const int step = gridDim.x * blockDim.x;
    int total = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        for (int field = 0; field < Fields; ++field) total += from[std::int64_t{field} * n + i];
    total = ladder::block_sum(total);
    if (threadIdx.x == 0) atomicAdd(out, total);
}

}  // namespace perf
