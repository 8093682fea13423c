// SPDX-License-Identifier: Apache-2.0
// A caller's own x * y + z, in a target that uses impulse::strict: two roundings, and never one fused
// operation.
#include <impulse/reduce.hpp>

#include <cmath>
#include <iostream>
#include <vector>

struct line {
    double slope, offset;
};
struct then {
    line operator()(const line& x, const line& y) const {
        return {x.slope * y.slope, y.slope * x.offset + y.offset};
    }
};

int main() {
    const double third = 1.0 / 3;
    const std::vector<line> lines{{1, third}, {3, -1}};
    const line all = impulse::reduce(lines, line{1, 0}, then{});
    const bool is_rounded_twice = all.offset == 0;  // fma(3, 1/3, -1) is -2^-54
    std::cout << "x * y + z is " << (is_rounded_twice ? "rounded twice" : "fused") << '\n';
    return is_rounded_twice && std::fma(3, third, -1) != 0 ? 0 : 1;
}
