// SPDX-License-Identifier: Apache-2.0
// How far sums of floats are from the exact sum: one after the other, in 64 accumulators side by side, and by
// the tree. Items are multiples of 2^-24, so that the exact sum is one of integers. Prints the table of
// docs/tree.md.
//
// g++ -std=c++20 -O2 -Ilib -Ipolicies -Ialgorithms perf/errors.cpp -o errors && ./errors
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr double unit = 1.0 / (1 << 24);

float serial(const std::vector<float>& x) { return std::accumulate(x.begin(), x.end(), 0.f); }

float striped(const std::vector<float>& x) {
    constexpr std::size_t lanes = 64;
    float sums[lanes] = {};
    for (std::size_t i = 0; i < x.size(); i += lanes)
        for (std::size_t l = 0; l < lanes; ++l) sums[l] += x[i + l];
    for (std::size_t distance = lanes / 2; distance > 0; distance /= 2)
        for (std::size_t l = 0; l < distance; ++l) sums[l] += sums[l + distance];
    return sums[0];
}

float tree(const std::vector<float>& x) { return impulse::reduce(x, 0.f); }

/// The largest error of several inputs, relative to the sum of |x|: [0] serial, [1] striped, [2] tree.
void measure(int level, bool mixed, double (&worst)[3]) {
    const int inputs = level <= 20 ? 20 : 5;
    const std::size_t n = std::size_t{1} << level;
    for (double& error : worst) error = 0;
    for (int seed = 0; seed < inputs; ++seed) {
        std::mt19937 random(static_cast<unsigned>(1000 * level + seed));
        std::vector<float> x(n);
        std::int64_t exact = 0;
        std::int64_t magnitude = 0;
        for (float& item : x) {
            const auto bits = random();
            std::int64_t value = bits >> 8;
            if (mixed && (bits & 1) != 0) value = -value;
            item = static_cast<float>(static_cast<double>(value) * unit);
            exact += value;
            magnitude += std::abs(value);
        }
        const float sums[3] = {serial(x), striped(x), tree(x)};
        for (int way = 0; way < 3; ++way) {
            const double error = std::abs(static_cast<double>(sums[way]) - static_cast<double>(exact) * unit);
            worst[way] = std::max(worst[way], error / (static_cast<double>(magnitude) * unit));
        }
    }
}

}  // namespace

int main() {
    std::printf(
        "| n | serial | 64 accumulators | tree | bound of the tree | mixed signs: serial | 64 accumulators | "
        "tree |\n");
    std::printf("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int level = 10; level <= 26; level += 2) {
        double positive[3];
        double mixed[3];
        measure(level, false, positive);
        measure(level, true, mixed);
        const double steps = level * std::ldexp(1.0, -24);
        std::printf("| 2^%d | %.1e | %.1e | %.1e | %.1e | %.1e | %.1e | %.1e |\n", level, positive[0],
                    positive[1], positive[2], steps / (1 - steps), mixed[0], mixed[1], mixed[2]);
        std::fflush(stdout);
    }
}
