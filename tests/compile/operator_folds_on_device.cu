// SPDX-License-Identifier: Apache-2.0
#include <impulse/groups.cuh>
#include <impulse/reduce.hpp>

#include <cuda_fp16.h>

struct add_half {
    __host__ __device__ float operator()(float sum, __half x) const { return sum + static_cast<float>(x); }
};

// The caller's own functions that combine values.
float reduced(const float* x) {
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x + 10, 0.0f,
                           [] __device__(float a, float b) -> float { return a + b; });
}

#if CASE_float_and_half  // case: static.assert.*impulse: the operator takes an accumulator and an item
__global__ void refused(float* x) { *x = impulse::group_reduce(impulse::warp{}, *x, add_half{}); }
#elif CASE_lambda  // case: static.assert.*impulse: the operator takes an accumulator and an item
double refused(const int* x) {
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x + 10, 0.0,
                           [] __host__ __device__(double sum, int i) { return sum + i * i; });
}
#elif CASE_claim   // case: static.assert.*impulse: assume_associative.op. is false for . or .
__global__ void refused(__half* x) {
    *x = impulse::group_reduce(impulse::warp{}, *x, impulse::assume_associative(impulse::plus{}));
}
#endif
