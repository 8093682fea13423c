// SPDX-License-Identifier: Apache-2.0
// Nothing is fused across calls: sums of products have the bits of the host, which rounds each product.
//
// The same holds for extremes, where the sign of zero counts.
#include "tree.cuh"

#include <impulse/sums.hpp>

#include <cuda_fp16.h>

#include <limits>

namespace {

const std::vector<index_t> some_sizes{0, 1, 2, 3, 33, 1000, 4099, 65'537, 1'000'003};

template <class T>
bool same(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, __half>)
        return gpu::same_bits(__half2float(a), __half2float(b));
    else
        return gpu::same_bits(a, b);
}

/// The rounded products, computed one by one.
template <class T, class F>
std::vector<T> make_transform_source(const std::vector<T>& x, const std::vector<T>& y, const F& f) {
    std::vector<T> all;
    for (std::size_t i = 0; i < x.size(); ++i) all.push_back(f(x[i], y[i]));
    return all;
}

/// x * y, rounded. It is volatile, so that no host compiler fuses it with the operation that follows.
template <class T>
T rounded_product(T x, T y) {
    if constexpr (std::is_same_v<T, __half>) {
        volatile float product = __half2float(x) * __half2float(y);  // exact
        return __float2half_rn(product);
    } else {
        volatile T product = x * y;
        return product;
    }
}

template <class T>
void check_dot() {
    for (const index_t n : some_sizes) {
        const auto items = support::make_items(n, gpu::make_uneven<T>{});
        const auto others = support::make_items(n, gpu::make_uneven<T>{index_t{1} << 40});
        const gpu::buffer<T> x(items);
        const gpu::buffer<T> y(others);
        const T expected = impulse::tree_fold(make_transform_source(items, others, rounded_product<T>));
        for (const impulse::shape& shape : {impulse::shape{}, impulse::shape{.blocks = 7, .threads = 96}}) {
            const auto how = impulse::last_block.on(impulse::device).tune(shape);
            gpu::check_equal(gpu::describe("dot", shape), n, same(impulse::dot(how, x, y), expected));
        }
    }
}

struct zeros_of_both_signs {
    IMPULSE_SHARED float operator()(index_t i) const {
        return support::scatter(static_cast<std::uint64_t>(i)) % 2 == 0 ? -0.0f : 0.0f;
    }
};

}  // namespace

TEST_CASE("contraction: a transform's products under plus") {
    for (const index_t n : some_sizes) {
        const auto items = support::make_items(n, gpu::make_uneven<float>{});
        const gpu::buffer<float> x(items);
        const float expected =
            impulse::tree_fold(make_transform_source(items, items, rounded_product<float>), 0.1f);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const float got = impulse::transform_reduce(policy.on(impulse::device), x, 0.1f, impulse::plus{},
                                                        gpu::square{});
            gpu::check_equal(name, n, gpu::same_bits(got, expected));
        });
    }
}

TEST_CASE("contraction: dot products of float, double and __half") {
    check_dot<float>();
    check_dot<double>();
    check_dot<__half>();
}

TEST_CASE("contraction: an operator whose result is a product") {
    for (const index_t n : some_sizes) {
        const auto items = support::make_items(n, gpu::make_uneven<float>{});
        const gpu::buffer<float> x(items);
        const float expected = impulse::tree_fold(items, 0.1f, gpu::bait{});
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            gpu::check_equal(
                name, n,
                gpu::same_bits(impulse::reduce(policy.on(impulse::device), x, 0.1f, gpu::bait{}), expected));
        });
    }
}

TEST_CASE("extremes: NaN and the signs of zeros") {
    const auto all = impulse::together(impulse::minimum{}, impulse::maximum{}, impulse::minimum_number{},
                                       impulse::maximum_number{});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto how = impulse::last_block.on(impulse::device);
    for (const index_t n : {1, 2, 33, 1000, 100'003})
        for (const float special : {0.0f, -0.0f, nan, 2.0f, std::numeric_limits<float>::infinity()})
            for (const index_t at : {index_t{0}, n / 2, n - 1}) {
                CAPTURE(n);
                CAPTURE(special);
                CAPTURE(at);
                auto items = support::make_items(n, zeros_of_both_signs{});
                items[static_cast<std::size_t>(at)] = special;
                const gpu::buffer<float> x(items);
                const float zero = at % 2 == 0 ? 0.0f : -0.0f;
                const auto [a, b, c, d] =
                    impulse::reduce(how, x, impulse::make_values(zero, zero, zero, zero), all);
                CHECK(gpu::same_bits(a, impulse::tree_fold(items, zero, impulse::minimum{})));
                CHECK(gpu::same_bits(b, impulse::tree_fold(items, zero, impulse::maximum{})));
                CHECK(gpu::same_bits(c, impulse::tree_fold(items, zero, impulse::minimum_number{})));
                CHECK(gpu::same_bits(d, impulse::tree_fold(items, zero, impulse::maximum_number{})));
                CHECK(gpu::same_bits(a, impulse::reduce(how, x, zero, impulse::minimum{})));
                CHECK(gpu::same_bits(d, impulse::reduce(how, x, zero, impulse::maximum_number{})));
                CHECK(std::isnan(a) == std::isnan(special));
                CHECK(!std::isnan(c));
            }
}
