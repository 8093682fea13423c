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
    static float lift(float x) { return x; }
    float operator()(float a, float b) const { return a + b; }
    static total finalize(float sum) { return total(sum); }
};

void call(const std::vector<float>& x) { impulse::reduce(impulse::batches(x, 2), 0.f, add{}); }
