// SPDX-License-Identifier: Apache-2.0
// # Find the first item that satisfies a condition, or where two vectors differ most
// A reduction over indices can read any number of arrays in one function. The initial value is the result if
// nothing is found: n for the first, -1 for the last. The reduction reads every item; `any_of` stops early.
// On a GPU use `thrust::counting_iterator`, and a function that contains pointers to GPU memory.
//
// Prints: first below zero 2, last 4, above nine 5; the vectors differ most at 3, by 4
#include <impulse/aggregates/all.hpp>
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>

#include <cmath>
#include <iostream>
#include <ranges>
#include <vector>

int main() {
    const std::vector<double> x{3, 1, -2, 5, -1}, y{3, 2, -2, 1, 0};
    const auto n = static_cast<long>(x.size());
    const auto indices = std::views::iota(0L, n);
    const auto first = [&](auto holds) {
        return impulse::transform_reduce(indices, n, impulse::minimum{},
                                         [&](long i) { return holds(x.data()[i]) ? i : n; });
    };
    const auto last = [&](auto holds) {
        return impulse::transform_reduce(indices, -1L, impulse::maximum{},
                                         [&](long i) { return holds(x.data()[i]) ? i : -1L; });
    };
    const auto negative = [](double each) { return each < 0; };
    const auto large = [](double each) { return each > 9; };
    const auto most = impulse::transform_reduce(indices, impulse::max_loc{},
                                                [&](long i) { return std::abs(x.data()[i] - y.data()[i]); });

    std::cout << "first below zero " << first(negative) << ", last " << last(negative) << ", above nine "
              << first(large) << "; the vectors differ most at " << most.index << ", by " << most.value
              << '\n';
}
