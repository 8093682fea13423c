// SPDX-License-Identifier: Apache-2.0
//
// Compiled by nvcc: one program that reduces in both places.
#include <cuda_runtime.h>

#include <cstdio>
#include <impulse/host.hpp>
#include <impulse/reduce.hpp>
#include <vector>

// 2x2 matrices over the integers mod 2^32: exact, and not commutative.
struct matrix {
    unsigned a, b, c, d;
};
struct multiply {
    __host__ __device__ matrix operator()(matrix x, matrix y) const {
        return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    }
};

int main() {
    std::vector<matrix> values(100'003);
    for (unsigned i = 0; i < values.size(); ++i) values[i] = {i + 1, 2 * i, 1, i % 3};
    const matrix identity{1, 0, 0, 1};
    const matrix expected =
        impulse::reduce(impulse::last_block.on(impulse::host), values, identity, multiply{});

    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("skipped: no GPU here");
        return 77;
    }
    matrix* data = nullptr;
    const std::size_t bytes = values.size() * sizeof(matrix);
    if (cudaMalloc(&data, bytes) != cudaSuccess) return 1;
    if (cudaMemcpy(data, values.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    const matrix got = impulse::reduce(impulse::last_block.on(impulse::device), data, data + values.size(),
                                       identity, multiply{});
    cudaFree(data);

    const bool same =
        got.a == expected.a && got.b == expected.b && got.c == expected.c && got.d == expected.d;
    std::printf("the device and the host %s\n", same ? "agree" : "differ");
    return same ? 0 : 1;
}
