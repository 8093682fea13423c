// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are max_element..policy,. range., compare.
#include <impulse/extrema.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    return *impulse::max_element(x, 0, 1);
}
