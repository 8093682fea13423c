// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: expected an execution policy of impulse .*, a random-access range of known length, a layout, or two random-access iterators
#include <impulse/reduce.hpp>

#include <list>

int main() { return impulse::reduce(impulse::last_block, std::list<int>{1, 2}, 0); }
