// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a position in a temporary range would point into nothing; give the range a name
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>

#include <vector>

int call(const int* count) { return *impulse::max_element(impulse::counted(std::vector<int>{1, 2}, count)); }
