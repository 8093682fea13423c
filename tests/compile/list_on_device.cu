// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: a list of items lies on the host, where a GPU does not reach it
#include <impulse/reduce.hpp>

int main() { return impulse::reduce(impulse::last_block.on(impulse::device), {1, 2, 3}, 0); }
