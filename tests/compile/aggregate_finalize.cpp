// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'finalize. cannot be called with an accumulator; write: Result finalize
#include <impulse/reduce.hpp>

#include <vector>

struct op {
    long operator()(long a, long b) const { return a + b; }
    double finalize(const char* total) const { return *total; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
