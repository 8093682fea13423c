// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'combine. cannot be called with two accumulators, or returns another; write: void combine
#include <impulse/reduce.hpp>

#include <vector>

struct op {
    long lift(int item) const { return item; }
    void combine(int& a, const int& b) const { a += b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
