// SPDX-License-Identifier: Apache-2.0
// Nothing is fused across two calls of a caller's functions.
//
// This test is built with optimization and -ffp-contract=fast for a machine that can fuse multiplication and
// addition. The expected tree rounds each step through memory. The suite's own test (host/contraction.cpp)
// compiles the same calls twice, and many more of them.
#include <doctest/doctest.h>

#include <emulated/place.hpp>
#include <monoids.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/detail/op/together.hpp>
#include <impulse/reduce.hpp>

#include <bit>
#include <vector>

namespace {

/// x * y, and a sum of the caller's own: within one call there is nothing to fuse.
struct times {
    float operator()(float a, float b) const { return a * b; }
};
struct add {
    float operator()(float a, float b) const { return a + b; }
};
/// The same as an aggregate: `lift` multiplies, and the items of a leaf are added from left to right.
template <int Leaf>
struct sum_of_lifted {
    static constexpr int leaf = Leaf;
    static float lift(float x) { return x * 0.3f; }
    float operator()(float a, float b) const { return a + b; }
};

/// An item that converts to a number by a product.
struct product_of {
    float a, b;
    operator float() const { return a * b; }
};

float through_memory(float x) {
    volatile float rounded = x;
    return rounded;
}
float rounded_sum(float l, float r) { return through_memory(l + r); }

/// The tree of items, written independently, because a planted fault may be in the library's own.
float tree(const float* items, std::size_t n) {
    if (n == 1) return items[0];
    const std::size_t left = std::bit_floor(n - 1);
    return rounded_sum(tree(items, left), tree(items + left, n - left));
}

/// init ∘ the lifted items, in leaves of `leaf` items.
float tree_of_lifted(float init, const std::vector<float>& items, std::size_t leaf) {
    std::vector<float> leaves;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const float lifted = through_memory(items[i] * 0.3f);
        if (i % leaf == 0)
            leaves.push_back(lifted);
        else
            leaves.back() = rounded_sum(leaves.back(), lifted);
    }
    return rounded_sum(init, tree(leaves.data(), leaves.size()));
}

}  // namespace

TEST_CASE("nothing is fused") {
    emulated::fibers machine;
    emulated::gpu<emulated::fibers, 4> on(machine, {2, 1, 2});
    const auto blocks = impulse::last_block.on(on.place());  // its lanes join several products at once
    std::vector<float> x, y;
    std::vector<float> products;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        x.push_back(1.f + static_cast<float>(support::scatter(i) % 1000003) / 1000003.f);
        y.push_back(1.f - static_cast<float>(support::scatter(i + 7000) % 1000003) / 500001.f);
        products.push_back(through_memory(x.back() * y.back()));
    }
    for (const std::size_t n : {2u, 3u, 17u, 100u, 1000u, 5000u}) {
        const std::vector<float> a(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
        float expected = rounded_sum(0.5f, tree(products.data(), n));
        const auto same = [&](float got, const char* what) {
            CAPTURE(what);
            CHECK(std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(expected));
        };
        same(impulse::transform_reduce(a, y.begin(), 0.5f, add{}, times{}), "a caller's sum of products");
        same(impulse::transform_reduce(a, y.begin(), 0.5f, impulse::plus{}, times{}),
             "a sum of a caller's products");
        same(impulse::transform_reduce(a, y.begin(), 0.5f), "a sum of products");
        const float* const first = a.data();
        same(impulse::transform_reduce(blocks, first, first + n, y.data(), 0.5f, add{}, times{}),
             "the same in blocks");
        std::vector<product_of> items;
        for (std::size_t i = 0; i < n; ++i) items.push_back({x[i], y[i]});
        same(impulse::reduce(blocks, items, 0.5f), "items that convert to products");
        same(impulse::reduce(blocks, items, impulse::make_values(0.5f), impulse::together(impulse::plus{}))
                 .first,
             "the same by one of several operators");
        const std::vector<float> b(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(n));
        expected = tree_of_lifted(0.5f, b, 1);
        same(impulse::reduce(b, 0.5f, sum_of_lifted<1>{}), "a sum of lifted products");
        same(impulse::reduce(blocks, b, 0.5f, sum_of_lifted<1>{}), "the same in blocks");
        expected = tree_of_lifted(0.5f, b, 8);
        same(impulse::reduce(b, 0.5f, sum_of_lifted<8>{}), "a sum of lifted products by leaves");
        same(impulse::reduce(blocks, b, 0.5f, sum_of_lifted<8>{}), "the same in blocks");
    }
}
