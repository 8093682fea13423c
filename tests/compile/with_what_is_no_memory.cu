// SPDX-License-Identifier: Apache-2.0
// expect: no instance of function template .*with|no instance of overloaded function .*with
#include <impulse/reduce.hpp>

int main() {
    int number = 0;
    return impulse::last_block.with(number).by_hand.threads;
}
