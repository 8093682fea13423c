// SPDX-License-Identifier: Apache-2.0
// # Find the largest item of each row (argmax)
// `argmax` of a layout returns an index within each row; `max_loc` also returns the item. It works in the
// same way for columns, batches, segments and keys. Of equal items the first one counts, and NaN counts as
// the largest.
//
// Prints: row 0: 9 in column 1; row 1: 7 in column 0; at 1 0
#include <impulse/aggregates/all.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <vector>

int main() {
    const std::vector<float> scores{3, 9, 4,   //
                                    7, 7, 1};  // two rows of three columns
    const auto rows = impulse::rows(impulse::matrix_view{scores.data(), 2, 3});

    int row = 0;
    for (const auto& best : impulse::reduce(rows, impulse::max_loc{}))
        std::cout << "row " << row++ << ": " << best.value << " in column " << best.index << "; ";
    std::cout << "at";
    for (const auto column : impulse::argmax(rows)) std::cout << ' ' << column;
    std::cout << '\n';
}
