// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: .on.\.\.\.. takes impulse::host, impulse::device, a CUDA stream, or a place
#include <impulse/reduce.hpp>

#include <vector>

struct nowhere {};

int main() { return impulse::reduce(impulse::last_block.on(nowhere{}), std::vector<int>{1, 2}, 0); }
