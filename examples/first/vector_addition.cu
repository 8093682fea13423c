// SPDX-License-Identifier: Apache-2.0
//
// Everything that the host does for c = a + b: allocate, copy, launch, check, copy back, free. The vectors
// are in pageable, pinned or unified memory. Unified memory needs no copies: pages migrate when they are
// touched.
#include "check.cuh"

#include <chrono>
#include <cstddef>
#include <new>

namespace {

constexpr int count = 1 << 24;
constexpr std::size_t bytes = count * sizeof(float);
constexpr int threads = 256;

__global__ void add(const float* a, const float* b, float* c, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i] = a[i] + b[i];  // the last block may have more threads than items
}

void fill(float* a, float* b) {
    for (int i = 0; i < count; ++i) {
        a[i] = static_cast<float>(i % 1000);
        b[i] = static_cast<float>(i % 77);
    }
}

void verify(const float* c) {
    for (int i = 0; i < count; ++i)
        first::require(c[i] == static_cast<float>(i % 1000 + i % 77), "a sum is wrong");
}

void launch(const float* a, const float* b, float* c) {
    add<<<(count + threads - 1) / threads, threads>>>(a, b, c, count);
    first::check(cudaGetLastError(), "launching the addition");
}

/// From the vectors on the host to the sum on the host.
void add_on_gpu(const float* a, const float* b, float* c) {
    float* on_gpu[3] = {};
    for (float*& each : on_gpu) first::check(cudaMalloc(&each, bytes), "allocating a vector");
    first::check(cudaMemcpy(on_gpu[0], a, bytes, cudaMemcpyHostToDevice), "copying a");
    first::check(cudaMemcpy(on_gpu[1], b, bytes, cudaMemcpyHostToDevice), "copying b");
    launch(on_gpu[0], on_gpu[1], on_gpu[2]);
    first::check(cudaMemcpy(c, on_gpu[2], bytes, cudaMemcpyDeviceToHost),
                 "adding, or copying c");  // waits for the kernel
    for (float* each : on_gpu) first::check(cudaFree(each), "freeing a vector");
}

/// In unified memory, which the host and the GPU both access. The pages of c migrate when the host touches
/// them, which takes the place of the copy back.
void add_unified(const float* a, const float* b, float* c) {
    launch(a, b, c);
    first::check(cudaDeviceSynchronize(), "adding");  // otherwise the host would read c too early
    constexpr int page = 4096 / sizeof(float);
    for (int i = 0; i < count; i += page) (void)*static_cast<const volatile float*>(c + i);
}

using allocate = cudaError_t (*)(void** memory);
using release = cudaError_t (*)(void* memory);

cudaError_t pageable(void** memory) {
    *memory = ::operator new(bytes);
    return cudaSuccess;
}
cudaError_t free_pageable(void* memory) {
    ::operator delete(memory);
    return cudaSuccess;
}
cudaError_t pinned(void** memory) { return cudaMallocHost(memory, bytes); }
cudaError_t unified(void** memory) { return cudaMallocManaged(memory, bytes); }

void run(const char* kind, allocate take, release give_back,
         void (*add_all)(const float*, const float*, float*)) {
    void* of[3] = {};
    for (void*& each : of) first::check(take(&each), "allocating a vector for the host");
    auto* const a = static_cast<float*>(of[0]);
    auto* const b = static_cast<float*>(of[1]);
    auto* const c = static_cast<float*>(of[2]);
    double seconds[2];
    for (double& taken : seconds) {  // the first call allocates the pages
        fill(a, b);
        const auto begin = std::chrono::steady_clock::now();
        add_all(a, b, c);
        taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        verify(c);
    }
    std::printf("| vector addition | %s | %d | %.0f | %.0f |\n", kind, count, seconds[0] * 1e6,
                seconds[1] * 1e6);
    for (void* each : of) first::check(give_back(each), "freeing a vector of the host");
}

}  // namespace

int main() try {
    // The first program in a process pays this with any kind of memory: CUDA creates the context and loads
    // the kernel.
    first::check(cudaFree(nullptr), "making a context");
    add<<<1, threads>>>(nullptr, nullptr, nullptr, 0);
    first::check(cudaGetLastError(), "launching a first addition");
    first::check(cudaDeviceSynchronize(), "running a first addition");
    std::printf(
        "| program | memory | items | first call, us | second call, us |\n| --- | --- | --- | --- | --- |\n");
    run("pageable", pageable, free_pageable, add_on_gpu);
    run("pinned", pinned, cudaFreeHost, add_on_gpu);
    run("unified", unified, cudaFree, add_unified);
} catch (const std::exception& failure) {
    std::fprintf(stderr, "vector_addition: %s\n", failure.what());
    return 1;
}
