// SPDX-License-Identifier: Apache-2.0
// Segments: every group gives the tree over its own items, wherever they are and whatever the other groups
// contain.
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

/// Checks all kinds of offsets, by the policies that `for_each` gives.
template <class T, class Make, class Op, class Policies>
void check_kinds(index_t most, const Make& make, const T& init, const Op& op, const Policies& for_each) {
    const gpu::stream s;
    const auto items = support::make_items(most, make);
    const gpu::buffer<T> x(items);
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const offsets& at) {
        const gpu::buffer<index_t> on_gpu(at);
        const gpu::buffer<T> out(static_cast<index_t>(at.size()) - 1);
        const auto expected = trees(items, at, init, op);
        for_each([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(s), impulse::segments(x, on_gpu), out.data(), init, op);
            s.wait();
            gpu::check_results(kind + ", " + name, out, expected);
        });
    });
}

template <class F>
void for_last_block(const F& f) {
    f(std::string("last_block"), impulse::last_block);
}

/// 12 bytes.
struct triple {
    std::uint32_t a, b, c;
};
struct make_triple {
    IMPULSE_SHARED triple operator()(index_t i) const {
        const std::uint64_t h = support::scatter(static_cast<std::uint64_t>(i));
        return {static_cast<std::uint32_t>(h), static_cast<std::uint32_t>(h >> 32),
                static_cast<std::uint32_t>(i)};
    }
};
struct mix_triples {
    IMPULSE_SHARED triple operator()(const triple& x, const triple& y) const {
        return {3 * x.a + (y.b << 7 | y.b >> 25), x.b ^ (5 * y.c + 1), x.c + 7 * y.a};
    }
};

/// Accumulates 32 items from left to right, by another function than the one that joins leaves.
struct mix_of_leaves : gpu::mix {
    static constexpr int leaf = 32;
    IMPULSE_SHARED static std::uint64_t lift(std::uint64_t item) { return support::scatter(item + 1); }
    IMPULSE_SHARED static void accumulate(std::uint64_t& acc, std::uint64_t item) {
        acc = support::scatter(5 * acc + item);
    }
};
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

TEST_CASE("segments: the mix, by every policy") {
    const auto policies = [](const auto& f) { gpu::for_each_policy(f); };
    check_kinds(3000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, policies);
    check_kinds(200'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, policies);
    check_kinds(5'000'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, policies);
}

TEST_CASE("segments: the mix, in shapes by hand") {
    for (const impulse::shape& shape : gpu::shapes())
        check_kinds(20'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, [&](const auto& f) {
            gpu::for_each_policy(
                [&](const std::string& name, const auto& policy) { f(name, policy.tune(shape)); });
        });
}

TEST_CASE("segments: sums of float, and of integers, whose order nobody sees") {
    check_kinds(3'000'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{},
                [](const auto& f) { for_last_block(f); });
    check_kinds(300'000, gpu::make_input{3}, index_t{5}, impulse::plus{},
                [](const auto& f) { for_last_block(f); });
}

TEST_CASE("segments: items of twelve bytes, leaves of 32 items") {
    check_kinds(300'000, make_triple{}, triple{1, 2, 3}, mix_triples{},
                [](const auto& f) { for_last_block(f); });
    check_kinds(300'000, gpu::make_hash{}, gpu::mix_init, mix_of_leaves{},
                [](const auto& f) { for_last_block(f); });
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

TEST_CASE("segments in any order, with gaps and items in common, more than the list has room for") {
    const gpu::stream s;
    constexpr index_t before = 3;  // items before the first value, so the values begin at no aligned address
    const auto all = support::make_items(40'000 + before, gpu::make_hash{});
    const std::vector<std::uint64_t> items(all.begin() + before, all.end());
    const gpu::buffer<std::uint64_t> memory(all);
    const std::span<const std::uint64_t> x(memory.data() + before, items.size());
    for (const index_t longest : {5, 300, 5000, 40'000}) {
        const auto [begins, ends] = support::scattered_segments(40'000, 2000, longest, 903);
        const auto expected = trees(items, begins, ends, gpu::mix_init, gpu::mix{});
        const gpu::buffer<index_t> from(begins);
        const gpu::buffer<index_t> to(ends);
        const gpu::buffer<std::uint64_t> out(2000);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(s), impulse::segments(x, from, to), out.data(), gpu::mix_init,
                                 gpu::mix{});
            s.wait();
            gpu::check_results(name, out, expected);
        });
    }
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

TEST_CASE("segments: captured, with a workspace") {
    const gpu::stream s;
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const offsets at{0, 3, 100'000, 100'000, 299'990, 300'000};
    const gpu::buffer<index_t> on_gpu(at);
    const gpu::buffer<std::uint64_t> out(5);
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        const auto all = impulse::segments(x, on_gpu);
        impulse::workspace space(
            impulse::workspace_bytes(policy.on(s), all, out.data(), gpu::mix_init, gpu::mix{}), {s});
        const gpu::graph replayed(gpu::captured(s, [&] {
            impulse::reduce_into(policy.on(s).with(space), all, out.data(), gpu::mix_init, gpu::mix{});
        }));
        for (int replay = 0; replay < 10; ++replay) replayed.launch(s);
        s.wait();
        gpu::check_results(name, out, trees(items, at, gpu::mix_init, gpu::mix{}));
    });
}

TEST_CASE("segments and other calls by turns, in one workspace") {
    const gpu::stream s;
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const offsets at{0, 3, 100'000, 100'000, 299'990, 300'000};
    const gpu::buffer<index_t> on_gpu(at);
    const gpu::buffer<std::uint64_t> out(5);
    const gpu::buffer<std::uint64_t> whole(1);
    impulse::workspace space(1 << 20, {s});
    for (const index_t piece : {100'000, 500, 20'000})
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const auto how = policy.on(s).with(space).tune({.items = piece});
            impulse::reduce_into(how, impulse::segments(x, on_gpu), out.data(), gpu::mix_init, gpu::mix{});
            impulse::reduce_into(how, x, whole.data(), gpu::mix_init, gpu::mix{});
            s.wait();
            gpu::check_results(name, out, trees(items, at, gpu::mix_init, gpu::mix{}));
            gpu::check_results(name, whole, {impulse::tree_fold(items, gpu::mix_init, gpu::mix{})});
        });
}
