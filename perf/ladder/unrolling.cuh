// SPDX-License-Identifier: Apache-2.0
// The complete unrolling of step 6 for every block size. The size is a template argument; the host knows it
// at run time and chooses the kernel by a switch. After Mark Harris, "Optimizing Parallel Reduction in CUDA",
// and Cheng, Grossman and McKercher, "Professional CUDA C Programming", chapter 3 (reduceCompleteUnroll).
#pragma once

#include "shared_memory.cuh"

#include <stdexcept>

namespace ladder {

using unrolled_kernel = void(const int*, int, int*);

/// The kernel for blocks of `threads` threads.
inline unrolled_kernel* unrolled_for(int threads) {
    switch (threads) {
        case 64:
            return completely_unrolled<64>;
        case 128:
            return completely_unrolled<128>;
        case 256:
            return completely_unrolled<256>;
        case 512:
            return completely_unrolled<512>;
        case 1024:
            return completely_unrolled<1024>;
        default:
            throw std::invalid_argument("no kernel is unrolled for this number of threads");
    }
}

inline family complete_unrolling() {
    const auto rung_of = [](const char* name, const char* lesson, int threads) {
        return rung{name, lesson, [threads](gpu& on, const work<int>& w) {
                        level_by_level(on, w, unrolled_for(threads), threads, 2 * threads);
                    }};
    };
    return {
        "complete_unrolling",
        {rung_of("64_threads", "one warp adds up what two have loaded: no barrier but the first", 64),
         rung_of("128_threads", "twice the items for each value that is written", 128),
         rung_of("256_threads", "as step 6 above", 256), rung_of("512_threads", "one barrier more", 512),
         rung_of("1024_threads", "two blocks fill a multiprocessor: all wait for the slower warps", 1024)}};
}

}  // namespace ladder
