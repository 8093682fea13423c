// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are sum..policy,. range., impulse::wide..; with an initial value it is reduce.range, init.
#include <impulse/sums.hpp>

#include <vector>

int main() { return impulse::sum(std::vector<int>{1, 2}, 5); }
