// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the items of this range cannot be reached by their number
#include <impulse/reduce.hpp>

#include <list>

int main() { return impulse::reduce(impulse::last_block, std::list<int>{1, 2}, 0); }
