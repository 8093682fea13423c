// SPDX-License-Identifier: Apache-2.0
// Runs of equal keys of computed items and keys, and several outputs of groups.
#include "scratch.cuh"
#include "tree.cuh"

#include <keys.hpp>

#include <impulse/by_key.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/pair.h>
#include <thrust/tuple.h>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <ranges>
#include <tuple>

namespace {

struct first_half {
    IMPULSE_SHARED std::uint64_t operator()(const thrust::pair<std::uint64_t, std::uint64_t>& both) const {
        return both.first;
    }
};

struct hundreds {
    IMPULSE_SHARED int operator()(int i) const { return i / 100; }
};
struct same_hundred {
    IMPULSE_SHARED bool operator()(int a, int b) const { return a / 100 == b / 100; }
};

}  // namespace

TEST_CASE("by key: items that a transform makes smaller") {
    const gpu::stream s;
    const auto items = support::make_items(100'000, gpu::make_hash{});
    std::vector<thrust::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const std::uint64_t item : items) pairs.push_back({item, ~item});
    const gpu::buffer<thrust::pair<std::uint64_t, std::uint64_t>> x(pairs);
    for (const index_t length : {1, 100, 127, 128, 129, 200, 255, 256, 257}) {
        const auto runs = support::runs_of<int>(support::offsets_of(std::vector<index_t>(100, length)));
        const gpu::buffer<int> keys(runs.keys);
        const gpu::buffer<std::uint64_t> out(100);
        impulse::transform_reduce_into(
            impulse::automatic.on(s),
            impulse::by_key(keys, std::ranges::subrange(x.begin(), x.begin() + 100 * length)), out.data(),
            gpu::mix_init, gpu::mix{}, first_half{});
        s.wait();
        gpu::check_results("length " + std::to_string(length), out,
                           support::trees(items, runs.begins, runs.ends, gpu::mix_init, gpu::mix{}));
    }
}

TEST_CASE("by key: computed keys, a predicate, positions; and CUB's sums") {
    const gpu::stream s;
    const auto how = impulse::work_queue.on(s);
    const auto items = support::make_items(1'000'050, gpu::make_input{17});
    const gpu::buffer<index_t> x(items);
    const gpu::buffer<index_t> ours(10'001);
    const gpu::buffer<index_t> theirs(10'001);
    const gpu::buffer<int> keys(10'001);
    const gpu::buffer<int> count(2);
    const auto numbers = thrust::make_counting_iterator(0);
    const auto by_hundreds = thrust::make_transform_iterator(numbers, hundreds{});
    impulse::sum_into(how,
                      impulse::by_key(std::ranges::subrange(by_hundreds, by_hundreds + 1'000'050), x)
                          .into(keys.data(), count.data()),
                      ours.data());
    std::size_t bytes = 0;
    const auto by_cub = [&](void* memory) {
        gpu::must(cub::DeviceReduce::ReduceByKey(memory, bytes, by_hundreds, keys.data(), x.data(),
                                                 theirs.data(), count.data() + 1, cuda::std::plus<>{},
                                                 1'000'050, s.get()));
    };
    by_cub(nullptr);
    const gpu::buffer<char> scratch(static_cast<index_t>(bytes) + 1);
    by_cub(scratch.data());
    s.wait();
    CHECK(gpu::download(count) == std::vector<int>{10'001, 10'001});
    const auto sums = gpu::download(ours);
    gpu::check_results("CUB", theirs, sums);

    impulse::sum_into(how,
                      impulse::by_key(std::ranges::subrange(numbers, numbers + 1'000'050), x, same_hundred{}),
                      theirs.data());
    s.wait();
    gpu::check_results("a predicate", theirs, sums);

    impulse::max_element_into(
        how, impulse::by_key(std::ranges::subrange(by_hundreds, by_hundreds + 1'000'050), x), ours.data());
    s.wait();
    const auto at = gpu::download(ours);
    index_t wrong = 0;
    for (index_t r = 0; r < 10'001; ++r) {
        const auto begin = items.begin() + 100 * r;
        const auto end = r < 10'000 ? begin + 100 : items.end();
        wrong += at[static_cast<std::size_t>(r)] != std::max_element(begin, end) - begin;
    }
    CHECK(wrong == 0);
}

TEST_CASE("several outputs: of segments and columns, pointers and a zip iterator") {
    const gpu::stream s;
    const auto how = impulse::automatic.on(s);
    const auto items = support::make_items(12'000, gpu::make_input{9});
    const gpu::buffer<index_t> x(items);
    const gpu::buffer<index_t> at(std::vector<index_t>{0, 1, 5000, 12'000});
    const gpu::buffer<index_t> least(3);
    const gpu::buffer<double> sums(3);
    const auto both = impulse::together(impulse::minimum{}, impulse::plus{});
    impulse::reduce_into(how, impulse::segments(x, at), std::tuple{least.data(), sums.data()}, both);
    s.wait();
    const auto right = [&](index_t r, index_t begin, index_t end) {
        const auto group = std::ranges::subrange(items.begin() + begin, items.begin() + end);
        const auto which = static_cast<std::size_t>(r);
        CHECK(gpu::download(least)[which] == std::ranges::min(group));
        CHECK(gpu::download(sums)[which] ==
              static_cast<double>(impulse::tree_fold(group, index_t{0}, impulse::plus{})));
    };
    right(0, 0, 1);
    right(1, 1, 5000);
    right(2, 5000, 12'000);
    impulse::reduce_into(how, impulse::rows(impulse::matrix_view{x.data(), 3, 4000}),
                         thrust::make_zip_iterator(thrust::make_tuple(least.data(), sums.data())), both);
    s.wait();
    for (index_t r = 0; r < 3; ++r) right(r, 4000 * r, 4000 * r + 4000);
}
