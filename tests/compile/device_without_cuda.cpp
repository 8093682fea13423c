// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: there is no device in a file that is not compiled by nvcc
#include <impulse/reduce.hpp>

#include <vector>

int main() { return impulse::reduce(impulse::last_block.on(impulse::device), std::vector<int>{1, 2}, 0); }
