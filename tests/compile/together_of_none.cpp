// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are together.op, more
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1};
    static_cast<void>(impulse::reduce(x, impulse::together()));
}
