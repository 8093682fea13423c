// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the second input must be a random-access range or a random-access iterator
#include <impulse/reduce.hpp>

#include <list>
#include <vector>

int main() { return impulse::transform_reduce(std::vector<int>{1, 2}, std::list<int>{1, 2}, 0); }
