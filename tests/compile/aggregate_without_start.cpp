// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an operator with 'accumulate. needs 'Acc lift.const Item&. const. or 'Acc identity.. const.
#include <impulse/reduce.hpp>

#include <vector>

// An item that converts to the accumulator must not be taken for one: this counts.
struct op {
    void accumulate(long& acc, int) const { ++acc; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
