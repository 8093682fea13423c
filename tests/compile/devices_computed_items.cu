// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: devices share items that lie in memory
#include <impulse/devices.hpp>
#include <impulse/sums.hpp>

#include <thrust/iterator/counting_iterator.h>

int main() {
    const auto first = thrust::counting_iterator<int>(0);
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::devices(0)), first, first + 10));
}
