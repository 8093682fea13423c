// SPDX-License-Identifier: Apache-2.0
// # Multiply a matrix by a vector, in any semiring
// `dot(rows(a), v)` is a matrix times a vector. `transform_reduce` takes any "plus" and "times". Here "plus"
// is the minimum of two lengths, and "times" is their sum. So each multiplication extends the shortest paths
// by one road.
//
// Prints: product 50 110; shortest 3 0 2
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <iostream>
#include <vector>

int main() {
    const std::vector<double> a{1, 2, 3, 4}, v{10, 20};
    std::cout << "product";
    for (const double y : impulse::dot(impulse::rows(impulse::matrix_view{a.data(), 2, 2}), v))
        std::cout << ' ' << y;

    constexpr int none = 1000;              // longer than any path
    const std::vector<int> roads{0, 9, 1,   // the length of the road from town i to town j
                                 9, 0, 2,   //
                                 1, 2, 0};  //
    std::vector<int> to_town_1{none, 0, none};
    for (int step = 0; step < 2; ++step) {
        to_town_1 = impulse::transform_reduce(impulse::rows(impulse::matrix_view{roads.data(), 3, 3}),
                                              to_town_1, none, impulse::minimum{}, impulse::plus{});
    }
    std::cout << "; shortest";
    for (const int length : to_town_1) std::cout << ' ' << length;
    std::cout << '\n';
}
