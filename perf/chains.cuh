// SPDX-License-Identifier: Apache-2.0
// Arithmetic that takes a chosen time, and whose result the host can compute at once: steps of a linear
// congruence, each of which depends on the one before. k steps equal one step of another congruence.
#pragma once

#include "ladder/rung.hpp"

namespace perf {

/// x -> factor · x + summand, modulo 2^32.
struct congruence {
    unsigned factor;
    unsigned summand;
    __host__ __device__ unsigned operator()(unsigned x) const { return factor * x + summand; }
};

/// The congruence that equals `steps` steps.
inline congruence repeated(congruence step, int steps) {
    congruence all{1, 0};
    for (; steps > 0; steps /= 2) {
        if (steps % 2 != 0) all = {step.factor * all.factor, step.factor * all.summand + step.summand};
        step = {step.factor * step.factor, step.factor * step.summand + step.summand};
    }
    return all;
}

constexpr congruence usual_step{1664525u, 1013904223u};

/// A chain of dependent steps. The factors are known at run time only, so no compiler can shorten the chain.
__device__ inline unsigned run_chain(unsigned x, congruence step, int steps) {
    for (int k = 0; k < steps; ++k) x = step(x);
    return x;
}

/// Each thread runs `Chains` chains side by side, so this many steps are independent.
template <int Chains>
__global__ void run_independent(const unsigned* from, unsigned* to, congruence step, int count) {
    const int threads = gridDim.x * blockDim.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x[Chains];
    for (int c = 0; c < Chains; ++c) x[c] = from[c * threads + i];
    for (int k = 0; k < count; ++k)
        for (int c = 0; c < Chains; ++c) x[c] = step(x[c]);
    for (int c = 0; c < Chains; ++c) to[c * threads + i] = x[c];
}

}  // namespace perf
