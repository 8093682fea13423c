// SPDX-License-Identifier: Apache-2.0
// # Take means of columns, without NaN
// Statistics of each column of a matrix or table in row-major order. Unknown values are NaN, and `nanmean`
// leaves them out. A `std::mdspan` works like `matrix_view`; `rows` gives a result for each row.
//
// Prints: means 2 5; deviations 1.41421 1; counts 2 3
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>
#include <impulse/sums.hpp>

#include <iostream>
#include <limits>
#include <vector>

int main() {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> table{1,       4,   //
                                    unknown, 6,   //
                                    3,       5};  // three rows of two columns
    const auto columns = impulse::columns(impulse::matrix_view{table.data(), 3, 2});

    std::cout << "means";
    for (const double mean : impulse::nanmean(columns)) std::cout << ' ' << mean;
    std::cout << "; deviations";
    for (const double deviation : impulse::nanstd(columns, 1)) std::cout << ' ' << deviation;
    std::cout << "; counts";
    for (const auto n : impulse::count_if(columns, [](double x) { return x == x; })) std::cout << ' ' << n;
    std::cout << '\n';
}
