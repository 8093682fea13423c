// SPDX-License-Identifier: Apache-2.0
// One sum with a chosen number of loads in flight a thread, of a chosen width: for the sweep, and for rows
// that hide the latency of memory.
#pragma once

#include "rung.hpp"

#include <cstddef>

namespace ladder {

__device__ inline int sum_of(int word) { return word; }
__device__ inline int sum_of(const int4& word) { return word.x + word.y + word.z + word.w; }

/// Without a bound the compiler keeps to 32 registers, and to as many words in flight as these have room for.
constexpr int largest_block(std::size_t bytes_in_flight) { return bytes_in_flight > 128 ? 512 : 1024; }

/// The grid strides over the items, `Ahead` words in flight a thread. A block of any size meets in shared
/// memory: whole warps are a guideline to be tested, so no shuffle may ask for them.
template <class Word, int Ahead>
__global__ void __launch_bounds__(largest_block(sizeof(Word) * Ahead), 1)
    sum_in_flight(const int* in, int n, int* out) {
    constexpr int width = sizeof(Word) / sizeof(int);
    __shared__ int of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    const auto* const words = reinterpret_cast<const Word*>(in);
    const int count = n / width;
    const int step = gridDim.x * blockDim.x;
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    int total = 0;
    int i = first;
#pragma unroll 1  // the compiler would put more of them in flight
    for (; i + (Ahead - 1) * step < count; i += Ahead * step) {
        Word loaded[Ahead];
#pragma unroll
        for (int k = 0; k < Ahead; ++k) loaded[k] = words[i + k * step];
#pragma unroll
        for (int k = 0; k < Ahead; ++k) total += sum_of(loaded[k]);
    }
#pragma unroll 1
    for (; i < count; i += step) total += sum_of(words[i]);
    for (i = count * width + first; i < n; i += step) total += in[i];
    atomicAdd(&of_block, total);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, of_block);
}

}  // namespace ladder
