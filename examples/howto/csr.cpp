// SPDX-License-Identifier: Apache-2.0
// # Multiply a sparse matrix by a vector
// A sparse matrix (CSR) times a vector: one sum for each row, each in tree order.
//
// Prints: 21 0 3
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <cstddef>
#include <iostream>
#include <ranges>
#include <vector>

int main() {
    const std::vector<double> values{1, 2, 3};        // the entries, row by row
    const std::vector<std::size_t> columns{0, 2, 1};  // the column of each entry
    const std::vector<int> offsets{0, 2, 2, 3};       // where each row begins, and where the last one ends
    const std::vector<double> x{1, 1, 10};

    const auto products = std::views::iota(std::size_t{0}, values.size()) |
                          std::views::transform([&](std::size_t k) { return values[k] * x[columns[k]]; });
    for (const double y : impulse::sum(impulse::segments(products, offsets))) std::cout << y << ' ';
    std::cout << '\n';
}
