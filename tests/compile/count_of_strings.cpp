// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: count compares each item with the value, item == value, which these types do not allow
#include <impulse/sums.hpp>

#include <string>
#include <vector>

int main() { return static_cast<int>(impulse::count(std::vector<int>{1, 2}, std::string("1"))); }
