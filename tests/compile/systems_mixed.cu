// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*the iterators of this call belong to different systems \(host and device\)
#include <impulse/reduce.hpp>

#include <thrust/device_vector.h>

#include <vector>

int main() {
    const thrust::device_vector<int> x(2);
    const std::vector<int> y(2);
    return impulse::transform_reduce(x, y, 0);
}
