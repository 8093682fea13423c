// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the two iterators of a range must have a difference
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    return impulse::reduce(x.begin(), impulse::plus{}, 0);
}
