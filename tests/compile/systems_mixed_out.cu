// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*the iterators of this call belong to different systems \(host and device\)
#include <impulse/reduce.hpp>

#include <thrust/device_vector.h>

int main() {
    const thrust::device_vector<int> x(2);
    int out = 0;
    impulse::reduce_into(impulse::last_block, x, &out, 0);
    return out;
}
