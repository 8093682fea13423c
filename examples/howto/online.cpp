// SPDX-License-Identifier: Apache-2.0
// # Try it on an online compiler
// `./dev single-header` writes the library as one file, `build/impulse.hpp`. Add it as a second file, and
// paste this program. It needs only `-std=c++20`; with `-DIMPULSE_HOST_THREADS -pthread` it uses threads.
//
// Prints: tree 33554432, left to right 16777216
#include "impulse.hpp"

#include <iostream>
#include <numeric>
#include <vector>

int main() {
    const std::vector<float> ones(1 << 25, 1.f);
    std::cout << "tree " << static_cast<long>(impulse::sum(ones)) << ", left to right "
              << static_cast<long>(std::accumulate(ones.begin(), ones.end(), 0.f)) << '\n';
}
