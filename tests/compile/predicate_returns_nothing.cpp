// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the predicate must be callable with an item, f.x., and return true or false
#include <impulse/sums.hpp>

#include <vector>

int main() {
    return impulse::any_of(std::vector<int>{1, 2}, [](int) {});
}
