// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: sum gives T.. of no items, which this item type has not; use reduce.range, init.
#include <impulse/sums.hpp>

#include <vector>

struct metres {
    explicit metres(int v) : value(v) {}
    int value;
    friend metres operator+(metres a, metres b) { return metres(a.value + b.value); }
};

int main() { return impulse::sum(std::vector<metres>{}).value; }
