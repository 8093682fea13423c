// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: expected an execution policy of impulse .*, a random-access range of known length
#include <impulse/reduce.hpp>

int main() { return impulse::reduce(impulse::last_block); }
