// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: 'out' must be a pointer to an impulse::forest<Acc>
#include <impulse/parts.hpp>

#include <vector>

int main() {
    impulse::forest<double> out;
    impulse::reduce_part_into(std::vector<float>{1, 2}, 0, &out);
}
