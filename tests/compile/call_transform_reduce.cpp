// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are transform_reduce..policy,. x, init, op, f.
#include <impulse/reduce.hpp>

#include <vector>

// No transform.
int main() { return impulse::transform_reduce(std::vector<int>{1, 2}, 0); }
