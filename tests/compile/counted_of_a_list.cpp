// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are counted.*a list in braces needs a name
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

int call(const int* count) { return impulse::sum(impulse::counted({1, 2, 3}, count)); }
