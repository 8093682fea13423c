// SPDX-License-Identifier: Apache-2.0
// EXPECT: a second input goes with a range, batches or segments, not with the groups of an array
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

int main() {
    const float x[6] = {};
    return static_cast<int>(impulse::dot(impulse::columns(impulse::matrix_view{x + 0, 2, 3}), x)[0]);
}
