// SPDX-License-Identifier: Apache-2.0
// # 3. Your layout
// A bank has many accounts, each with a history of a different length, one after another in one vector. A
// *layout* says which items belong together; each group gets the result of its own reduction, in one call.
//
// Prints: 1210 1000 1200
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <cmath>
#include <iostream>
#include <vector>

struct day {  // a balance b becomes factor * b + amount
    double factor, amount;
};
struct then {  // the day x, then the day y
    day operator()(const day& x, const day& y) const {
        return {x.factor * y.factor, std::fma(y.factor, x.amount, y.amount)};
    }
};

int main() {
    const std::vector<day> days{{1, 100}, {1.1, 0}, {1, 0}, {1.1, 0}, {1.1, 0}, {1, -10}};
    const std::vector<int> begins{0, 2, 3, 6};  // account i has the days [begins[i], begins[i + 1])

    const std::vector<day> accounts = impulse::reduce(impulse::segments(days, begins), day{1, 0}, then{});
    for (const day& account : accounts) {
        std::cout << std::lround(account.factor * 1000 + account.amount)
                  << (&account == &accounts.back() ? "\n" : " ");
    }
}
//| ![Cells of one colour are one group: batches, segments, by_key, rows, columns, axes](../pictures/layouts.svg)
//|
//| Other layouts take the place of `segments(x, offsets)`: `batches(x, length)`, `rows(matrix)`,
//| `columns(matrix)`, `axes<0, 2>(array)`, `by_key(keys, x)`. Each group has the bits that it would have alone.
//| [Arrays](../explanation/arrays.md), [segments](../explanation/segments.md) and [keys](../explanation/keys.md) say more.
