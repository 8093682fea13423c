// SPDX-License-Identifier: Apache-2.0
// # Take a dot product in mixed precision
// A dot product of floats in double. Each product is exact, because two mantissas of 24 bits fit into 53
// bits.
//
// Prints: float 0, double 2
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <iostream>
#include <vector>

int main() {
    const std::vector<float> x{1e8f, 1, -1e8f, 1}, y{1, 1, 1, 1};
    const double wide = impulse::transform_reduce(x, y, 0.0, impulse::plus{},
                                                  [](float a, float b) { return double{a} * double{b}; });
    std::cout << "float " << impulse::dot(x, y) << ", double " << wide << '\n';
}
