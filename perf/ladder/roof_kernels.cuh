// SPDX-License-Identifier: Apache-2.0
// The kernels that measure the roof: one reads memory, one copies it.
#pragma once

#include <cuda_runtime.h>

namespace ladder {

/// 16-byte loads, `Ahead` of them in flight for each thread, combined in a register.
template <int Ahead>
__global__ void read_words(const uint4* words, int count, uint4* out) {
    const int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seen = 0;
    for (; i + (Ahead - 1) * step < count; i += Ahead * step) {
        uint4 loaded[Ahead];
        for (int k = 0; k < Ahead; ++k) loaded[k] = words[i + k * step];
        for (const uint4& word : loaded) seen += word.x ^ word.y ^ word.z ^ word.w;
    }
    for (; i < count; i += step) seen += words[i].x;
    if (seen == 0x12345678u) out->x = seen;  // keeps the compiler from removing the loads
}

template <int Ahead>
__global__ void copy_words(const uint4* from, int count, uint4* to) {
    const int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + (Ahead - 1) * step < count; i += Ahead * step) {
        uint4 loaded[Ahead];
        for (int k = 0; k < Ahead; ++k) loaded[k] = from[i + k * step];
        for (int k = 0; k < Ahead; ++k) to[i + k * step] = loaded[k];
    }
    for (; i < count; i += step) to[i] = from[i];
}

}  // namespace ladder
