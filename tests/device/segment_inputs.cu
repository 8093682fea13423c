// SPDX-License-Identifier: Apache-2.0
// Segments of transformed items, of computed offsets and with wide accumulators; several results.
#include "scratch.cuh"
#include "tree.cuh"

#include <segments.hpp>

#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_segmented_reduce.cuh>

#include <limits>
#include <ranges>
#include <tuple>

using support::offsets;
using support::trees;

namespace {

/// Converts a double to a float, so the loaded item and the reduced item differ in size.
struct narrow {
    IMPULSE_SHARED float operator()(double x) const { return static_cast<float>(x) / 3; }
};

struct ten_times {
    IMPULSE_SHARED int operator()(int i) const { return 10 * i; }
};

/// An accumulator for which the exchange buffers of a block fill all shared memory that a kernel may declare,
/// 48 KiB.
struct sums_of_16 {
    double sum[16];
};
struct sum_by_16 {
    IMPULSE_SHARED sums_of_16 lift(double item) const {
        sums_of_16 lifted;
        for (int i = 0; i < 16; ++i) lifted.sum[i] = item * (i + 1);
        return lifted;
    }
    IMPULSE_SHARED sums_of_16 operator()(const sums_of_16& a, const sums_of_16& b) const {
        sums_of_16 both;
        for (int i = 0; i < 16; ++i) both.sum[i] = a.sum[i] + b.sum[i];
        return both;
    }
};

}  // namespace

TEST_CASE("segments: accumulators of 128 bytes") {
    const auto items = support::make_items(30'000, [](index_t i) { return static_cast<double>(i % 97); });
    const gpu::buffer<double> x(items);
    const auto init = sum_by_16{}.lift(0.1);
    support::for_each_kind_of_offsets(30'000, [&](const std::string& kind, const offsets& at) {
        const gpu::buffer<index_t> on_gpu(at);
        const gpu::buffer<sums_of_16> out(static_cast<index_t>(at.size()) - 1);
        impulse::reduce_into(impulse::automatic.on(impulse::device), impulse::segments(x, on_gpu), out.data(),
                             init, sum_by_16{});
        std::vector<sums_of_16> expected;
        for (std::size_t r = 0; r + 1 < at.size(); ++r)
            expected.push_back(impulse::tree_fold(
                std::vector(items.begin() + at[r], items.begin() + at[r + 1]), init, sum_by_16{}));
        gpu::check_results(kind, out, expected);
    });
}

TEST_CASE("segments: items that a transform makes, and several results, on two streams at once") {
    const gpu::stream one;
    const gpu::stream other;
    const auto items = support::make_items(300'000, gpu::make_uneven<double>{});
    std::vector<float> narrowed;
    for (const double x : items) narrowed.push_back(narrow{}(x));
    const gpu::buffer<double> x(items);
    const auto both = impulse::together(impulse::minimum{}, impulse::plus{});
    support::for_each_kind_of_offsets(300'000, [&](const std::string& kind, const offsets& at) {
        const gpu::buffer<index_t> on_gpu(at);
        const auto groups = static_cast<index_t>(at.size()) - 1;
        const gpu::buffer<float> sums(groups);
        const gpu::buffer<double> least(groups);
        const gpu::buffer<double> all(groups);
        impulse::transform_reduce_into(impulse::last_block.on(one), impulse::segments(x, on_gpu), sums.data(),
                                       0.5f, impulse::plus{}, narrow{});
        impulse::reduce_into(impulse::work_queue.on(other), impulse::segments(x, on_gpu),
                             std::tuple{least.data(), all.data()}, both);
        one.wait();
        other.wait();
        gpu::check_results(kind + ", transformed", sums, trees(narrowed, at, 0.5f, impulse::plus{}));
        gpu::check_results(kind + ", least", least,
                           trees(items, at, std::numeric_limits<double>::infinity(), impulse::minimum{}));
        auto expected = trees(items, at, -0.0, impulse::plus{});
        for (std::size_t r = 0; r < expected.size(); ++r)
            if (at[r] == at[r + 1]) expected[r] = 0;
        gpu::check_results(kind + ", all", all, expected);
    });
}

TEST_CASE("segments: narrow offsets and computed ones, sums, and CUB's") {
    const gpu::stream s;
    const auto items = support::make_items(100'000, gpu::make_input{17});
    const gpu::buffer<index_t> x(items);
    std::vector<int> narrow;
    for (int i = 0; i <= 10'000; ++i) narrow.push_back(10 * i);
    const gpu::buffer<int> at(narrow);
    const gpu::buffer<index_t> ours(10'000);
    const gpu::buffer<index_t> computed(10'000);
    const gpu::buffer<index_t> theirs(10'000);
    impulse::sum_into(impulse::last_block.on(s), impulse::segments(x, at), ours.data());
    const auto tens = thrust::make_transform_iterator(thrust::make_counting_iterator(0), ten_times{});
    impulse::sum_into(impulse::last_block.on(s),
                      impulse::segments(x, std::ranges::subrange(tens, tens + 10'001)), computed.data());
    const gpu::buffer<index_t> by_pointers(10'000);
    impulse::sum_into(impulse::last_block.on(s), impulse::segments(x.data(), at.data(), 10'000, 100'000),
                      by_pointers.data());
    std::size_t bytes = 0;
    gpu::must(cub::DeviceSegmentedReduce::Sum(nullptr, bytes, x.data(), theirs.data(), 10'000, at.data(),
                                              at.data() + 1, s.get()));
    const gpu::buffer<char> scratch(static_cast<index_t>(bytes) + 1);
    gpu::must(cub::DeviceSegmentedReduce::Sum(scratch.data(), bytes, x.data(), theirs.data(), 10'000,
                                              at.data(), at.data() + 1, s.get()));
    s.wait();
    gpu::check_results("CUB", theirs, gpu::download(ours));
    gpu::check_results("computed", computed, gpu::download(ours));
    gpu::check_results("pointers", by_pointers, gpu::download(ours));
}
