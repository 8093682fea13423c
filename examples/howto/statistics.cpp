// SPDX-License-Identifier: Apache-2.0
// # Compute statistics in one pass
// Count, mean, standard deviation, and both extremes with their indices, of a column of structs in one pass.
//
// Prints: 4 trades, mean 2, deviation 0.707107, least 1 at 0, most 3 at 1
#include <impulse/aggregates/all.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <vector>

struct trade {
    double price;
    int amount;
};

int main() {
    const std::vector<trade> trades{{1, 20}, {3, 50}, {2, 10}, {2, 40}};
    const auto [price, low, high] = impulse::transform_reduce(
        trades, impulse::together(impulse::moments{}, impulse::min_loc{}, impulse::max_loc{}), &trade::price);
    std::cout << price.count() << " trades, mean " << price.mean() << ", deviation " << price.stddev()
              << ", least " << low.value << " at " << low.index << ", most " << high.value << " at "
              << high.index << '\n';
}
