// SPDX-License-Identifier: Apache-2.0
// # Count a histogram
// A histogram as one reduction. Counts are exact, so the operator can be declared associative. A thread then
// counts all its items in one set of bins, and 1000 items do not need 1000 sets.
//
// Prints: 100 100 100 100 100 100 100 100 100 100
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>

#include <array>
#include <cstddef>
#include <iostream>
#include <vector>

using bins = std::array<long, 10>;
struct count_bins {
    bins identity() const { return {}; }
    void accumulate(bins& all, double x) const { ++all[static_cast<std::size_t>(10 * x)]; }
    void combine(bins& left, const bins& right) const {
        for (std::size_t i = 0; i < left.size(); ++i) left[i] += right[i];
    }
};

int main() {
    std::vector<double> x;
    for (int i = 0; i < 1000; ++i) x.push_back((i * 7 % 1000 + 0.5) / 1000);
    for (const long n : impulse::reduce(x, impulse::assume_associative(count_bins{}))) std::cout << n << ' ';
    std::cout << '\n';
}
