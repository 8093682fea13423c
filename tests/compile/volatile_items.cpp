// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a pointer to volatile items is neither read nor written
#include <impulse/reduce.hpp>

int main() {
    volatile int x[4] = {};
    return impulse::reduce(x, 0);
}
