// SPDX-License-Identifier: Apache-2.0
// # Write your own variance
// Mean and variance by your own operator: how it takes an item, how it joins two pieces, and what the caller
// gets.
//
// Prints: mean 2.5 variance 1.25
#include <impulse/reduce.hpp>

#include <iostream>
#include <utility>
#include <vector>

struct piece {
    double n, mean, squares;  // `squares`: the sum of the squared distances from the mean
};
struct welford {
    piece lift(double x) const { return {1, x, 0}; }
    piece operator()(const piece& a, const piece& b) const {  // after Chan, Golub and LeVeque
        const double n = a.n + b.n, apart = b.mean - a.mean, share = b.n / n;
        return {n, a.mean + apart * share, a.squares + b.squares + apart * apart * a.n * share};
    }
    std::pair<double, double> finalize(const piece& all) const { return {all.mean, all.squares / all.n}; }
};

int main() {
    const std::vector<double> x{1, 2, 3, 4};
    const auto [mean, variance] = *impulse::reduce_first(x, welford{});  // an empty input gives no piece
    std::cout << "mean " << mean << " variance " << variance << '\n';
}
