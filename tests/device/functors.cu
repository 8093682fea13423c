// SPDX-License-Identifier: Apache-2.0
/// \file
/// The functors of std, cuda::std and thrust on the GPU, and the wrappers that say what an operator is.
#include <doctest/doctest.h>

#include "gpu.cuh"

#include <sizes.hpp>

#include <impulse/reduce.hpp>

#include <thrust/functional.h>
#include <cuda/functional>
#include <cuda/std/functional>

#include <functional>

using gpu::index_t;

namespace {

struct make_bits {
    IMPULSE_SHARED int operator()(index_t i) const {
        return static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) >> 36) | 3;
    }
};

/// `op` on the GPU against the library's own on the host; it must be known to commute.
template <class Op, class Own>
void check_as(const std::string& name, Op op, Own own, int init) {
    static_assert(impulse::is_commutative_v<Op, int>);
    CAPTURE(name);
    for (const index_t n : {0, 1, 1000, 123'457}) {
        CAPTURE(n);
        const auto items = support::make_items(n, make_bits{});
        const gpu::buffer<int> x(items);
        unsigned expected = static_cast<unsigned>(init);  // sums and products go round
        for (const int item : items) {
            if constexpr (std::is_same_v<Own, impulse::minimum> || std::is_same_v<Own, impulse::maximum>)
                expected = static_cast<unsigned>(own(static_cast<int>(expected), item));
            else
                expected = static_cast<unsigned>(own(expected, static_cast<unsigned>(item)));
        }
        CHECK(impulse::reduce(impulse::automatic.on(impulse::device), x, init, op) ==
              static_cast<int>(expected));
    }
}

}  // namespace

TEST_CASE("functors: those of std") {
    check_as("std::plus<>", std::plus<>{}, impulse::plus{}, 1);
    check_as("std::plus<int>", std::plus<int>{}, impulse::plus{}, 1);
    check_as("std::multiplies<>", std::multiplies<>{}, impulse::multiplies{}, 1);
    check_as("std::bit_and<>", std::bit_and<>{}, impulse::bit_and{}, -1);
    check_as("std::bit_or<int>", std::bit_or<int>{}, impulse::bit_or{}, 4);
    check_as("std::bit_xor<>", std::bit_xor<>{}, impulse::bit_xor{}, 5);
}

TEST_CASE("functors: those of cuda::std and cuda") {
    check_as("cuda::std::plus<>", cuda::std::plus<>{}, impulse::plus{}, 1);
    check_as("cuda::std::multiplies<int>", cuda::std::multiplies<int>{}, impulse::multiplies{}, 1);
    check_as("cuda::std::bit_xor<>", cuda::std::bit_xor<>{}, impulse::bit_xor{}, 1);
    check_as("cuda::minimum<>", cuda::minimum<>{}, impulse::minimum{}, 1'000'000);
    check_as("cuda::maximum<int>", cuda::maximum<int>{}, impulse::maximum{}, -1);
}

TEST_CASE("functors: those of thrust") {
    check_as("thrust::plus<int>", thrust::plus<int>{}, impulse::plus{}, 1);
    check_as("thrust::bit_or<int>", thrust::bit_or<int>{}, impulse::bit_or{}, 1);
    check_as("thrust::maximum<int>", thrust::maximum<int>{}, impulse::maximum{}, -1);
    check_as("thrust::minimum<int>", thrust::minimum<int>{}, impulse::minimum{}, 1'000'000);
}

TEST_CASE("functors: the library's logical ones") {
    const gpu::buffer<int> x(support::make_items(100'000, make_bits{}));
    const auto how = impulse::automatic.on(impulse::device);
    CHECK(impulse::reduce(how, x, true, impulse::logical_and{}) == true);
    CHECK(impulse::reduce(how, x, false, impulse::logical_or{}) == true);
    CHECK(impulse::reduce(how, x, true, impulse::logical_xor{}) == true);  // an even number of items is true
    CHECK(impulse::reduce(how, x, true, std::logical_and<>{}) == true);
    CHECK(impulse::reduce(how, x, impulse::logical_and{}) == true);
}

TEST_CASE("functors: wrappers keep the result and change what is known") {
    const auto how = impulse::last_block.on(impulse::device);
    const auto tallies = gpu::made(100'003, support::make_tally{});
    const support::tally none{0, 0};
    const auto in_order = impulse::reduce(how, tallies, none, support::join_tallies{});
    CHECK(in_order.count == 100'003);
    CHECK(impulse::reduce(how, tallies, none, impulse::commutative(support::join_tallies{})) == in_order);
    CHECK(impulse::reduce(how, tallies, impulse::with_identity(support::join_tallies{}, none)) == in_order);
    CHECK(impulse::reduce(how, tallies,
                          impulse::commutative(impulse::with_identity(support::join_tallies{}, none))) ==
          in_order);
    const gpu::buffer<int> x(support::make_items(100'000, make_bits{}));
    CHECK(impulse::reduce(how, x, 0, impulse::ordered(impulse::bit_xor{})) ==
          impulse::reduce(how, x, 0, impulse::bit_xor{}));
}
