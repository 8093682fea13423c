// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are counted.values, count
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <vector>

float call(const std::vector<float>& x) { return impulse::sum(impulse::counted(x, 3)); }
