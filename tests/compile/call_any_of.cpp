// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are any_of..policy,. range, predicate.
#include <impulse/sums.hpp>

#include <vector>

int main() {
    return impulse::any_of(std::vector<int>{1, 2}, true, [](int x) { return x > 1; });
}
