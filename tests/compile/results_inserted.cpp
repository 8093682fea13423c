// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a layout.s results are written to out.0., out.1.,
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <iterator>
#include <vector>

void call(const std::vector<float>& x, const std::vector<int>& offsets) {
    std::vector<float> sums;
    impulse::reduce_into(impulse::segments(x, offsets), std::back_inserter(sums), 0.f);
}
