// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: push takes items of the type that running_reduction<Item> names
#include <impulse/running.hpp>

#include <vector>

int main() {
    auto sum = impulse::running_reduction<float>(0.0);
    sum.push(std::vector<double>(3));
}
