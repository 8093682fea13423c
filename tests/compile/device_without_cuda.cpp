// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed: impulse: this file is compiled without CUDA, so there is no device
#include <impulse/reduce.hpp>

#include <vector>

int main() { return impulse::reduce(impulse::last_block.on(impulse::device), std::vector<int>{1, 2}, 0); }
