// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: impulse::wide is for integers and floating-point numbers
#include <impulse/sums.hpp>

#include <string>
#include <vector>

int main() { return static_cast<int>(impulse::sum(std::vector<std::string>{"a"}, impulse::wide)); }
