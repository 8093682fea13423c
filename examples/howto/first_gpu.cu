// SPDX-License-Identifier: Apache-2.0
// # Write a first program for a GPU
// The same calls take GPU memory.
//
// Prints: 104857.6 of 1048576 items; the largest of 0 to 9 is 9
#include <impulse/algorithms.hpp>

#include <thrust/device_vector.h>
#include <thrust/sequence.h>

#include <iomanip>
#include <iostream>

int main() {
    const thrust::device_vector<double> x(1 << 20, 0.1);
    thrust::device_vector<int> digits(10);
    thrust::sequence(digits.begin(), digits.end());

    std::cout << std::setprecision(7) << impulse::sum(x) << " of " << x.size()
              << " items; the largest of 0 to 9 is " << impulse::max_value(digits) << '\n';
}
//| Compile it with `nvcc -std=c++20 -O2 -arch=native first_gpu.cu`.
