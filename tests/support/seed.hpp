// SPDX-License-Identifier: Apache-2.0
// Random numbers from one seed, which main prints and the environment variable IMPULSE_TEST_SEED sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

namespace support {

inline unsigned long long seed() {
    static const unsigned long long value = [] {
        const char* const given = std::getenv("IMPULSE_TEST_SEED");
        return given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    }();
    return value;
}

/// A random source for each test, which `salt` selects. It gives the same numbers if the test runs alone.
inline std::mt19937_64 random_source(unsigned long long salt) {
    std::seed_seq mixed{seed(), seed() >> 32, salt};
    return std::mt19937_64(mixed);
}

/// A number in [low, high].
template <class Random>
std::int64_t random_between(Random& random, std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

/// Where each of the given number of parts of n items begins, and where the last one ends: at multiples of a
/// number; some parts are empty. All callers with the same source get the same cuts.
template <class Random>
std::vector<std::int64_t> random_cuts(Random& random, std::int64_t n, int parts, std::int64_t multiple = 1) {
    std::vector<std::int64_t> cuts{0};
    for (int p = 1; p < parts; ++p) {
        const std::int64_t cut = support::random_between(random, 0, n);
        const bool is_empty = support::random_between(random, 0, 4) == 0;
        cuts.push_back(is_empty ? cuts.back() : cut - cut % multiple);
    }
    cuts.push_back(n);
    std::sort(cuts.begin(), cuts.end());
    return cuts;
}

}  // namespace support
