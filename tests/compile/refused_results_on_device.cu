// SPDX-License-Identifier: Apache-2.0
// The results of calls that nvcc refuses, for a GPU and for the host. refused_results.cpp has more cases.
#include <impulse/device.cuh>
#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

#include <iostream>

struct m2 {
    double a, b, c, d;
    friend bool operator==(const m2&, const m2&) = default;
};

#define TEST_REFUSED impulse::reduce(impulse::automatic.on(impulse::device), x, x + 9, impulse::plus{}, 0)

int main() {
    const int* x = nullptr;
    (void)x;
#if CASE_numbers  // case, 1 error: impulse: the arguments are reduce
    int i = TEST_REFUSED;
    i = TEST_REFUSED + 2 * TEST_REFUSED;
    for (int value : TEST_REFUSED) i += value;
    std::cout << TEST_REFUSED << std::endl;
    return i == TEST_REFUSED || i < TEST_REFUSED || TEST_REFUSED != 3;
#elif CASE_objects   // case, 1 error: impulse: the arguments are reduce
    m2 p = TEST_REFUSED;
    p = TEST_REFUSED;
    return p == TEST_REFUSED || TEST_REFUSED == p;
#elif CASE_bindings  // case, 1 error: impulse: the arguments are minmax_value
    auto [low, high] = impulse::minmax_value(impulse::automatic.on(impulse::device), x, x + 9, 0);
    return low == 1 && low < high;
#elif CASE_on_host   // case, 1 error: impulse: the arguments are reduce
    auto [a, b] = impulse::reduce(impulse::automatic.on(impulse::host), x, x + 9, impulse::plus{}, 0);
    return a == b;
#endif
}
