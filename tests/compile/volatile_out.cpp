// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a pointer to volatile items is neither read nor written
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1};
    volatile int out = 0;
    impulse::reduce_into(x, &out, 0);
}
