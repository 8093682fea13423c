// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*an iterator into device memory is used on the host
#include <impulse/reduce.hpp>

#include <thrust/device_vector.h>

#include <iterator>

// A reverse iterator of std over device memory: the reference beneath it says where that is.
int main() {
    thrust::device_vector<int> x(2);
    return impulse::reduce(impulse::last_block.on(impulse::host), std::make_reverse_iterator(x.end()),
                           std::make_reverse_iterator(x.begin()), 0);
}
