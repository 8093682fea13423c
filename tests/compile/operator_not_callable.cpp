// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator must be callable as op\(init, item\) with the types
#include <impulse/reduce.hpp>

#include <string>
#include <vector>

struct nothing_in_common {};

int main() { return impulse::reduce(std::vector<std::string>{}, nothing_in_common{}, impulse::plus{}); }
