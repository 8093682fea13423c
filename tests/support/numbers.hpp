// SPDX-License-Identifier: Apache-2.0
// Numbers, some of them NaN, and masks: inputs of tests that compare bits.
#pragma once

#include <monoids.hpp>
#include <sizes.hpp>

#include <limits>

namespace support {

/// Numbers between -61 and 65, with ties; every sum and product of them rounds. On average one in `every` is
/// NaN, of either sign; with 0 none is.
template <class T = double>
std::vector<T> make_numbers(index_t n, std::uint64_t every = 0, std::uint64_t salt = 5) {
    return make_items(n, [=](index_t i) {
        const std::uint64_t bits = scatter(static_cast<std::uint64_t>(i) + salt);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        if (every != 0 && (bits >> 40) % every == 0) return static_cast<T>(bits % 2 != 0 ? nan : -nan);
        return static_cast<T>(static_cast<double>(bits % 1009) / 8.1 - 60.0);
    });
}

/// A mask that leaves out, on average, one item in `every`.
inline std::vector<unsigned char> make_flags(index_t n, std::uint64_t every) {
    return make_items(n, [=](index_t i) {
        return static_cast<unsigned char>(scatter(static_cast<std::uint64_t>(i) + 77) % every != 0);
    });
}

}  // namespace support
