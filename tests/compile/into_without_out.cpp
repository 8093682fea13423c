// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an _into form writes its result to 'out', which comes after the inputs
#include <impulse/sums.hpp>

#include <vector>

int main() { impulse::sum_into(std::vector<int>{1, 2}); }
