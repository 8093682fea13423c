// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a std::vector of a layout.s results needs a default constructor
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <vector>

struct total {
    explicit total(float of) : sum(of) {}
    float sum;
};
struct add {
    total operator()(const total& a, const total& b) const { return total(a.sum + b.sum); }
};

void call(const std::vector<int>& keys, const std::vector<total>& x) {
    impulse::reduce(impulse::by_key(keys, x), total(0), add{});
}
