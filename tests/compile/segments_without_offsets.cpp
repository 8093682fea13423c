// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are segments.values, offsets. or
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <vector>

void call(const std::vector<float>& x) { impulse::reduce(impulse::segments(x), 0.f); }
