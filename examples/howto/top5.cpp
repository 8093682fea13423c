// SPDX-License-Identifier: Apache-2.0
// # Find the five largest, with their indices
// The five largest items and their indices. Of equal items the first ones count.
//
// Prints: 100@56 99@11 98@67 97@22 96@78
#include <impulse/reduce.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <ranges>

struct place {
    int value = -1, at = 0;
};
using top = std::array<place, 5>;  // the largest first
struct keep_five {
    top operator()(const top& a, const top& b) const {
        std::array<place, 10> both;
        std::ranges::merge(a, b, both.begin(), std::ranges::greater{}, &place::value, &place::value);
        return {both[0], both[1], both[2], both[3], both[4]};
    }
};

int main() {
    const auto items = std::views::iota(0, 101) | std::views::transform([](int i) {
                           return top{place{i * 9 % 101, i}};
                       });
    for (const place& each : impulse::reduce(items, top{}, impulse::assume_associative(keep_five{})))
        std::cout << each.value << '@' << each.at << ' ';
    std::cout << '\n';
}
