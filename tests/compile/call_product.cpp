// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are product..policy,. range.; with an initial value it is reduce.range, init, impulse::multiplies..
#include <impulse/sums.hpp>

#include <vector>

int main() { return impulse::product(std::vector<int>{1, 2}, 5); }
