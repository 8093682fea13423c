// expect: calling a constexpr.*__host__.*check_device_callable
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An iterator that the GPU cannot call is an error.
#include <impulse/groups.cuh>

#include <vector>

__global__ void reduced(std::vector<int>::const_iterator first, std::vector<int>::const_iterator last,
                        int* x) {
    *x = impulse::joint_reduce(impulse::warp{}, first, last, 0, impulse::plus{});
}
