// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: product starts from T.1., which this item type has not; use reduce.range, init, impulse::multiplies
#include <impulse/sums.hpp>

#include <string>
#include <vector>

int main() { impulse::product(std::vector<std::string>{"a", "b"}); }
