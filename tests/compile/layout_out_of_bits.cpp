// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the results of a layout go to a std::vector<bool>
#include <impulse/algorithms.hpp>

#include <vector>

int main() {
    const std::vector<int> x(6);
    std::vector<bool> out(3);
    impulse::any_of_into(impulse::batches(x, 2), out.begin(), [](int v) { return v > 0; });
}
