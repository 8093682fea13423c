// SPDX-License-Identifier: Apache-2.0
// expect: impulse: the offsets of segments must be integers
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    const std::vector<float> x(10, 1.f);
    const std::vector<double> offsets{0, 5, 10};
    impulse::reduce(impulse::segments(x, offsets), 0.f);
}
