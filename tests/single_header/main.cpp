// SPDX-License-Identifier: Apache-2.0
// The library as one header, in a program of two files.
#include "other.hpp"

#include <impulse.hpp>

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

int main() {
    std::vector<float> values(100'003);
    std::iota(values.begin(), values.end(), 0.5f);
    const float here = impulse::reduce(values, 1.f);
    std::vector<std::string> letters;
    std::string expected;
    for (int i = 0; i < 1000; ++i) expected += letters.emplace_back(1, static_cast<char>('a' + i % 26));
    const auto [low, high] =
        impulse::reduce(values, impulse::together(impulse::minimum{}, impulse::maximum{}));
    const float by_a_policy = impulse::reduce(impulse::two_pass, values, 1.f);  // from a subfolder
    const bool right = by_a_policy == here && here == sum_elsewhere(values, 1.f) &&
                       here == impulse::tree_fold(values, 1.f) &&
                       impulse::reduce(letters, std::string()) == expected && low == 0.5f &&
                       high == 100'002.5f && impulse::max_element(values) == values.end() - 1;
    std::printf("impulse %d.%d.%d in one header: %s\n", IMPULSE_VERSION_MAJOR, IMPULSE_VERSION_MINOR,
                IMPULSE_VERSION_PATCH, right ? "right" : "wrong");
    return right ? 0 : 1;
}
