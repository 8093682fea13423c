// SPDX-License-Identifier: Apache-2.0
/// \file
/// Nothing is fused across two calls of a caller's functions. Built with optimization and -ffp-contract=fast for a machine
/// with fused multiplication and addition; the tree that it is compared with is built by rounding through memory.
#include "check.hpp"

#include <emulated/place.hpp>

#include <impulse/reduce.hpp>

#include <bit>
#include <vector>

namespace {

/// x * y, and a sum of the caller's own: each call alone has nothing in it that could be fused.
struct times {
    float operator()(float a, float b) const { return a * b; }
};
struct add {
    float operator()(float a, float b) const { return a + b; }
};
/// The same as an aggregate: squares are lifted, and added.
struct sum_of_squares {
    static float lift(float x) { return x * x; }
    float operator()(float a, float b) const { return a + b; }
};

float through_memory(float x) {
    volatile float rounded = x;
    return rounded;
}

}  // namespace

int main() {
    emulated::fibers machine;
    emulated::gpu<emulated::fibers, 4> on(machine, {2, 1, 2});
    const auto blocks = impulse::last_block.on(on.place());  // whose lanes join several products at once
    std::vector<float> x, y;
    std::vector<float> products;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        x.push_back(1.f + static_cast<float>(support::scatter(i) % 1000003) / 1000003.f);
        y.push_back(1.f - static_cast<float>(support::scatter(i + 7000) % 1000003) / 500001.f);
        products.push_back(through_memory(x.back() * y.back()));
    }
    for (const std::size_t n : {2u, 3u, 17u, 100u, 1000u, 5000u}) {
        const std::vector<float> a(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
        const float expected =
            tree(0.5f, products, 0, n, [](float l, float r) { return through_memory(l + r); });
        const auto same = [&](float got, const char* what) {
            check(std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(expected), what);
        };
        same(impulse::transform_reduce(a, y.begin(), 0.5f, add{}, times{}), "a caller's sum of products");
        same(impulse::transform_reduce(a, y.begin(), 0.5f, impulse::plus{}, times{}),
             "a sum of a caller's products");
        same(impulse::transform_reduce(a, y.begin(), 0.5f), "a sum of products");
        const float* const first = a.data();
        same(impulse::transform_reduce(blocks, first, first + n, y.data(), 0.5f, add{}, times{}),
             "the same in blocks");
    }
    std::vector<float> squares;
    for (const float item : x) squares.push_back(through_memory(item * item));
    const float expected =
        tree(0.5f, squares, 0, squares.size(), [](float l, float r) { return through_memory(l + r); });
    check(impulse::reduce(x, 0.5f, sum_of_squares{}) == expected, "a sum of squares");
    check(impulse::reduce(blocks, x, 0.5f, sum_of_squares{}) == expected, "a sum of squares in blocks");
}
