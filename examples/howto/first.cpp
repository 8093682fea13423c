// SPDX-License-Identifier: Apache-2.0
// # Write a first program
// A sum, an operator that does not commute, and one result for each group, on the CPU.
//
// Prints: 3.5, in order, and of groups 1 2.5
#include <impulse/algorithms.hpp>

#include <iostream>
#include <string>
#include <vector>

int main() {
    const std::vector<float> x{0.5f, 0.5f, 1.5f, 1.f};
    const std::vector<std::string> words{"in", " order", ", and", " of groups"};
    const std::vector<int> begins{0, 2, 4};

    std::cout << impulse::sum(x) << ", " << impulse::reduce(words, std::string(), std::plus{});
    for (const float each : impulse::sum(impulse::segments(x, begins))) std::cout << ' ' << each;
    std::cout << '\n';
}
//| Compile it with all threads, or with one:
//|
//|     g++ -std=c++20 -O2 -DIMPULSE_HOST_TBB first.cpp -ltbb
//|     g++ -std=c++20 -O2 first.cpp
