// SPDX-License-Identifier: Apache-2.0
//
// Compiled by a C++ compiler alone: no CUDA, no CCCL.
#include <cstdio>
#include <impulse/reduce.hpp>
#include <numeric>
#include <string>
#include <vector>

struct join {
    std::string operator()(const std::string& a, const std::string& b) const { return a + b; }
};

int main() {
    std::vector<int> values(100'000);
    std::iota(values.begin(), values.end(), -50'000);
    const int sum = impulse::reduce(values, 7);

    std::vector<std::string> letters;
    std::string expected = "init ";
    for (int i = 0; i < 1000; ++i) expected += letters.emplace_back(1, static_cast<char>('a' + i % 26));
    const std::string text = impulse::reduce(letters, std::string("init "), join{});

    std::printf("impulse %d.%d.%d on the host: sum %d, order %s\n", IMPULSE_VERSION_MAJOR,
                IMPULSE_VERSION_MINOR, IMPULSE_VERSION_PATCH, sum, text == expected ? "kept" : "lost");
    return sum == -49'993 && text == expected ? 0 : 1;
}
