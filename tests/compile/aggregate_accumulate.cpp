// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'accumulate' cannot be called with an accumulator and an item; write: void accumulate
#include <impulse/reduce.hpp>

#include <vector>

// The arguments are the wrong way round, and an int does not refer to a long.
struct op {
    long lift(int item) const { return item; }
    void accumulate(const int& item, long& acc) const { acc += item; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
