// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are count_if..policy,. range, predicate.
#include <impulse/sums.hpp>

#include <vector>

int main() { return static_cast<int>(impulse::count_if(std::vector<int>{1, 2})); }
