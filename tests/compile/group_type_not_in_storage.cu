// expect: impulse: the block_storage was not made for values of this type; name it there
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block exchanges what its storage was made for.
#include <impulse/groups.cuh>

__global__ void reduced(double* x) {
    __shared__ impulse::block_storage<char> storage;
    impulse::block block(storage);
    *x = impulse::group_reduce(block, *x, impulse::plus{});
}
