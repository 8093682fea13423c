// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: this file has no host; write #include .impulse/host.hpp.
#include <impulse/reduce.hpp>

#include <vector>

// nvcc's files have the device, unless they include the host besides.
int main() { return impulse::reduce(std::vector<int>{1, 2}, 0); }
