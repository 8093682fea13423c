// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an operator.s 'leaf. must be a power of two: 1, 2, 4
#include <impulse/reduce.hpp>

#include <vector>

struct op {
    static constexpr int leaf = 12;
    long lift(int item) const { return item; }
    void accumulate(long& acc, int item) const { acc += item; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
