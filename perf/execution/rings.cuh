// SPDX-License-Identifier: Apache-2.0
// Chains of loads, each of which says where the next is.
#pragma once

#include "../ladder/rung.hpp"

namespace perf {

constexpr int line_words = 32;  ///< of 128 bytes

/// Makes a ring of `lines` lines: in each, the first word says where the next begins.
__global__ void link_lines(int* words, int lines, int distance) {
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line < lines) words[line * line_words] = (line + distance) % lines * line_words;
}

/// Every load waits for the one before.
__global__ void chase(const int* words, int count, int* end) {
    int at = 0;
    for (int k = 0; k < count; ++k) at = words[at];
    *end = at;
}

}  // namespace perf
