// SPDX-License-Identifier: Apache-2.0
// Every form of `reduce` and `transform_reduce` over pointers into GPU memory.
#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/host.hpp>

#include <cuda/stream_ref>

#include <numeric>

namespace {

constexpr int total = 500'500;
constexpr long squares = 333'833'500;

/// The items 1 to 1000 on the GPU, a stream, and memory for a result.
struct fixture {
    gpu::buffer<int> x{[] {
        std::vector<int> items(1000);
        std::iota(items.begin(), items.end(), 1);
        return items;
    }()};
    gpu::buffer<long> out{1};
    gpu::stream s;

    /// Returns what a call wrote, and poisons the memory for the next call.
    long written() const {
        const long value = gpu::fetch(out.data(), s);
        gpu::must(cudaMemset(out.data(), gpu::memory::poison, sizeof(long)));
        gpu::must(cudaDeviceSynchronize());
        return value;
    }
};

struct square {
    IMPULSE_SHARED long operator()(int x) const { return long{x} * x; }
};

/// Keeps both ends, so any reordering of items shows.
struct ends {
    int first;
    int last;
    friend bool operator==(const ends&, const ends&) = default;
};
struct join_ends {
    IMPULSE_SHARED ends operator()(const ends& a, const ends& b) const { return {a.first, b.last}; }
};
struct make_ends {
    IMPULSE_SHARED ends operator()(int x) const { return {x, x}; }
    IMPULSE_SHARED ends operator()(int x, int y) const { return {x, y}; }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "call forms: reduce returns its value") {
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        CHECK(impulse::reduce(how, x) == total);
        CHECK(impulse::reduce(how, x, 5) == total + 5);
        CHECK(impulse::reduce(how, x, 5, impulse::maximum{}) == 1000);
        CHECK(impulse::reduce(how, x, impulse::maximum{}) == 1000);
        CHECK(impulse::reduce(how, x.begin(), x.end()) == total);
        CHECK(impulse::reduce(how, x.begin(), x.end(), 5) == total + 5);
        CHECK(impulse::reduce(how, x.begin(), x.end(), 2000, impulse::maximum{}) == 2000);
        CHECK(impulse::reduce(how, x.begin(), x.begin() + 10) == 55);
        CHECK(impulse::reduce(policy.on(impulse::device), x, 5) == total + 5);
        CHECK(impulse::reduce(policy.on(cudaStreamPerThread), x, 5) == total + 5);
        CHECK(impulse::reduce(policy.on(cudaStreamLegacy), x, 5) == total + 5);
        CHECK(impulse::reduce(policy.on(cuda::stream_ref(s)), x, 5) == total + 5);
    });
}

TEST_CASE_FIXTURE(fixture, "call forms: reduce_into writes its value") {
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        impulse::reduce_into(how, x, out.data());
        CHECK(written() == total);
        impulse::reduce_into(how, x, out.data(), 5);
        CHECK(written() == total + 5);
        impulse::reduce_into(how, x, out.data(), impulse::maximum{});
        CHECK(written() == 1000);
        impulse::reduce_into(how, x.begin(), x.end(), out.data(), 5, impulse::maximum{});
        CHECK(written() == 1000);
    });
}

TEST_CASE_FIXTURE(fixture, "call forms: transform_reduce of one input and of two") {
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        CHECK(impulse::transform_reduce(how, x, 0, impulse::plus{}, square{}) == squares);
        CHECK(impulse::transform_reduce(how, x.begin(), x.end(), 1, impulse::plus{}, square{}) ==
              squares + 1);
        CHECK(impulse::transform_reduce(how, x, x, 0) == squares);
        CHECK(impulse::transform_reduce(how, x, x.begin(), 0) == squares);
        CHECK(impulse::transform_reduce(how, x.begin(), x.end(), x.begin(), 1) == squares + 1);
    });
}

TEST_CASE_FIXTURE(fixture, "call forms: transformed items keep their order") {
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        const int* const first = x.begin();
        CHECK(impulse::transform_reduce(how, first + 1, first + 900, ends{0, 0}, join_ends{}, make_ends{}) ==
              ends{0, 900});
        CHECK(impulse::transform_reduce(how, first, first + 900, first + 100, ends{0, 0}, join_ends{},
                                        make_ends{}) == ends{0, 1000});
    });
}

TEST_CASE_FIXTURE(fixture, "call forms: transform_reduce_into of one input and of two") {
    const auto how = impulse::last_block.on(s);
    impulse::transform_reduce_into(how, x, out.data(), 1, impulse::plus{}, square{});
    CHECK(written() == squares + 1);
    impulse::transform_reduce_into(how, x.begin(), x.end(), out.data(), 1, impulse::plus{}, square{});
    CHECK(written() == squares + 1);
    impulse::transform_reduce_into(how, x, x, out.data(), 1L);
    CHECK(written() == squares + 1);
    impulse::transform_reduce_into(how, x.begin(), x.end(), x.begin(), out.data(), 1L, impulse::maximum{},
                                   impulse::plus{});
    CHECK(written() == 2000);
}

TEST_CASE_FIXTURE(fixture, "call forms: host and device in one file") {
    const std::vector<int> on_host{1, 2, 3};
    CHECK(impulse::reduce(on_host) == 6);
    CHECK(impulse::reduce(impulse::work_queue.on(impulse::host), on_host, 4) == 10);
    CHECK(impulse::reduce(impulse::work_queue.on(s), x, 4) == total + 4);
    int sum = 0;
    impulse::reduce_into(on_host, &sum);
    CHECK(sum == 6);
}

TEST_CASE_FIXTURE(fixture, "call forms: an empty range") {
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        CHECK(impulse::reduce(how, x.begin(), x.begin()) == 0);
        CHECK(impulse::reduce(how, x.begin(), x.begin(), -7) == -7);
        CHECK(impulse::reduce(how, static_cast<const int*>(nullptr), static_cast<const int*>(nullptr), -7) ==
              -7);
        impulse::reduce_into(how, x.begin(), x.begin(), out.data(), -7);
        CHECK(written() == -7);
    });
}
