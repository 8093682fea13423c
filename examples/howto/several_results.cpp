// SPDX-License-Identifier: Apache-2.0
// # Compute several results in one pass
// `together` runs several operators over the same items and reads the items once. Each result has the same
// bits as alone. You can mix your own operators and aggregates with those of the library.
//
// Prints: total 60, product 6400, least 2 at 1, any odd: no
#include <impulse/aggregates/all.hpp>
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <vector>

struct odd_or {  // whether any item is odd: `lift` makes an accumulator of an item
    bool lift(int x) const { return x % 2 != 0; }
    bool operator()(bool a, bool b) const { return a || b; }
    bool identity() const { return false; }
};

int main() {
    const std::vector<int> x{8, 2, 40, 10};
    const auto [total, product, least, odd] = impulse::reduce(
        x, impulse::together(impulse::plus{}, impulse::multiplies{}, impulse::min_loc{}, odd_or{}));
    std::cout << "total " << total << ", product " << product << ", least " << least.value << " at "
              << least.index << ", any odd: " << (odd ? "yes" : "no") << '\n';
}
