// SPDX-License-Identifier: Apache-2.0
// Sums by which texts measure loads, with nothing improved: of items at an offset, at a stride, of the
// fields of records and of arrays.
#pragma once

#include "../ladder/block_sum.cuh"

namespace perf {

/// Where the items of an array lie: the first at `offset`, and from there on every `stride`-th.
struct placement {
    std::int64_t offset;
    std::int64_t stride;
    __host__ __device__ std::int64_t at(std::int64_t i) const { return offset + i * stride; }
};

/// Adds to *out what `Fields` neighbours at each place have: 4-byte loads, in the order of threads.
template <int Fields>
__global__ void sum_placed(const int* from, placement where, int n, int* out) {
    const int step = gridDim.x * blockDim.x;
    int total = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        for (int field = 0; field < Fields; ++field) total += from[where.at(i) + field];
    total = ladder::block_sum(total);
    if (threadIdx.x == 0) atomicAdd(out, total);
}

/// The same of `Fields` arrays that lie one behind the other.
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
