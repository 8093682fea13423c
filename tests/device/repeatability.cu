// SPDX-License-Identifier: Apache-2.0
/// \file
/// The same call gives the same bits: a thousand times, whatever else the GPU has to do, whoever arrives first.
#include "scratch.cuh"

#include <cstring>

using gpu::index_t;

namespace {

constexpr index_t count = 1'000'003;
constexpr int calls = 1000;

/// Numbers of very different sizes, whose sum depends on the grouping.
struct make_uneven {
    IMPULSE_SHARED float operator()(index_t i) const {
        const std::uint64_t number = support::scatter(static_cast<std::uint64_t>(i));
        const float scale = 1.0f / static_cast<float>(1u << (number % 30));
        return scale * static_cast<float>(static_cast<int>((number >> 40) % 2001) - 1000);
    }
};

/// Every call into a place of its own, on two streams that get in each other's way.
template <class Op>
void check_bits(const Op& op) {
    const auto x = gpu::made(count, make_uneven{});
    const gpu::buffer<float> out(calls);
    const gpu::stream streams[2];
    for (const impulse::shape& shape :
         {impulse::shape{}, impulse::shape{.blocks = 300, .threads = 96, .items = 700}})
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const auto tuned = policy.tune(shape);
            for (int call = 0; call < calls; ++call)
                impulse::reduce_into(tuned.on(streams[call % 2]), x, out.data() + call, 0.1f, op);
            streams[0].wait();
            streams[1].wait();
            std::vector<float> results(calls);
            gpu::must(cudaMemcpy(results.data(), out.data(), calls * sizeof(float), cudaMemcpyDeviceToHost));
            const float value = impulse::reduce(tuned.on(streams[0]), x, 0.1f, op);
            int different = 0;
            for (const float each : results) different += std::memcmp(&each, &value, sizeof(float)) != 0;
            CAPTURE(gpu::describe(name, shape));
            CHECK(different == 0);
        });
}

}  // namespace

TEST_CASE("repeatability: sums of float, order dropped") { check_bits(impulse::plus{}); }

TEST_CASE("repeatability: sums of float, order kept") { check_bits(impulse::ordered(impulse::plus{})); }

TEST_CASE("repeatability: a work queue gives the same bits however many blocks fetch") {
    const auto x = gpu::made(count, make_uneven{});
    const auto sum = [&](index_t blocks) {
        const auto how =
            impulse::work_queue.on(impulse::device).tune({.blocks = blocks, .threads = 128, .items = 1000});
        return impulse::reduce(how, x, 0.1f);
    };
    const float expected = sum(0);
    for (const index_t blocks : {1, 2, 3, 50, 2000}) {
        CAPTURE(blocks);
        CHECK(sum(blocks) == expected);
    }
}
