// expect: impulse: a range is reduced by a warp or a block
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A cluster joins values, not ranges.
#include <impulse/cluster.cuh>

__global__ void reduced(const int* first, int* x) {
    __shared__ impulse::cluster_storage<int> storage;
    impulse::cluster cluster(storage);
    *x = impulse::joint_reduce(cluster, first, first + 10, 0, impulse::plus{});
}
