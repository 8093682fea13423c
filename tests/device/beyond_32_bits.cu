// SPDX-License-Identifier: Apache-2.0
// More than 2^32 values and more than 2^31 groups.
//
// One GPU thread computes each expected result from the same memory.
#include "gpu.cuh"

#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <ranges>

namespace {

constexpr index_t beyond_int = (index_t{1} << 31) + 12'347;
constexpr index_t beyond_unsigned = (index_t{1} << 32) + 54'321;

bool lacks_memory() {
    std::size_t free = 0, total = 0;
    if (gpu::devices() > 0) gpu::must(cudaMemGetInfo(&free, &total));
    return free < (std::size_t{16} << 30);
}

IMPULSE_SHARED std::uint8_t value_at(index_t i) {
    return static_cast<std::uint8_t>((static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ull) >> 56);
}

/// Neither associative nor commutative: any other tree gives another result.
struct triple_and_add {
    IMPULSE_SHARED std::uint8_t operator()(std::uint8_t a, std::uint8_t b) const {
        return static_cast<std::uint8_t>(3 * a + b);
    }
};

struct times {
    index_t by;
    IMPULSE_SHARED index_t operator()(index_t i) const { return i * by; }
};
struct divided {
    index_t by;
    IMPULSE_SHARED index_t operator()(index_t i) const { return i / by; }
};

template <class F>
__global__ void for_each_index(index_t n, F f) {
    for (index_t i = blockIdx.x * index_t{blockDim.x} + threadIdx.x; i < n;
         i += index_t{gridDim.x} * blockDim.x)
        f(i);
}

template <class F>
void at_each(index_t n, const F& f) {
    for_each_index<<<2000, 256>>>(n, f);
    gpu::must(cudaGetLastError());
    gpu::must(cudaDeviceSynchronize());
}

/// How many of the n indices do not satisfy `right`.
template <class F>
unsigned long long wrong_of(index_t n, const F& right) {
    const gpu::buffer<unsigned long long> wrong(std::vector<unsigned long long>{0});
    auto* const count = wrong.data();
    at_each(n, [=] __device__(index_t i) {
        if (!right(i)) atomicAdd(count, 1ull);
    });
    return gpu::download(wrong)[0];
}

template <class F>
auto computed(index_t n, const F& f) {
    const auto first = thrust::make_transform_iterator(thrust::counting_iterator<index_t>(0), f);
    return std::ranges::subrange(first, first + n);
}

const auto on_device = impulse::automatic.on(impulse::device);

gpu::buffer<std::uint8_t> many_values(index_t n) {
    gpu::buffer<std::uint8_t> values(n);
    auto* const x = values.data();
    at_each(n, [=] __device__(index_t i) { x[i] = value_at(i); });
    return values;
}

}  // namespace

TEST_CASE("beyond 32 bits: segments" * doctest::skip(lacks_memory())) {
    const auto x = many_values(beyond_unsigned);
    SUBCASE("of 1000 values, the last ones behind 2^32") {
        const index_t groups = beyond_unsigned / 1000;
        const gpu::buffer<std::uint64_t> out(groups);
        impulse::reduce_into(on_device, impulse::segments(x, computed(groups + 1, times{1000})), out.data(),
                             std::uint64_t{7}, impulse::plus{});
        const auto* const sums = out.data();
        CHECK(wrong_of(groups, [=] __device__(index_t g) {
                  std::uint64_t sum = 7;
                  for (index_t i = g * 1000; i < (g + 1) * 1000; ++i) sum += value_at(i);
                  return sums[g] == sum;
              }) == 0);
    }
    SUBCASE("more than 2^31, every other one empty") {
        const gpu::buffer<std::uint8_t> out(beyond_int);
        impulse::reduce_into(on_device, impulse::segments(x, computed(beyond_int + 1, divided{2})),
                             out.data(), std::uint8_t{9}, triple_and_add{});
        const auto* const results = out.data();
        CHECK(wrong_of(beyond_int, [=] __device__(index_t g) {
                  return results[g] == (g % 2 == 0 ? 9 : triple_and_add{}(9, value_at(g / 2)));
              }) == 0);
    }
}

TEST_CASE("beyond 32 bits: columns" * doctest::skip(lacks_memory())) {
    const auto x = many_values(2 * beyond_int + 1'000'000'000);
    const auto matrix = [&](index_t rows, index_t columns) {
        return impulse::columns(
            impulse::matrix_view{static_cast<const std::uint8_t*>(x.data()), rows, columns});
    };
    SUBCASE("more than 2^31 of two items") {
        const gpu::buffer<std::uint8_t> out(beyond_int);
        impulse::reduce_into(on_device, matrix(2, beyond_int), out.data(), std::uint8_t{9}, triple_and_add{});
        const auto* const results = out.data();
        CHECK(wrong_of(beyond_int, [=] __device__(index_t g) {
                  const triple_and_add f;
                  return results[g] == f(9, f(value_at(g), value_at(beyond_int + g)));
              }) == 0);
    }
    SUBCASE("100 of more than 2^25 items, the last ones behind 2^32") {
        constexpr index_t columns = 100;
        const index_t rows = x.size() / columns;
        const gpu::buffer<std::uint64_t> out(columns);
        const gpu::buffer<unsigned long long> expected(std::vector<unsigned long long>(columns, 7));
        auto* const sums = expected.data();
        at_each(columns * 1000, [=] __device__(index_t thread) {
            unsigned long long sum = 0;
            for (index_t i = thread; i < rows * columns; i += columns * 1000) sum += value_at(i);
            atomicAdd(sums + thread % columns, sum);
        });
        impulse::reduce_into(on_device, matrix(rows, columns), out.data(), std::uint64_t{7}, impulse::plus{});
        const auto* const results = out.data();
        CHECK(wrong_of(columns, [=] __device__(index_t g) { return results[g] == sums[g]; }) == 0);
    }
}

TEST_CASE("beyond 32 bits: more than 2^32 keys, in runs of five" * doctest::skip(lacks_memory())) {
    const auto x = many_values(beyond_unsigned);
    const index_t runs = (beyond_unsigned + 4) / 5;
    const gpu::buffer<index_t> keys(runs);
    const gpu::buffer<std::uint8_t> out(runs);
    const gpu::buffer<index_t> count(1);
    impulse::reduce_by_key_into(on_device, impulse::by_key(computed(beyond_unsigned, divided{5}), x),
                                keys.data(), out.data(), count.data(), std::uint8_t{9}, triple_and_add{});
    CHECK(gpu::download(count)[0] == runs);
    const auto* const results = out.data();
    const auto* const first_keys = keys.data();
    CHECK(wrong_of(runs, [=] __device__(index_t g) {
              const triple_and_add f;
              std::uint8_t node[5] = {};
              index_t n = 0;
              for (; n < 5 && 5 * g + n < beyond_unsigned; ++n) node[n] = value_at(5 * g + n);
              for (index_t reach = 1; reach < n; reach *= 2)
                  for (index_t i = 0; i + reach < n; i += 2 * reach) node[i] = f(node[i], node[i + reach]);
              return results[g] == f(9, node[0]) && first_keys[g] == g;
          }) == 0);
}
