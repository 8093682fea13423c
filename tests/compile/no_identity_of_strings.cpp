// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: this call has no initial value and no identity is known of its operator
#include <impulse/reduce.hpp>

#include <string>
#include <vector>

int main() { return static_cast<int>(impulse::reduce(std::vector<std::string>{"a"}).size()); }
