// SPDX-License-Identifier: Apache-2.0
// The distance of sums of floats from the exact sum: added one after the other, in 64 accumulators side by
// side, and by the tree. Items are multiples of 2^-24, so the exact sum is a sum of integers.
#include <impulse/reduce.hpp>

#include <cmath>
#include <numeric>
#include <random>

#include "errors.hpp"

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

/// The error of each way, relative to the sum of |x|.
std::array<double, 3> errors_of(std::size_t n, unsigned seed, bool mixed) {
    std::mt19937 random(seed);
    std::vector<float> x(n);
    std::int64_t exact = 0;
    std::int64_t magnitude = 0;
    for (float& item : x) {
        const auto bits = random();
        auto value = static_cast<std::int64_t>(bits >> 8);
        if (mixed && (bits & 1) != 0) value = -value;
        item = static_cast<float>(static_cast<double>(value) * unit);
        exact += value;
        magnitude += std::abs(value);
    }
    const auto error = [&](float sum) {
        return std::abs(static_cast<double>(sum) - static_cast<double>(exact) * unit) /
               (static_cast<double>(magnitude) * unit);
    };
    return {error(serial(x)), error(striped(x)), error(tree(x))};
}

}  // namespace

void perf::tell_errors_of_sums() {
    for (unsigned level = 10; level <= 26; level += 2) {
        const std::size_t n = std::size_t{1} << level;
        finding found;
        found.add("n", n);
        const auto add = [&](const std::array<const char*, 3>& ways, bool mixed) {
            add_worst(found, ways, level <= 20 ? 20 : 5,
                      [&](unsigned seed) { return errors_of(n, 1000 * level + seed, mixed); });
        };
        add({"serial", "64_accumulators", "tree"}, false);
        const double steps = level * std::ldexp(1.0, -24);
        found.add("bound_of_the_tree", steps / (1 - steps));
        add({"mixed_signs:_serial", "mixed_signs:_64_accumulators", "mixed_signs:_tree"}, true);
        report::instance().tell("errors/sum/" + std::to_string(n), found);
    }
}
