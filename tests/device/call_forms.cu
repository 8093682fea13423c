// SPDX-License-Identifier: Apache-2.0
// Every form of `reduce` and `transform_reduce` over pointers into GPU memory.
#include "gpu.cuh"
#include "shapes.cuh"

#include <call_forms_suite.hpp>

#include <impulse/host.hpp>

#include <cuda/stream_ref>

#include <numeric>

namespace {

/// Memory for a result on the GPU. What a call wrote is read once.
struct result {
    gpu::buffer<long> memory{1};
    gpu::stream s;

    auto data() const { return memory.data(); }
    long written() const {
        const long value = gpu::fetch(data(), s);
        gpu::must(cudaMemset(data(), gpu::memory::poison, sizeof(long)));
        gpu::must(cudaDeviceSynchronize());
        return value;
    }
};

/// The items 1 to 1000 on the GPU, a stream, and memory for a result.
struct fixture {
    gpu::buffer<int> x{[] {
        std::vector<int> items(1000);
        std::iota(items.begin(), items.end(), 1);
        return items;
    }()};
    result out;
    gpu::stream& s = out.s;
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "call forms: reduce returns its value") {
    gpu::for_two_policies([&](auto, const auto& policy) {
        support::check_reduce(policy.on(s), x);
        constexpr int total = support::sum_to_1000 + 5;
        CHECK(impulse::reduce(policy.on(impulse::device), x, 5) == total);
        CHECK(impulse::reduce(policy.on(cudaStreamPerThread), x, 5) == total);
        CHECK(impulse::reduce(policy.on(cudaStreamLegacy), x, 5) == total);
        CHECK(impulse::reduce(policy.on(cuda::stream_ref(s)), x, 5) == total);
    });
}

TEST_CASE_FIXTURE(fixture, "call forms: reduce_into writes its value") {
    gpu::for_two_policies(
        [&](auto, const auto& policy) { support::check_reduce_into(policy.on(s), x, out); });
}

TEST_CASE_FIXTURE(fixture, "call forms: transform_reduce of one input and of two") {
    gpu::for_two_policies(
        [&](auto, const auto& policy) { support::check_transform_reduce(policy.on(s), x); });
}

TEST_CASE_FIXTURE(fixture, "call forms: transformed items keep their order") {
    gpu::for_two_policies(
        [&](auto, const auto& policy) { support::check_order_of_transformed(policy.on(s), x); });
}

TEST_CASE_FIXTURE(fixture, "call forms: transform_reduce_into of one input and of two") {
    support::check_transform_reduce_into(impulse::last_block.on(s), x, out);
}

TEST_CASE_FIXTURE(fixture, "call forms: host and device in one file") {
    const std::vector<int> on_host{1, 2, 3};
    CHECK(impulse::reduce(on_host) == 6);
    CHECK(impulse::reduce(impulse::work_queue.on(impulse::host), on_host, 4) == 10);
    CHECK(impulse::reduce(impulse::work_queue.on(s), x, 4) == support::sum_to_1000 + 4);
    int sum = 0;
    impulse::reduce_into(on_host, &sum);
    CHECK(sum == 6);
}

TEST_CASE_FIXTURE(fixture, "call forms: an empty range") {
    gpu::for_two_policies([&](auto, const auto& policy) { support::check_empty(policy.on(s), x, out); });
}
