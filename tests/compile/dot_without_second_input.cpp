// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are dot..policy,. x, y.
#include <impulse/sums.hpp>

#include <vector>

int main() { return impulse::dot(std::vector<int>{1, 2}); }
