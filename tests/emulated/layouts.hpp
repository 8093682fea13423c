// SPDX-License-Identifier: Apache-2.0
// Items, an operator that treats leaves and nodes differently, and machines of any size.
#pragma once

#include <suite.hpp>

#include <emulated/check.hpp>
#include <policies.hpp>

namespace layout_tests {

using emulated::turns;
using support::mix;

inline constexpr std::uint64_t init = 5;

/// Accumulates four items from left to right, by another function than the one that joins leaves.
struct mix_of_leaves {
    static constexpr int leaf = 4;
    static std::uint64_t lift(std::uint64_t item) { return support::scatter(item + 1); }
    static void accumulate(std::uint64_t& acc, std::uint64_t item) { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return mix{}(a, b); }
    static std::uint64_t finalize(std::uint64_t acc, index_t n) {
        return acc + static_cast<std::uint64_t>(n);
    }
};

template <int Width>
using gpu = emulated::gpu<emulated::fibers, Width>;

inline std::vector<std::uint64_t> hashes(index_t n) {
    return support::make_items(n, support::make_hash{support::seed()});
}

/// A machine of random size.
template <class Random>
emulated::size some_size(Random& random) {
    return {1 << support::random_between(random, 0, 2),
            static_cast<int>(support::random_between(random, 1, 2)),
            static_cast<int>(support::random_between(random, 1, 5)), support::random_between(random, 1, 60)};
}

}  // namespace layout_tests
