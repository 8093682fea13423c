// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are dot..policy,. x, y.; with an initial value it is transform_reduce.x, y, init.
#include <impulse/sums.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    return impulse::dot(x, x, 5);
}
