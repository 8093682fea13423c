// SPDX-License-Identifier: Apache-2.0
// Memory that the host and the GPU can both access: managed, pinned, mapped, and pageable where the GPU
// supports it.
#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/host.hpp>

#include <numeric>

namespace {

constexpr int count = 100'000;
constexpr index_t total = 5'000'050'000;

/// Reduces `x` on the GPU and on the host, and writes a result to `out`.
void check_both_places(const std::string& kind, int* x, index_t* out) {
    CAPTURE(kind);
    const gpu::stream s;
    std::iota(x, x + count, 1);
    gpu::for_two_policies([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy.on(s), x, x + count, index_t{0}) == total);
        *out = 0;
        impulse::reduce_into(policy.on(s), x, x + count, out, index_t{1});
        s.wait();
        CHECK(*out == total + 1);
        CHECK(impulse::reduce(policy, x, x + count, index_t{2}) == total + 2);
    });
    *out = 0;
    impulse::reduce_into(x, x + count, out, index_t{3});
    CHECK(*out == total + 3);
}

}  // namespace

TEST_CASE("memory: managed") {
    void* memory = nullptr;
    gpu::must(cudaMallocManaged(&memory, sizeof(index_t) + count * sizeof(int)));
    auto* const out = static_cast<index_t*>(memory);
    check_both_places("managed", reinterpret_cast<int*>(out + 1), out);
    gpu::must(cudaFree(memory));
}

TEST_CASE("memory: pinned and mapped") {
    for (const unsigned flags :
         {unsigned{cudaHostAllocDefault}, unsigned{cudaHostAllocMapped | cudaHostAllocPortable}}) {
        void* memory = nullptr;
        gpu::must(cudaHostAlloc(&memory, sizeof(index_t) + count * sizeof(int), flags));
        auto* const out = static_cast<index_t*>(memory);
        check_both_places("pinned", reinterpret_cast<int*>(out + 1), out);
        gpu::must(cudaFreeHost(memory));
    }
}

TEST_CASE("memory: registered") {
    std::vector<index_t> memory(1 + count);
    gpu::must(cudaHostRegister(memory.data(), memory.size() * sizeof(index_t), cudaHostRegisterDefault));
    check_both_places("registered", reinterpret_cast<int*>(memory.data() + 1), memory.data());
    gpu::must(cudaHostUnregister(memory.data()));
}

TEST_CASE("memory: pageable, of a GPU that reaches it" * doctest::skip(!gpu::reaches_pageable_memory())) {
    std::vector<index_t> memory(1 + count);
    check_both_places("pageable", reinterpret_cast<int*>(memory.data() + 1), memory.data());
}

TEST_CASE("memory: allocated in stream order") {
    const gpu::stream s;
    void* memory = nullptr;
    gpu::must(cudaMallocAsync(&memory, count * sizeof(int), s));
    auto* const x = static_cast<int*>(memory);
    std::vector<int> items(count);
    std::iota(items.begin(), items.end(), 1);
    gpu::must(cudaMemcpyAsync(x, items.data(), count * sizeof(int), cudaMemcpyHostToDevice, s));
    CHECK(impulse::reduce(impulse::last_block.on(s), x, x + count, index_t{0}) == total);
    gpu::must(cudaFreeAsync(memory, s));
    s.wait();
}
