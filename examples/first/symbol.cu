// SPDX-License-Identifier: Apache-2.0
//
// A __device__ array: a kernel writes it, and the host reads it by its name. It needs no allocation, and
// exists as long as the program runs.
#include "check.cuh"

namespace {

constexpr int count = 64;
__device__ int squares[count];

__global__ void set() { squares[threadIdx.x] = static_cast<int>(threadIdx.x * threadIdx.x); }

}  // namespace

int main() try {
    set<<<1, count>>>();
    first::check(cudaGetLastError(), "launching set");
    int found[count] = {};
    first::check(cudaMemcpyFromSymbol(found, squares, sizeof(found)), "setting, or copying by name");
    for (int i = 0; i < count; ++i) first::require(found[i] == i * i, "a square is wrong");

    // Its address is in ordinary device memory. On the host the name itself is not that address.
    void* address = nullptr;
    first::check(cudaGetSymbolAddress(&address, squares), "asking for the address");
    int last = 0;
    first::check(
        cudaMemcpy(&last, static_cast<int*>(address) + count - 1, sizeof(int), cudaMemcpyDeviceToHost),
        "copying by address");
    std::printf("%d squares by name; the last by address is %d\n", count, last);
    first::require(last == found[count - 1], "the address is another's");
} catch (const std::exception& failure) {
    std::fprintf(stderr, "symbol: %s\n", failure.what());
    return 1;
}
