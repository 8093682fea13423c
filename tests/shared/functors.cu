// SPDX-License-Identifier: Apache-2.0
/// \file
/// The functors and number types of cuda::std, cuda and thrust are known as the library's own.
#include <doctest/doctest.h>

#include <monoids.hpp>
#include <policies.hpp>

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

template <class Op, class T>
constexpr bool is_known = impulse::is_commutative_v<Op, T>&& impulse::has_identity<Op, T>;

static_assert(is_known<cuda::std::plus<>, float> && is_known<cuda::std::plus<int>, int>);
static_assert(is_known<cuda::std::multiplies<>, int> && is_known<thrust::multiplies<long>, long>);
static_assert(is_known<cuda::std::bit_and<>, int> && is_known<thrust::bit_or<int>, int>);
static_assert(is_known<cuda::std::bit_xor<unsigned>, unsigned>);
static_assert(is_known<cuda::std::logical_and<>, bool> && is_known<thrust::logical_or<bool>, bool>);
static_assert(is_known<cuda::minimum<>, int> && is_known<cuda::maximum<float>, float>);
static_assert(is_known<thrust::minimum<int>, int> && is_known<thrust::maximum<>, double>);
static_assert(is_known<thrust::plus<>, cuda::std::complex<float>>);
static_assert(is_known<std::plus<>, int> && is_known<impulse::plus, int>);

// Two that are not: they do not commute.
static_assert(!impulse::is_commutative_v<cuda::std::minus<>, int> &&
              !impulse::is_commutative_v<thrust::divides<int>, int>);

static_assert(impulse::is_commutative_v<impulse::plus, __half> &&
              impulse::is_commutative_v<impulse::plus, __nv_bfloat16>);
static_assert(impulse::is_commutative_v<impulse::maximum, __half>);
static_assert(!impulse::is_commutative_v<impulse::multiplies, support::matrix>);

}  // namespace

TEST_CASE("functors of CUDA's libraries: on the host") {
    std::vector<int> x(5000);
    std::iota(x.begin(), x.end(), -100);
    const int total = std::accumulate(x.begin(), x.end(), 0);
    support::for_some_policies([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, x, 0, thrust::plus<int>{}) == total);
        CHECK(impulse::reduce(policy, x, 0, cuda::std::plus<>{}) == total);
        CHECK(impulse::reduce(policy, x, thrust::maximum<int>{}) == 4899);
        CHECK(impulse::reduce(policy, x, cuda::minimum<>{}) == -100);
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
    CHECK(impulse::reduce(z, cuda::std::complex<float>(0, 0)) == cuda::std::complex<float>(1000, -1000));
}
