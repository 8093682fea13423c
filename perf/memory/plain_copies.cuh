// SPDX-License-Identifier: Apache-2.0
// Copies with which the books measure loads and stores, one item for each thread, without optimizations.
// After Cheng, Grossman and McKercher, "Professional CUDA C Programming", chapter 4 (readSegment,
// writeSegment, simpleMathAoS, simpleMathSoA).
#pragma once

#include "plain_sums.cuh"

namespace perf {

__global__ void copy_placed(const int* from, placement load, int* to, placement store, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[store.at(i)] = from[load.at(i)];
}

struct record {
    int a, b, c, d;
};
/// Aligned to 16 bytes, so that one instruction moves it.
struct alignas(16) aligned_record {
    int a, b, c, d;
};

/// An array of structures: all fields of record i. `record` is aligned as int, so this takes four
/// instructions.
template <class Record>
__global__ void copy_records(const int* from, int* to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) reinterpret_cast<Record*>(to)[i] = reinterpret_cast<const Record*>(from)[i];
}

/// A structure of arrays, which follow each other in memory.
template <int Fields>
__global__ void copy_arrays(const int* from, int* to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int field = 0; field < Fields; ++field)
        to[std::int64_t{field} * n + i] = from[std::int64_t{field} * n + i];
}

}  // namespace perf
