// SPDX-License-Identifier: Apache-2.0
// # Bound the error of a sum
// The error of a sum of n floats is at most k·u / (1 - k·u) times the sum of the absolute values. Here u is
// 2^-24, and k = ⌈log2 n⌉ is the number of additions between an item and the root of the tree. If that is too
// much, `wide` adds in double, and `compensated_sum` keeps the rounding errors of the additions.
//
// Prints: within the bound: yes; wide is nearer: yes
#include <impulse/aggregates/all.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <cmath>
#include <iostream>
#include <vector>

int main() {
    std::vector<float> x;
    for (int i = 0; i < 1'000'000; ++i) x.push_back(std::sin(static_cast<float>(i)));

    const double reference = impulse::transform_reduce(x, impulse::compensated_sum{},
                                                       [](float v) { return static_cast<double>(v); });
    const double magnitude =
        impulse::transform_reduce(x, 0.0, impulse::plus{}, [](float v) { return std::abs(v); });
    const double k = std::ceil(std::log2(x.size())), u = std::ldexp(1.0, -24);
    const double error = std::abs(impulse::sum(x) - reference);
    std::cout << "within the bound: " << (error <= k * u / (1 - k * u) * magnitude ? "yes" : "no")
              << "; wide is nearer: "
              << (std::abs(impulse::sum(x, impulse::wide) - reference) <= error ? "yes" : "no") << '\n';
}
