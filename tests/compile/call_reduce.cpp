// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are reduce..policy,. range., init.., op.
#include <impulse/reduce.hpp>

#include <vector>

// The operator before the initial value.
int main() { return impulse::reduce(std::vector<int>{1, 2}, impulse::plus{}, 0); }
