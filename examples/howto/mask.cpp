// SPDX-License-Identifier: Apache-2.0
// # Reduce only the items that a mask selects
// `where(x, mask)` takes the place of x in calls and layouts (not in streams and parts). Items keep their
// indices and are not copied. The bits depend only on the items that take part, on their indices, and on the
// number of all items.
//
// Prints: sum 4.5, mean 1.5, largest at 3; paid by customer: 1 3.5
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

#include <iostream>
#include <vector>

int main() {
    const std::vector<double> amounts{1, 9, 0.5, 3};
    const std::vector<bool> paid{true, false, true, true};
    const std::vector<int> customers{7, 7, 8, 8};
    const auto payments = [&] { return impulse::where(amounts, paid); };

    std::cout << "sum " << impulse::sum(payments()) << ", mean " << impulse::mean(payments())
              << ", largest at " << impulse::argmax(payments()) << "; paid by customer:";
    for (const double total : impulse::sum(impulse::by_key(customers, payments()))) std::cout << ' ' << total;
    std::cout << '\n';
}
