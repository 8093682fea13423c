// SPDX-License-Identifier: Apache-2.0
// A state that a GPU saved continues on the host, and the reverse: types and operators have the same names on
// both.
#include "tree.cuh"

#include <impulse/host.hpp>
#include <impulse/running.hpp>

#include <cuda/functional>
#include <cuda/std/complex>
#include <cuda/std/functional>

#include <functional>
#include <sstream>
#include <string_view>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

template <class Type>
constexpr bool is_named(std::string_view name) {
    return impulse::detail::name_or_none<Type>() == name;
}
static_assert(is_named<__half>("float16"));
static_assert(is_named<__nv_bfloat16>("bfloat16"));
static_assert(is_named<cuda::std::complex<float>>("complex<float32>"));
static_assert(is_named<cuda::std::plus<>>("plus"));
static_assert(is_named<cuda::std::bit_xor<int>>("bit_xor"));
static_assert(is_named<decltype(impulse::unordered(cuda::std::plus<>()))>("unordered<plus>"));
static_assert(is_named<cuda::minimum<>>("cuda::minimum"));
static_assert(is_named<cuda::maximum<float>>("cuda::maximum<float32>"));

}  // namespace

TEST_CASE("checkpoints: from a GPU to the host and back") {
    const index_t n = 10'000;
    const auto items = support::make_items(n, [](index_t i) { return static_cast<float>(i % 777) * 0.37f; });
    const gpu::stream s;
    auto there = impulse::running_reduction<float>(impulse::last_block.on(s), 0.f, cuda::std::plus<>());
    auto here = impulse::running_reduction<float>(impulse::automatic.on(impulse::host), 0.f, std::plus<>());
    for (index_t at = 0; at < n; at += 100) {
        const float* const first = items.data() + at;
        std::stringstream state;
        if (at / 100 % 2 == 0) {
            there.push(first, first + 100);
            there.save(state);
            here.load(state);
        } else {
            here.push(first, first + 100);
            here.save(state);
            there.load(state);
        }
    }
    CHECK(gpu::same_bits(here.value(), impulse::tree_fold(items, 0.f)));
    CHECK(gpu::same_bits(there.value(), here.value()));
    auto largest = impulse::running_reduction<float>(impulse::automatic.on(s), 0.f, impulse::maximum{});
    std::stringstream state;
    here.save(state);
    CHECK_THROWS_WITH(largest.load(state), "impulse: file has the operator plus; need the operator maximum");
}
