// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'lift. cannot be called with an item; write: Acc lift.const Item&. const
#include <impulse/reduce.hpp>

#include <vector>

struct op {
    long lift(const char* item) const { return *item; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
