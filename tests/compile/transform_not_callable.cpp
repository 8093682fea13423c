// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the transform must be callable with an item of the input: f.x.
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    return impulse::transform_reduce(std::vector<int>{1, 2}, 0, impulse::plus{},
                                     [](const char* x) { return *x; });
}
