// SPDX-License-Identifier: Apache-2.0
// # 1. A sum
// An account has a movement each day. `sum` adds them, and takes anything with random access: a vector, an
// array, a span, a pair of iterators or pointers.
//
// Prints: 730 days, sum 91.25, by the definition 91.25
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <iostream>
#include <vector>

int main() {
    std::vector<double> amounts;
    for (int day = 0; day < 730; ++day) amounts.push_back(day % 2 == 0 ? 10.5 : -10.25);

    const double sum = impulse::sum(amounts);
    const double defined = impulse::tree_fold(amounts, 0.0);
    std::cout << amounts.size() << " days, sum " << sum << ", by the definition " << defined << '\n';
    return sum == defined ? 0 : 1;
}
//| A sum of floating-point numbers depends on the order of its additions. The standard's `std::reduce` leaves
//| that order open, so its result may change from run to run. Impulse adds along one binary tree, which
//| depends only on the number of items, never on the threads, the machine or the form of the call.
//| `tree_fold` is the definition of that tree, computed by one thread. So your tests can use `==`, without a
//| tolerance.
//|
//| Compile it with `g++ -std=c++20 -O2 1_sum.cpp`. If the library is not installed, add the folders of its
//| headers: `-Ilib -Ipolicies -Ialgorithms` in the repository. The program runs on one thread. For all threads
//| add `-DIMPULSE_HOST_TBB -ltbb`: the result keeps its bits.
