// SPDX-License-Identifier: Apache-2.0
// Chains of loads: each load gives the address of the next one.
#pragma once

#include "../ladder/rung.hpp"

namespace perf {

constexpr int line_words = 32;  ///< words in a cache line of 128 bytes

/// Makes a ring of `lines` cache lines: the first word of each says where the next line begins.
__global__ void link_lines(int* words, int lines, int distance) {
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line < lines) words[line * line_words] = (line + distance) % lines * line_words;
}

/// Every load depends on the one before.
__global__ void chase(const int* words, int count, int* end) {
    int at = 0;
    for (int k = 0; k < count; ++k) at = words[at];
    *end = at;
}

}  // namespace perf
