// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are min_value..policy,. range.; with an initial value it is reduce.range, init, impulse::minimum..., and with an order of your own .min_element.range, compare.
#include <impulse/extrema.hpp>

#include <functional>
#include <vector>

int main() { return impulse::min_value(std::vector<int>{1, 2}, std::greater<>{}); }
