// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: 'out' says where results are written, by a pointer or an iterator: out.data\(\)
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    std::vector<float> x(6), sums(3);
    impulse::reduce_into(impulse::batches(x, 2), sums, 0.f);
}
