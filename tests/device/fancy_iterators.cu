// SPDX-License-Identifier: Apache-2.0
// Fancy iterators over GPU memory: their base iterator decides where the call runs.
#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/iterators.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>

#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h>

#include <span>

namespace {

constexpr index_t count = 100'000;

/// 0, 1, 2, ...
thrust::device_vector<index_t> numbers(index_t first = 0) {
    thrust::device_vector<index_t> x(count);
    thrust::sequence(x.begin(), x.end(), first);
    return x;
}

/// Runs of positions, joined in order.
using support::join_stretches;
using support::make_stretch;
using support::stretch;

struct stretch_of_neighbours {
    template <class Pair>
    IMPULSE_SHARED stretch operator()(const Pair& pair) const {
        return {thrust::get<0>(pair), thrust::get<1>(pair)};
    }
};

struct stretch_backwards {
    IMPULSE_SHARED stretch operator()(index_t i) const { return {count - 1 - i, count - i}; }
};

struct triple {
    IMPULSE_SHARED index_t operator()(index_t x) const { return 3 * x; }
};

}  // namespace

TEST_CASE("fancy iterators: counting and constant, placed by the policy") {
    const thrust::counting_iterator<index_t> first(0);
    const thrust::constant_iterator<int> two(2);
    const gpu::stream s;
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto joined = impulse::transform_reduce(policy.on(s), first, first + count, stretch{-1, 0},
                                                      join_stretches{}, make_stretch{});
        CHECK(joined == stretch{-1, count});
        CHECK(impulse::reduce(policy.on(s), two, two + count, 1) == 2 * count + 1);
    });
    CHECK(impulse::reduce(first, first + 10, index_t{0}) == 45);  // on the host
}

TEST_CASE("fancy iterators: transform, over a device_vector") {
    const auto x = numbers();
    const auto stretches = thrust::make_transform_iterator(x.begin(), make_stretch{});
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto joined =
            impulse::reduce(policy, stretches, stretches + count, stretch{-1, 0}, join_stretches{});
        CHECK(joined == stretch{-1, count});
    });
    const auto tripled = thrust::make_transform_iterator(x.begin(), triple{});
    CHECK(impulse::reduce(tripled, tripled + 11, index_t{0}) == 165);
}

TEST_CASE("fancy iterators: zip, over two device_vectors") {
    const auto x = numbers();
    const auto y = numbers(1);
    const auto pairs = thrust::make_zip_iterator(x.begin(), y.begin());
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto joined = impulse::transform_reduce(policy, pairs, pairs + count, stretch{-1, 0},
                                                      join_stretches{}, stretch_of_neighbours{});
        CHECK(joined == stretch{-1, count});
    });
}

TEST_CASE("fancy iterators: permutation and reverse, over a device_vector") {
    const auto x = numbers();
    thrust::device_vector<index_t> backwards(count);
    thrust::sequence(backwards.begin(), backwards.end(), count - 1, index_t{-1});
    const auto permuted = thrust::make_permutation_iterator(x.begin(), backwards.begin());
    const auto reversed = thrust::make_reverse_iterator(x.end());
    const stretch whole{-1, count};
    CHECK(impulse::transform_reduce(impulse::last_block, permuted, permuted + count, stretch{-1, 0},
                                    join_stretches{}, stretch_backwards{}) == whole);
    CHECK(impulse::transform_reduce(impulse::last_block, reversed, reversed + count, stretch{-1, 0},
                                    join_stretches{}, stretch_backwards{}) == whole);
}

TEST_CASE("fancy iterators: strided, over pointers and a device_vector") {
    const auto x = numbers();
    const gpu::stream s;
    gpu::must(cudaDeviceSynchronize());
    const auto every_third = impulse::strided(thrust::raw_pointer_cast(x.data()), 3);
    CHECK(impulse::reduce(impulse::last_block.on(s), every_third, every_third + 4, index_t{0}) == 18);
    CHECK(impulse::reduce(impulse::last_block.on(s), every_third, every_third + 33'333, index_t{0},
                          support::last{}) == 99'996);
    const auto backwards = impulse::strided(x.begin() + (count - 1), -1);
    CHECK(impulse::transform_reduce(impulse::work_queue.on(s), backwards, backwards + count, stretch{-1, 0},
                                    join_stretches{}, stretch_backwards{}) == stretch{-1, count});
}

TEST_CASE("fancy iterators: strided ranges, over a span and a device_vector") {
    const auto x = numbers();
    const gpu::stream s;
    gpu::must(cudaDeviceSynchronize());
    const std::span<const index_t> items(thrust::raw_pointer_cast(x.data()), 10);
    const auto how = impulse::last_block.on(s);
    CHECK(impulse::reduce(how, impulse::strided(items, 4), index_t{0}) == 0 + 4 + 8);
    CHECK(impulse::reduce(how, impulse::strided(items, -4), index_t{0}) == 9 + 5 + 1);
    CHECK(impulse::reduce(how, impulse::strided(x, count - 1), index_t{0}) == count - 1);
    thrust::device_vector<index_t> sums(2);
    impulse::reduce_into(how, impulse::batches(impulse::strided(items, 3), 2), sums.begin(), index_t{0});
    CHECK(impulse::reduce(how, sums, index_t{0}) == 0 + 3 + 6 + 9);
}

TEST_CASE("fancy iterators: large accumulators of items that lie apart, with the bits of a pointer") {
    const gpu::stream s;
    thrust::device_vector<float> x(3 * count);
    thrust::sequence(x.begin(), x.end(), 0.1f, 0.7f);
    gpu::must(cudaDeviceSynchronize());
    const float* const first = thrust::raw_pointer_cast(x.data());
    const auto apart = impulse::strided(first, 1);
    for (const index_t n : {1, 31, 255, 1023, 1024, 1025, 4095, 4097, 65'537, 299'999}) {
        CAPTURE(n);
        const auto how = impulse::work_queue.on(s);
        CHECK(impulse::mean(how, apart, apart + n) == impulse::mean(how, first, first + n));
        CHECK(impulse::variance(how, apart, apart + n, 0) == impulse::variance(how, first, first + n, 0));
        CHECK(impulse::max_element(how, apart, apart + n) - apart == n - 1);
    }
}
