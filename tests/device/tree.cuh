// SPDX-License-Identifier: Apache-2.0
// The oracle of these tests: the tree on the host, compared bit by bit.
#pragma once

#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

namespace gpu {

/// Compares representations; all NaNs are equal. For types without padding.
template <class T>
bool same_bits(const T& a, const T& b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a) && std::isnan(b)) return true;
    }
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Checks without printing the values, so doctest need not know how to print them.
inline void check_equal(const std::string& what, index_t n, bool equal) {
    CAPTURE(what);
    CAPTURE(n);
    CHECK(equal);
}

/// Compares the results of groups with the expected value of each.
template <class T>
void check_results(const std::string& what, const buffer<T>& out, const std::vector<T>& expected) {
    const auto got = download(out);
    index_t wrong = 0;
    for (std::size_t r = 0; r < got.size(); ++r) wrong += same_bits(got[r], expected[r]) ? 0 : 1;
    check_equal(what, static_cast<index_t>(got.size()), wrong == 0);
}

// ---- operators that show how they were applied ------------------------------------------------------------

using support::make_hash;
using support::make_uneven;
using support::mix;

/// Leaves of 16 items, summed from left to right; then the tree.
struct sum_by_16 {
    static constexpr int leaf = 16;
    IMPULSE_SHARED float operator()(float a, float b) const { return a + b; }
};

/// Its result is a product, and the next call adds to it: a compiler could fuse the two.
struct bait {
    IMPULSE_SHARED float operator()(float a, float b) const { return (a + b) * 0.75f; }
};

struct square {
    template <class T>
    IMPULSE_SHARED T operator()(const T& x) const {
        return x * x;
    }
};

inline constexpr std::uint64_t mix_init = 0x123456789abcdef;

// ---- the tree ---------------------------------------------------------------------------------------------

/// The values of the tree over make(0), …, make(n - 1) with init on the left, for each n of an ascending
/// list. It passes over the items once, with a stack of complete nodes. The operator must give the same bits
/// on host and device.
template <class Make, class Acc, class Op>
std::vector<Acc> tree_folds(const Make& make, const std::vector<index_t>& sizes, const Acc& init,
                            const Op& op) {
    std::vector<Acc> folds;
    std::vector<Acc> nodes;
    index_t done = 0;
    for (const index_t n : sizes) {
        for (; done < n; ++done) {
            Acc node = static_cast<Acc>(make(done));
            for (index_t bits = done; (bits & 1) != 0; bits >>= 1) {
                node = op(nodes.back(), node);
                nodes.pop_back();
            }
            nodes.push_back(node);
        }
        if (nodes.empty()) {
            folds.push_back(init);
            continue;
        }
        Acc tree = nodes.back();
        for (std::size_t i = nodes.size() - 1; i-- > 0;) tree = op(nodes[i], tree);
        folds.push_back(op(init, tree));
    }
    return folds;
}

/// Compares every policy, at the given sizes and shapes over items in memory, with the tree. Any number of
/// sizes needs only the four kernels of the policies.
template <class T, class Make, class Op>
void check_tree(const Make& make, const T& init, const Op& op, const std::vector<index_t>& sizes,
                const std::vector<impulse::shape>& shapes) {
    const auto expected = gpu::tree_folds(make, sizes, init, op);
    const buffer<T> x = gpu::made(sizes.back(), make);
    const stream s;
    for_each_policy([&](const std::string& name, const auto& policy) {
        for (const impulse::shape& shape : shapes)
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                const T got =
                    impulse::reduce(policy.on(s).tune(shape), x.data(), x.data() + sizes[i], init, op);
                check_equal(describe(name, shape), sizes[i], same_bits(got, expected[i]));
            }
    });
}

}  // namespace gpu
