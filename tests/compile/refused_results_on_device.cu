// SPDX-License-Identifier: Apache-2.0
// The results of calls that nvcc refuses, for a GPU and for the host. refused_results.cpp has more cases.
// case numbers, 1 error: impulse: the arguments are reduce
// case objects, 1 error: impulse: the arguments are reduce
// case bindings, 1 error: impulse: the arguments are minmax_value
// case on_host, 1 error: impulse: the arguments are reduce
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
#if defined(CASE_numbers)
    int i = TEST_REFUSED;
    i = TEST_REFUSED + 2 * TEST_REFUSED;
    for (int value : TEST_REFUSED) i += value;
    std::cout << TEST_REFUSED << std::endl;
    return i == TEST_REFUSED || i < TEST_REFUSED || TEST_REFUSED != 3;
#elif defined(CASE_objects)
    m2 p = TEST_REFUSED;
    p = TEST_REFUSED;
    return p == TEST_REFUSED || TEST_REFUSED == p;
#elif defined(CASE_bindings)
    auto [low, high] = impulse::minmax_value(impulse::automatic.on(impulse::device), x, x + 9, 0);
    return low == 1 && low < high;
#elif defined(CASE_on_host)
    auto [a, b] = impulse::reduce(impulse::automatic.on(impulse::host), x, x + 9, impulse::plus{}, 0);
    return a == b;
#endif
}
