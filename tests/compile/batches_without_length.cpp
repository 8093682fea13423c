// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are batches.range, length. or
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <vector>

void call(const std::vector<float>& x) { impulse::reduce(impulse::last_block, impulse::batches(x), 0.f); }
