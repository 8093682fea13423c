// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*an iterator into device memory is used on the host
#include <impulse/reduce.hpp>

#include <thrust/device_vector.h>

int main() {
    return impulse::reduce(impulse::last_block.on(impulse::host), thrust::device_vector<int>(2), 0);
}
