// SPDX-License-Identifier: Apache-2.0
// One sum with a given number of loads in flight for each thread, of a given width. The sweep uses it, and
// rows that hide memory latency.
#pragma once

#include "rung.hpp"

#include <cstddef>

namespace ladder {

__device__ inline int sum_of(int word) { return word; }
__device__ inline int sum_of(const int4& word) { return word.x + word.y + word.z + word.w; }

/// Without launch bounds the compiler uses at most 32 registers, and so keeps only as many words in flight as
/// fit there.
constexpr int largest_block(std::size_t bytes_in_flight) { return bytes_in_flight > 128 ? 512 : 1024; }

/// A grid-stride loop over the items, with `Ahead` words in flight for each thread. The threads of a block
/// meet in shared memory. Blocks may have any size, because whole warps are a guideline under test, so no
/// shuffle is used.
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
#pragma unroll 1  // otherwise the compiler would put more loads in flight
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
