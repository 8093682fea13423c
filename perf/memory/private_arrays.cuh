// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread: in registers, in local memory, in shared memory, and in registers that are too few.
#pragma once

#include "../ladder/rung.hpp"
#include "../unroll.hpp"

namespace perf {

/// Of so many readers, thread i reads items i, i + readers, ...; a weighted sum takes them in an order of its
/// own: the k-th in it is that of number k * factor, and item j is number j * inverse in it. Both are odd,
/// and known at run time.
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

/// The array's indices are known: registers.
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

/// They are known when the kernel runs: local memory, which is memory behind L1.
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

/// Likewise, with the array in shared memory: an item of all threads after another, so that no two lanes meet
/// in a bank.
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

/// All items are wanted twice, the second time with what the first has made: where there are too few
/// registers for them, some are spilled to local memory.
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
