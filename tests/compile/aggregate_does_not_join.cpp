// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator must join two accumulators
#include <impulse/reduce.hpp>

#include <vector>

struct op {
    long lift(int item) const { return item; }
    void accumulate(long& acc, int item) const { acc += item; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
