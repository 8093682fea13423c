// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator must be callable as op.init, item. .*, and return what they come to
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    impulse::reduce(std::vector<int>{1, 2}, 0, [](int, int) {});
}
