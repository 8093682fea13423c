// SPDX-License-Identifier: Apache-2.0
// A consumer of the component nccl: the only rank of a communicator.
#include <impulse/nccl.hpp>
#include <impulse/reduce.hpp>

#include <cstdio>

int main() {
    if (impulse::device_count() == 0) return std::puts("no GPU here: skipped"), 77;
    int gpu = 0;
    ncclComm_t comm;
    float* x = nullptr;
    if (ncclCommInitAll(&comm, 1, &gpu) != ncclSuccess ||
        cudaMallocManaged(&x, 1000 * sizeof(float)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 1000; ++i) x[i] = 1.f / static_cast<float>(i + 1);
    const float sum = impulse::reduce(impulse::automatic.on(impulse::ranks(comm, nullptr)), x, x + 1000, 0.f);
    const bool same = sum == impulse::reduce(impulse::automatic.on(impulse::device), x, x + 1000, 0.f);
    std::printf("sum %.9g, %s\n", static_cast<double>(sum), same ? "the same bits" : "WRONG");
    ncclCommDestroy(comm);
    cudaFree(x);
    return same ? 0 : 1;
}
