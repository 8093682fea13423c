// SPDX-License-Identifier: Apache-2.0
// CUB as the oracle for integer sums of segments, and of runs of equal keys, of random lengths.
#include "cub_oracle.cuh"

#include <keys.hpp>

#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/std/functional>

#include <tuple>

namespace {

/// give(offsets) for several distributions of random lengths, of `most` items in all.
template <class F>
void for_each_random_offsets(index_t most, const F& give) {
    auto random = support::random_source(940);
    const auto until_most = [&](const auto& length) {
        std::vector<index_t> lengths;
        for (index_t left = most; left > 0; left -= lengths.back())
            lengths.push_back(std::min(left, length()));
        give(support::offsets_of(lengths));
    };
    for (const index_t longest : {3, 40, 1000, 50'000})
        until_most([&] { return support::random_between(random, 0, longest); });
    until_most([&] { return index_t{1} << support::random_between(random, 0, 17); });
    until_most([&] {
        return support::random_between(random, 0, 999) == 0 ? support::random_between(random, 0, most / 8)
                                                            : support::random_between(random, 0, 6);
    });
}

/// Calls CUB's `call(memory, bytes)` with the memory that it requests.
template <class Call>
void by_cub(const Call& call) {
    std::size_t bytes = 0;
    gpu::must(call(nullptr, bytes));
    const gpu::buffer<char> memory(static_cast<index_t>(bytes) + 1);
    gpu::must(call(memory.data(), bytes));
    gpu::must(cudaDeviceSynchronize());
}

}  // namespace

TEST_CASE("CUB: sums of segments of random lengths") {
    constexpr index_t most = 1'000'000;
    const gpu::stream s;
    const auto x = gpu::made(most, gpu::make_hash{});
    for_each_random_offsets(most, [&](const support::offsets& at) {
        const auto count = static_cast<index_t>(at.size()) - 1;
        CAPTURE(count);
        const gpu::buffer<index_t> offsets(at);
        const gpu::buffer<std::uint64_t> theirs(count);
        by_cub([&](void* memory, std::size_t& bytes) {
            return cub::DeviceSegmentedReduce::Sum(memory, bytes, x.data(), theirs.data(), count,
                                                   offsets.data(), offsets.data() + 1, s.get());
        });
        const auto expected = gpu::download(theirs);
        const gpu::buffer<std::uint64_t> ours(count);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            gpu::fill(ours.data(), count, gpu::make_hash{});
            impulse::reduce_into(policy.on(s), impulse::segments(x, offsets), ours.data(), std::uint64_t{0});
            s.wait();
            gpu::check_results(name, ours, expected);
        });
    });
}

TEST_CASE("CUB: sums by keys of random runs") {
    constexpr index_t most = 1'000'000;
    const gpu::stream s;
    const auto x = gpu::made(most, gpu::make_hash{});
    for_each_random_offsets(most, [&](const support::offsets& at) {
        const gpu::buffer<int> keys(support::runs_of<int>(at).keys);
        const gpu::buffer<int> first(most);
        const gpu::buffer<std::uint64_t> sums(most);
        const gpu::buffer<index_t> count(1);
        const auto written = [&] {
            const auto runs = static_cast<std::size_t>(gpu::fetch(count.data(), s));
            auto result = std::tuple(gpu::download(first), gpu::download(sums));
            std::get<0>(result).resize(runs);
            std::get<1>(result).resize(runs);
            return result;
        };
        by_cub([&](void* memory, std::size_t& bytes) {
            return cub::DeviceReduce::ReduceByKey(memory, bytes, keys.data(), first.data(), x.data(),
                                                  sums.data(), count.data(), cuda::std::plus<>{}, most,
                                                  s.get());
        });
        const auto expected = written();
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            gpu::fill(first.data(), most, gpu::make_hash{});
            gpu::fill(sums.data(), most, gpu::make_hash{});
            gpu::fill(count.data(), 1, gpu::make_hash{});
            impulse::reduce_by_key_into(policy.on(s), impulse::by_key(keys, x), first.data(), sums.data(),
                                        count.data(), std::uint64_t{0});
            gpu::check_equal(name, most, written() == expected);
        });
    });
}
