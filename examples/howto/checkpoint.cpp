// SPDX-License-Identifier: Apache-2.0
// # Sum a file in chunks, with a checkpoint
// The sum of a file of doubles, chunk by chunk. A second run continues from what the first run saved.
//
// Prints: first 50000 items, then all: 5000050000
#include <impulse/running.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <vector>

/// Reads up to `chunks` more chunks of the file, after those that an earlier run read.
auto go_on(std::ifstream file, const char* checkpoint, int chunks) {
    auto sum = impulse::running_reduction<double>();
    if (std::filesystem::exists(checkpoint)) sum.load(checkpoint);
    std::vector<double> chunk(1000);
    file.seekg(sum.count() * 8);
    for (; chunks > 0 && file.read(reinterpret_cast<char*>(chunk.data()), 8000); --chunks) sum.push(chunk);
    sum.save(checkpoint);
    return sum;
}

int main() {
    std::vector<double> x(100'000);
    std::iota(x.begin(), x.end(), 1.0);
    std::ofstream("x.tmp", std::ios::binary).write(reinterpret_cast<const char*>(x.data()), 800'000);
    std::cout << "first " << go_on(std::ifstream("x.tmp"), "sum.tmp", 50).count() << " items, then all: ";
    std::cout << static_cast<long>(go_on(std::ifstream("x.tmp"), "sum.tmp", 1000).value()) << '\n';
    return !(std::filesystem::remove("x.tmp") && std::filesystem::remove("sum.tmp"));
}
