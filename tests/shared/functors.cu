// SPDX-License-Identifier: Apache-2.0
// The library treats the functors and number types of cuda::std, cuda and thrust like its own.
#include <doctest/doctest.h>

#include <monoids.hpp>
#include <policies.hpp>

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/norm.hpp>
#include <impulse/reduce.hpp>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/functional.h>
#include <cuda/functional>
#include <cuda/std/complex>
#include <cuda/std/functional>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace {

using impulse::freedom_v;
using impulse::grouping;

/// Treated like the library's own: it has an identity, and neither grouping nor order can be observed.
template <class Op, class T>
constexpr bool is_exact = freedom_v<Op, T> == grouping::reorder&& impulse::has_identity<Op, T>;

/// Treated like the library's own: it has an identity, but floating-point numbers are evaluated in tree
/// order.
template <class Op, class T>
constexpr bool is_by_tree = freedom_v<Op, T> == grouping::tree&& impulse::has_identity<Op, T>;

static_assert(is_by_tree<cuda::std::plus<>, float> && is_exact<cuda::std::plus<int>, int>);
static_assert(is_exact<cuda::std::multiplies<>, int> && is_exact<thrust::multiplies<long>, long>);
static_assert(is_exact<cuda::std::bit_and<>, int> && is_exact<thrust::bit_or<int>, int>);
static_assert(is_exact<cuda::std::bit_xor<unsigned>, unsigned>);
static_assert(is_exact<cuda::std::logical_and<>, bool> && is_exact<thrust::logical_or<bool>, bool>);
static_assert(is_by_tree<thrust::plus<>, cuda::std::complex<float>>);
static_assert(is_exact<std::plus<>, int> && is_exact<impulse::plus, int>);

// Extremes of other libraries keep their own results for NaN and zeros, so they are exact for integers only.
static_assert(freedom_v<cuda::minimum<>, int> == grouping::reorder &&
              freedom_v<thrust::maximum<int>, int> == grouping::reorder);
static_assert(freedom_v<cuda::maximum<float>, float> == grouping::tree &&
              freedom_v<thrust::maximum<>, double> == grouping::tree);

// Nothing is known about other functors.
static_assert(freedom_v<cuda::std::minus<>, int> == grouping::tree &&
              freedom_v<thrust::divides<int>, int> == grouping::tree);

static_assert(is_by_tree<impulse::plus, __half> && is_by_tree<impulse::plus, __nv_bfloat16>);
static_assert(freedom_v<impulse::maximum, __half> == grouping::reorder);
static_assert(freedom_v<impulse::multiplies, support::matrix> == grouping::tree);

}  // namespace

TEST_CASE("functors of CUDA's libraries: on the host") {
    std::vector<int> x(5000);
    std::iota(x.begin(), x.end(), -100);
    const int total = std::accumulate(x.begin(), x.end(), 0);
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, x, 0, thrust::plus<int>{}) == total);
        CHECK(impulse::reduce(policy, x, 0, cuda::std::plus<>{}) == total);
        CHECK(impulse::reduce(policy, x, 0, thrust::maximum<int>{}) == 4899);
        CHECK(impulse::reduce(policy, x, 0, cuda::minimum<>{}) == -100);
        CHECK(impulse::reduce(policy, x, 0, cuda::maximum<>{}) == 4899);
    });
}

TEST_CASE("number types of CUDA: on the host") {
    const std::vector<__half> halves(1000, __float2half(0.25f));
    const std::vector<__nv_bfloat16> small(100, __float2bfloat16(0.5f));
    const std::vector<cuda::std::complex<float>> z(1000, {1, -1});
    CHECK(__half2float(impulse::reduce(halves, __float2half(0.f))) == 250.f);
    CHECK(__bfloat162float(impulse::reduce(small, __float2bfloat16(0.f))) == 50.f);
    CHECK(impulse::reduce(halves, 0.f, [](float a, float b) { return a + b; }) == 250.f);
    CHECK(impulse::reduce(halves, 0.f) == 250.f);
    CHECK(impulse::reduce(halves, 0.0, impulse::plus{}) == 250.0);
    CHECK(impulse::reduce(small, 1.f, impulse::plus{}) == 51.f);
    CHECK(impulse::reduce(small, 1024.f, impulse::multiplies{}) == 1024.f * 0x1p-100f);
    CHECK(impulse::reduce(z, cuda::std::complex<float>(0, 0)) == cuda::std::complex<float>(1000, -1000));
}

TEST_CASE_TEMPLATE("functors: extremes of narrow floats, also beside wide ones and of none", T, __half,
                   __nv_bfloat16) {
    std::vector<T> x;
    for (const float each : {3.f, -2.f, 7.f, 0.f, 7.f}) x.push_back(static_cast<T>(each));
    const std::vector<T> none;
    CHECK(impulse::reduce(x, 5.f, impulse::maximum{}) == 7.f);
    CHECK(impulse::reduce(x, -5.f, impulse::minimum{}) == -5.f);
    CHECK(impulse::reduce(x, 9.0, impulse::minimum_number{}) == -2.0);
    CHECK(static_cast<float>(impulse::min_value(x)) == -2.f);
    CHECK(static_cast<float>(impulse::max_value(x)) == 7.f);
    CHECK(static_cast<float>(impulse::min_value(none)) == std::numeric_limits<float>::infinity());
    CHECK(static_cast<float>(impulse::max_value(none)) == -std::numeric_limits<float>::infinity());
    CHECK(impulse::argmax(x) == 2);
    CHECK(impulse::norm(x) == std::sqrt(111.0));
    x.push_back(static_cast<T>(std::numeric_limits<float>::quiet_NaN()));
    CHECK(std::isnan(static_cast<float>(impulse::min_value(x))));
    CHECK(std::isnan(impulse::reduce(x, 5.f, impulse::maximum{})));
    CHECK(impulse::argmin(x) == 5);
}
