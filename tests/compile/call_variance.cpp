// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are variance..policy,. range., ddof.., with ddof an integer
#include <impulse/statistics.hpp>

#include <vector>

int main() { return impulse::variance(std::vector<int>{1, 2}, 1.9) > 0; }
