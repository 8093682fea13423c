// SPDX-License-Identifier: Apache-2.0
//
// The first kernel: each thread prints its number. The order of the lines is not specified: blocks run
// concurrently, and their output stays in a buffer on the GPU until the host synchronizes.
#include "check.cuh"

namespace {

__global__ void hello() {
    printf("hello from block %u of %u, thread %u of %u\n", blockIdx.x, gridDim.x, threadIdx.x, blockDim.x);
}

}  // namespace

int main() try {
    hello<<<2, 4>>>();
    first::check(cudaGetLastError(), "launching hello");
    first::check(cudaDeviceSynchronize(),
                 "running hello");  // without it the program ends before anything is printed
    std::printf("hello from the host\n");
} catch (const std::exception& failure) {
    std::fprintf(stderr, "hello: %s\n", failure.what());
    return 1;
}
