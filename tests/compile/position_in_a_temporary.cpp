// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a position in a temporary range would point into nothing; give the range a name
#include <impulse/extrema.hpp>

#include <vector>

int main() { return *impulse::max_element(std::vector<int>{1, 2}); }
