// expect: no instance of overloaded function .*group_reduce
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block is no temporary: it knows whose turn the two buffers have.
#include <impulse/groups.cuh>

__global__ void reduced(int* x) {
    __shared__ impulse::block_storage<int> storage;
    *x = impulse::group_reduce(impulse::block(storage), *x, impulse::plus{});
}
