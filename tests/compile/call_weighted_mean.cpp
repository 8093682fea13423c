// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are weighted_mean..policy,. range, weights.
#include <impulse/statistics.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    return impulse::weighted_mean(x, x, 0) > 0;
}
