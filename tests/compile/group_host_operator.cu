// expect: calling a __host__ function.*host_only
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Nor is it in a kernel of the caller's own.
#include <impulse/groups.cuh>

struct host_only {
    int operator()(int a, int b) const { return a + b; }
};

__global__ void reduced(int* x) { *x = impulse::group_reduce(impulse::warp{}, *x, host_only{}); }
