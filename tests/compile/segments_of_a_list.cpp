// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are segments.*a list in braces needs a name
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <vector>

void call(const std::vector<float>& x, float* out) {
    impulse::sum_into(impulse::segments(x, {0, 3, 10}), out);
}
