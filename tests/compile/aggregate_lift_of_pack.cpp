// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator.s 'lift. of a pack cannot be called with a whole leaf
#include <impulse/reduce.hpp>

#include <vector>

// A pack is of half a leaf.
struct op {
    static constexpr int leaf = 8;
    long lift(int item) const { return item; }
    long lift(const impulse::pack<int, 4>& items) const { return items[0]; }
    long operator()(long a, long b) const { return a + b; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }
