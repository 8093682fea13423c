// SPDX-License-Identifier: Apache-2.0
// # Group by keys
// A sum for each key. Equal keys must be adjacent, so other keys are sorted first. The sort is stable: the
// items of a key keep their order, and so the sums keep their bits.
//
// Prints: ash 4 elm 6 oak 5
#include <impulse/by_key.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

int main() {
    std::vector<std::pair<std::string, double>> trees{
        {"elm", 2}, {"ash", 1}, {"oak", 5}, {"ash", 3}, {"elm", 4}};
    std::ranges::stable_sort(trees, {}, &std::pair<std::string, double>::first);

    std::vector<std::string> keys, names(trees.size());
    std::vector<double> heights, sums(trees.size());
    for (const auto& [name, height] : trees) keys.push_back(name), heights.push_back(height);
    long found = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, heights), names.begin(), sums.begin(), &found);
    for (long i = 0; i < found; ++i)
        std::cout << names[static_cast<std::size_t>(i)] << ' ' << sums[static_cast<std::size_t>(i)] << ' ';
    std::cout << '\n';
}
