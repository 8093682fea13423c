// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the .transformed. items do not convert to the accumulator .*: use transform_reduce.x, init, op, f.
#include <impulse/reduce.hpp>

#include <vector>

struct record {
    double value;
};

// The shape of std::accumulate: the accumulator is no item.
int main() {
    const double total = impulse::reduce(std::vector<record>{}, 0.0,
                                         [](double sum, const record& r) { return sum + r.value; });
    return total > 0;
}
