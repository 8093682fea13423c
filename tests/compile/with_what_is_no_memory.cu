// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: .with.\.\.\.. takes an impulse::workspace, or a resource with allocate
#include <impulse/reduce.hpp>

int main() {
    int number = 0;
    const int* const x = nullptr;
    return impulse::reduce(impulse::last_block.with(number).on(impulse::device), x, x, 0);
}
