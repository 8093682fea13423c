// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the transform must be callable with an item of each input: f.x, y.
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    return impulse::transform_reduce(x, x, 0, impulse::plus{}, [](int a) { return a; });
}
