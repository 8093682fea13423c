// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are count..policy,. range, value.
#include <impulse/sums.hpp>

#include <vector>

int main() { return static_cast<int>(impulse::count(std::vector<int>{1, 2})); }
