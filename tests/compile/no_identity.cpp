// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: this call has no initial value and no identity is known of its operator
#include <impulse/reduce.hpp>

#include <functional>
#include <vector>

int main() { return impulse::reduce(std::vector<int>{1, 2}, std::minus<>{}); }
