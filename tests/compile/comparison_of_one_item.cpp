// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: items are compared by a < b, or by the comparison that is given
#include <impulse/extrema.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    return *impulse::min_element(x, [](int a) { return a > 1; });
}
