// SPDX-License-Identifier: Apache-2.0
// Annotated lambdas, which need nvcc's --extended-lambda; all other tests use functors.
#include "gpu.cuh"

#include <impulse/host.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <cuda/functional>

TEST_CASE("lambdas: annotated for both places") {
    const auto x = gpu::made(100'000, support::make_stretch{});
    const auto join = [] __host__ __device__(support::stretch a, support::stretch b) {
        return a.end == b.begin ? support::stretch{a.begin, b.end} : support::stretch{INT64_MIN, INT64_MAX};
    };
    const auto length = [] __host__ __device__(support::stretch a) { return a.end - a.begin; };
    const support::stretch none{0, 0};
    CHECK(impulse::reduce(impulse::last_block.on(impulse::device), x, none, join) ==
          support::stretch{0, 100'000});
    CHECK(impulse::transform_reduce(impulse::two_pass.on(impulse::device), x, index_t{0}, impulse::plus{},
                                    length) == 100'000);
    const auto on_host = support::make_items(1000, support::make_stretch{});
    CHECK(impulse::reduce(on_host, none, join) == support::stretch{0, 1000});
}

TEST_CASE("lambdas: annotated for the device, saying what they return") {
    const auto x = gpu::made(100'000, support::make_number{});
    const auto plus = [] __device__(index_t a, index_t b) -> index_t { return a + b; };
    const auto is_even = [] __device__(index_t a) -> bool { return a % 2 == 0; };
    const index_t expected = 3 * (99'999LL * 100'000 / 2) + 700'000;
    CHECK(impulse::reduce(impulse::work_queue.on(impulse::device), x, index_t{0}, plus) == expected);
    CHECK(impulse::reduce(impulse::two_pass.on(impulse::device), x, index_t{0}, impulse::unordered(plus)) ==
          expected);
    CHECK(impulse::count_if(impulse::automatic.on(impulse::device), x, is_even) == 50'000);
    const auto proclaimed =
        cuda::proclaim_return_type<index_t>([] __device__(index_t a, index_t b) { return a + b; });
    CHECK(impulse::reduce(impulse::last_block.on(impulse::device), x, index_t{0}, proclaimed) == expected);
}
