// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread: in registers, in local memory, in shared memory, and in too few registers.
#pragma once

#include "../ladder/rung.hpp"
#include "../unroll.hpp"

namespace perf {

/// Reader i of `readers` reads items i, i + readers, ... A weighted sum takes them in another order: its k-th
/// item is item k * factor, and item j is at position j * inverse. Both are odd, and known at run time only.
struct order {
    int factor;
    int inverse;
};
constexpr order some_order{13, 5};  // 13 * 5 = 1 modulo 64, and so modulo 32

constexpr int private_block = 256;  ///< threads

template <int Items>
__device__ int weighted(int item, int place) {
    return item * (place % Items + 1);
}

/// The compiler knows the array's indices: registers.
template <int Items>
__device__ int sum_in_registers(const int* from, int readers, const order& by) {
    int own[Items];
    PERF_UNROLL
    for (int j = 0; j < Items; ++j) own[j] = from[j * readers];
    int total = 0;
    PERF_UNROLL
    for (int j = 0; j < Items; ++j) total += weighted<Items>(own[j], j * by.inverse);
    return total;
}

template <int Items>
__global__ void in_registers(const int* from, order by, int* to) {
    const int readers = gridDim.x * blockDim.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = sum_in_registers<Items>(from + i, readers, by);
}

/// The indices are known at run time only: local memory, which is device memory behind L1.
template <int Items>
__global__ void in_local_memory(const int* from, order by, int* to) {
    const int readers = gridDim.x * blockDim.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[Items];
    PERF_UNROLL
    for (int j = 0; j < Items; ++j) own[j] = from[i + j * readers];
    int total = 0;
    PERF_KEEP_LOOP
    for (int k = 0; k < Items; ++k) total += weighted<Items>(own[k * by.factor % Items], k);
    to[i] = total;
}

/// The same with the array in shared memory. Item j of all threads is contiguous, so there are no bank
/// conflicts.
template <int Items>
__global__ void in_shared_memory(const int* from, order by, int* to) {
    __shared__ int cells[Items][private_block];
    const int readers = gridDim.x * blockDim.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    PERF_UNROLL
    for (int j = 0; j < Items; ++j) cells[j][threadIdx.x] = from[i + j * readers];
    int total = 0;
    PERF_KEEP_LOOP
    for (int k = 0; k < Items; ++k) total += weighted<Items>(cells[k * by.factor % Items][threadIdx.x], k);
    to[i] = total;
}

/// Every item is needed twice, and the second use depends on the result of the first. If there are not enough
/// registers, the compiler spills some items to local memory.
template <int Limit>
__global__ void __maxnreg__(Limit) in_limited_registers(const int* from, order by, int* to) {
    constexpr int items = 64;
    const int readers = gridDim.x * blockDim.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[items];
    PERF_UNROLL
    for (int j = 0; j < items; ++j) own[j] = from[i + j * readers];
    int first = 0;
    PERF_UNROLL
    for (int j = 0; j < items; ++j) first += weighted<items>(own[j], j * by.inverse);
    int second = 0;
    PERF_UNROLL
    for (int j = 0; j < items; ++j) second += own[j] * (first ^ j);
    to[i] = second;
}

}  // namespace perf
