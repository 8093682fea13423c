// SPDX-License-Identifier: Apache-2.0
//
// Three wrong launches, and where each error appears. A launch returns nothing, so the program must ask for
// its error. An error while a kernel runs appears later, and is sticky.
//   1. More threads than a block may have: cudaGetLastError() right after the launch returns the error. The
//      kernel never runs. The call clears the error, so the next launch works.
//   2. More shared memory than a multiprocessor has: the same.
//   3. An address that the GPU cannot reach: the launch succeeds, and cudaGetLastError() returns no error.
//      The next call that waits for the kernel returns the error, and so does each later call. The kernel's
//      results cannot be trusted, and the process needs a new context, so this launch comes last.
#include "check.cuh"

#include <cstddef>

namespace {

__global__ void store(int* to) {
    extern __shared__ int unused[];
    if (threadIdx.x == 0) *to = 42;
    if (to == unused) *to = 0;  // never true; it keeps the compiler from removing the shared memory
}

void say(const char* when, cudaError_t code) {
    std::printf("  %-48s %s (%s)\n", when, cudaGetErrorName(code), cudaGetErrorString(code));
}

}  // namespace

int main() try {
    using first::require;
    int* number = nullptr;
    first::check(cudaMalloc(&number, sizeof(int)), "allocating a number");

    std::printf("4096 threads in a block\n");
    store<<<1, 4096>>>(number);
    const cudaError_t too_many = cudaGetLastError();
    say("cudaGetLastError() after the launch:", too_many);
    require(too_many != cudaSuccess, "4096 threads were launched");
    say("cudaGetLastError() again, now cleared:", cudaGetLastError());
    say("cudaDeviceSynchronize(), with no kernel running:", cudaDeviceSynchronize());

    std::printf("a gigabyte of shared memory\n");
    store<<<1, 32, 1 << 30>>>(number);
    const cudaError_t too_large = cudaGetLastError();
    say("cudaGetLastError() after the launch:", too_large);
    require(too_large != cudaSuccess, "a launch got a gigabyte of shared memory");

    std::printf("a correct launch\n");
    store<<<1, 32>>>(number);
    first::check(cudaGetLastError(), "launching");
    int found = 0;
    first::check(cudaMemcpy(&found, number, sizeof(int), cudaMemcpyDeviceToHost),
                 "copying");  // waits for the kernel
    std::printf("  stored %d\n", found);
    require(found == 42, "the kernel did not run");

    std::printf("an address that is not the GPU's\n");
    store<<<1, 32>>>(reinterpret_cast<int*>(std::size_t{16}));
    const cudaError_t at_launch = cudaGetLastError();
    say("cudaGetLastError() after the launch:", at_launch);
    const cudaError_t when_done = cudaDeviceSynchronize();
    say("cudaDeviceSynchronize():", when_done);
    require(when_done != cudaSuccess, "a wrong address was written");
    const cudaError_t later = cudaMemcpy(&found, number, sizeof(int), cudaMemcpyDeviceToHost);
    say("a copy that worked before:", later);
    require(later != cudaSuccess, "the context works as before");
    std::printf("each error was seen\n");
} catch (const std::exception& failure) {
    std::fprintf(stderr, "errors: %s\n", failure.what());
    return 1;
}
