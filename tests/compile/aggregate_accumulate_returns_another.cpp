// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'accumulate' cannot be called with an accumulator and an item; write: void accumulate
#include <impulse/reduce.hpp>

#include <vector>

// It returns neither nothing nor an accumulator.
struct op {
    long lift(int item) const { return item; }
    const char* accumulate(long& acc, int item) const { return acc += item, "done"; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
