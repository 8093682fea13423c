// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random numbers from one seed, which main prints and the environment variable IMPULSE_TEST_SEED repeats.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>

namespace support {

inline unsigned long long seed() {
    static const unsigned long long value = [] {
        const char* const given = std::getenv("IMPULSE_TEST_SEED");
        return given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    }();
    return value;
}

/// A source of its own for each test (tell them apart by `salt`), so that a test alone sees the same numbers.
inline std::mt19937_64 random_source(unsigned long long salt) {
    std::seed_seq mixed{seed(), seed() >> 32, salt};
    return std::mt19937_64(mixed);
}

/// A number in [low, high].
template <class Random>
std::int64_t random_between(Random& random, std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

}  // namespace support
