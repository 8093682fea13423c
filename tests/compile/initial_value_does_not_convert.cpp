// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the initial value does not convert to the type in which the operator accumulates
#include <impulse/reduce.hpp>

#include <vector>

struct total {
    long value;
};

struct op {
    total lift(int item) const { return {item}; }
    total operator()(total a, total b) const { return {a.value + b.value}; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{}).value); }
