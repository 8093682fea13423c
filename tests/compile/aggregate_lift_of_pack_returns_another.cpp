// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'lift. of a pack cannot be called with a whole leaf, or returns another
#include <impulse/reduce.hpp>

#include <vector>

struct op {
    static constexpr int leaf = 4;
    long lift(int item) const { return item; }
    const char* lift(const impulse::pack<int, 4>&) const { return "done"; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
