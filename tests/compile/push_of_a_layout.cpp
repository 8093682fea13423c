// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: push takes a range of items, and no layout
#include <impulse/layouts.hpp>
#include <impulse/running.hpp>

#include <vector>

int main() {
    const std::vector<float> x(6);
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(impulse::batches(x, 3));
}
