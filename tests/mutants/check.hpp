// SPDX-License-Identifier: Apache-2.0
/// \file
/// A test framework of one function: these programs are built once for every planted fault, so they must be small. And the
/// tree, written out once more, for a fault may lie in the library's own definition.
#pragma once

#include <monoids.hpp>
#include <sizes.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// Says what is wrong, and ends the program as failed.
inline void check(bool right, const char* what) {
    if (right) return;
    std::printf("wrong: %s\n", what);
    std::fflush(stdout);
    std::_Exit(1);
}

/// T(begin, end) of the items.
template <class T, class Op>
T tree(const std::vector<T>& items, std::size_t begin, std::size_t end, Op op) {
    if (end - begin == 1) return items[begin];
    std::size_t left = 1;
    while (2 * left < end - begin) left *= 2;
    return op(tree(items, begin, begin + left, op), tree(items, begin + left, end, op));
}

/// init ∘ T(begin, end), or init.
template <class T, class Op>
T tree(T init, const std::vector<T>& items, std::size_t begin, std::size_t end, Op op) {
    return begin == end ? init : op(init, tree(items, begin, end, op));
}

inline std::vector<std::uint64_t> hashes(impulse::index_t n) {
    return support::make_items(n, support::make_hash{});
}

/// Takes in four items from left to right, by something that is not how leaves are joined.
struct mix_of_leaves {
    static constexpr int leaf = 4;
    static std::uint64_t lift(std::uint64_t item) { return support::scatter(item + 1); }
    static void accumulate(std::uint64_t& acc, std::uint64_t item) { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
};

/// init ∘ the items, by leaves of four.
inline std::uint64_t tree_of_leaves(std::uint64_t init, const std::vector<std::uint64_t>& items) {
    std::vector<std::uint64_t> leaves;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % 4 == 0)
            leaves.push_back(mix_of_leaves::lift(items[i]));
        else
            mix_of_leaves::accumulate(leaves.back(), items[i]);
    }
    return tree(init, leaves, 0, leaves.size(), support::mix{});
}
