// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator must join two accumulators: op.acc, acc. must return what converts
#include <impulse/reduce.hpp>

#include <vector>

struct item {};
struct total {
    total() = default;
    total(item) {}
};

// It joins an item to a total, but not two totals: nothing can be joined in parallel.
struct takes_in_only {
    total operator()(total, item) const { return {}; }
};

int main() { (void)impulse::reduce(std::vector<item>{}, total{}, takes_in_only{}); }
