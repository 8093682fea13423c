// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed: impulse: this file is compiled without CUDA, so there is no device
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    int out = 0;
    impulse::reduce_into(impulse::single_block.on(impulse::device), std::vector<int>{1, 2}, &out, 0);
    return out;
}
