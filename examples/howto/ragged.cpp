// SPDX-License-Identifier: Apache-2.0
// # Reduce lists of different lengths (ragged arrays)
// All lists lie one after another in one vector, with the offsets where each begins and the last one ends.
// The result of an empty list is `init`. If there are gaps between lists, give their begins and ends.
//
// Prints: longest: 5 0 3; without the first words: 5 0 2
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <string>
#include <vector>

int main() {
    const std::vector<std::string> words{"the", "quick", "fox", "ran", "on"};
    const std::vector<int> offsets{0, 3, 3, 5};  // three sentences, and the second one is empty
    const auto length = [](const std::string& word) { return word.size(); };
    const auto longest = [&](const auto& sentences) {
        return impulse::transform_reduce(sentences, std::size_t{0}, impulse::maximum{}, length);
    };

    std::cout << "longest:";
    for (const std::size_t n : longest(impulse::segments(words, offsets))) std::cout << ' ' << n;
    const std::vector<int> begins{1, 3, 4}, ends{3, 3, 5};
    std::cout << "; without the first words:";
    for (const std::size_t n : longest(impulse::segments(words, begins, ends))) std::cout << ' ' << n;
    std::cout << '\n';
}
